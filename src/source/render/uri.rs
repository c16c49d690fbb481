//! Paths of files as URIs relative to a base folder, written alike on every machine. Called by the formats that machines
//! read.

/// A path with forward slashes, from `base` when it lies in it: what a file is called in its repository.
pub fn relative(path: &str, base: &str) -> String {
    let slashes = |text: &str| text.replace(std::path::MAIN_SEPARATOR, "/");
    let (path, base) = (slashes(path), slashes(base));
    let path = path
        .strip_prefix(base.trim_end_matches('/'))
        .and_then(|rest| rest.strip_prefix('/'))
        .filter(|_| !base.is_empty())
        .unwrap_or(&path);
    path.strip_prefix("./").unwrap_or(path).to_owned()
}

/// As [`relative`], as a URI reference (RFC 3986): what may not stand in one is percent-encoded.
pub fn uri(path: &str, base: &str) -> String {
    let path = relative(path, base);
    let mut uri = String::new();
    // The colon of a drive, or of a revision, would read as a scheme.
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    if path.starts_with('/') { format!("file://{uri}") } else { uri }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_repository_is_named_from_its_root() {
        assert_eq!(relative("/work/game/a.toml", "/work"), "game/a.toml");
        assert_eq!(relative("./game/a.toml", "/work"), "game/a.toml");
        assert_eq!(relative("/workshop/a.toml", "/work"), "/workshop/a.toml");
    }

    #[test]
    fn a_uri_holds_no_sign_that_it_may_not() {
        assert_eq!(uri("my game/é.toml", ""), "my%20game/%C3%A9.toml");
        assert_eq!(uri("main:cards/a.toml", ""), "main%3Acards/a.toml");
        assert_eq!(uri("/tmp/a.toml", "/work"), "file:///tmp/a.toml");
    }
}
