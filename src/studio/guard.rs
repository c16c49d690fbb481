//! What every request must be before any route sees it, and what every answer says to the browser. Requests come in; refusals, or
//! what the route answers, go out. Both servers stand behind it.
//!
//! A page of another site can make a browser send requests here, and a name of its own may be made to lead to this address (DNS
//! rebinding). So the name that was asked for must be one of a list, and what changes anything must come from a page of ours.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which a server may be asked.
pub struct Guard {
    /// Lower case, without port and brackets.
    names: Vec<String>,
    port: u16,
    /// How long a route may take.
    patience: Duration,
}

/// Headers of every answer: nothing is fetched from elsewhere, framed, guessed, passed on or kept.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; font-src 'self'; connect-src 'self'; \
         frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

impl Guard {
    /// A server at `address` and `port`, which may also be asked under `names`. At this machine's own address it may be asked as
    /// `localhost` too.
    pub fn new(address: IpAddr, port: u16, names: &[String], patience: Duration) -> Guard {
        let mut all = vec![address.to_string()];
        if address.is_loopback() {
            all.extend(["127.0.0.1", "localhost"].map(str::to_owned));
            all.push(Ipv6Addr::LOCALHOST.to_string());
        }
        all.extend(names.iter().map(|name| name.to_lowercase()));
        Guard { names: all, port, patience }
    }

    /// Whether a request may pass.
    ///
    /// # Errors
    /// Why not, for people.
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let hosts = headers.get_all(header::HOST).iter().count();
        let host = text(header::HOST).filter(|_| hosts == 1);
        let host = host.ok_or("the request names no host")?;
        if !self.knows(host) {
            return Err("this server is not known by that name: allow it with --allow-host");
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let reads = *method == Method::GET || *method == Method::HEAD;
        if matches!(site, Some("cross-site" | "same-site")) {
            // A link on another page may be followed; nothing else of another page's doing passes.
            let mode = text(HeaderName::from_static("sec-fetch-mode"));
            let dest = text(HeaderName::from_static("sec-fetch-dest"));
            if !reads || mode != Some("navigate") || dest != Some("document") {
                return Err("the request comes from a page of another site");
            }
        }
        if !reads {
            let origin =
                text(header::ORIGIN).ok_or("the request does not say what page it comes from")?;
            if origin.strip_prefix("http://") != Some(host) {
                return Err("the request comes from a page of another site");
            }
        }
        Ok(())
    }

    /// Whether a `Host` header is one of the names, with the right port.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.strip_prefix('[').map_or(name, |inner| inner.trim_end_matches(']'));
        port == Some(self.port) && self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Lets through what may pass, within the time that a route may take, and puts the headers on every answer.
pub async fn stand_guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.check(request.method(), request.headers()) {
        Err(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        Ok(()) => match tokio::time::timeout(guard.patience, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn guard() -> Guard {
        let names = ["table.lan".to_owned()];
        Guard::new(Ipv4Addr::LOCALHOST.into(), 4100, &names, Duration::from_secs(1))
    }

    fn check(method: Method, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        });
        guard().check(&method, &headers.collect()).is_ok()
    }

    #[test]
    fn only_known_names_with_the_right_port_are_served() {
        for host in
            ["127.0.0.1:4100", "localhost:4100", "LOCALHOST:4100", "[::1]:4100", "table.lan:4100"]
        {
            assert!(guard().knows(host), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:4101",
            "127.evil.example:4100",
            "127.0.0.1.evil.example:4100",
            "localhost.:4100",
            "[::1]",
            "[::2]:4100",
            "evil@127.0.0.1:4100",
            "",
            ":4100",
            "127.1:4100",
        ] {
            assert!(!guard().knows(host), "{host}");
        }
    }

    #[test]
    fn what_changes_something_comes_from_a_page_of_ours() {
        let host = ("host", "127.0.0.1:4100");
        let origin = |origin| ("origin", origin);
        assert!(check(Method::POST, &[host, origin("http://127.0.0.1:4100")]));
        assert!(!check(Method::POST, &[host]));
        for other in
            ["null", "http://127.0.0.1:4101", "https://127.0.0.1:4100", "http://evil.example"]
        {
            assert!(!check(Method::POST, &[host, origin(other)]), "{other}");
        }
        assert!(!check(Method::POST, &[host, host, origin("http://127.0.0.1:4100")]));
    }

    #[test]
    fn another_site_may_link_here_but_neither_embed_nor_fetch() {
        let host = ("host", "localhost:4100");
        let fetch = |site, mode, dest| {
            [host, ("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)]
        };
        assert!(check(Method::GET, &fetch("cross-site", "navigate", "document")));
        assert!(check(Method::GET, &fetch("same-origin", "cors", "empty")));
        for (mode, dest) in [("navigate", "iframe"), ("no-cors", "image"), ("cors", "empty")] {
            for site in ["cross-site", "same-site"] {
                assert!(!check(Method::GET, &fetch(site, mode, dest)), "{site} {mode}");
            }
        }
    }
}
