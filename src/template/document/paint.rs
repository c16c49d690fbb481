//! Checks colours as SVG writes them. A property and its value come in; whether it holds a colour, and what is wrong with it, go
//! out. Called for templates and for the values of placeholders.

use crate::source::did_you_mean;
use crate::text::COLOUR_NAMES;

/// What a property holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyKind {
    /// A colour, `none`, or `url(#id)`.
    Paint,
    Colour,
}

/// What the property of that name holds, when it is a colour.
pub fn holds(property: &str) -> Option<PropertyKind> {
    match property {
        "fill" | "stroke" => Some(PropertyKind::Paint),
        "color" | "flood-color" | "lighting-color" | "stop-color" | "data-color" => {
            Some(PropertyKind::Colour)
        }
        _ => None,
    }
}

/// What is wrong with a value that should be a colour, and what to do; `None` when it is one.
pub fn wrong_colour(holds: PropertyKind, value: &str) -> Option<(String, String)> {
    let value = value.trim();
    let value = value.strip_suffix("!important").map_or(value, str::trim_end);
    let good = match holds {
        PropertyKind::Paint => svgtypes::Paint::from_str(value).is_ok(),
        PropertyKind::Colour => {
            ["inherit", "currentColor"].contains(&value) || value.parse::<svgtypes::Color>().is_ok()
        }
    };
    if good {
        return None;
    }
    let message = match value {
        "" => "there is nothing where a colour is wanted".to_owned(),
        value => format!("`{}` is no colour", short(value, 40)),
    };
    Some((message, suggestion(holds, value)))
}

/// A CSS 4 colour in the notation of SVG 1.1; `None` if it already is in that notation, or if it is not a colour.
pub fn plain_colour(value: &str) -> Option<String> {
    let lower = value.trim().to_ascii_lowercase();
    let plain = match lower.as_str() {
        "currentcolor" => "currentColor".to_owned(),
        "rebeccapurple" => "#663399".to_owned(),
        _ if value.parse::<svgtypes::Color>().is_ok() => return None,
        colour => {
            let (function, inner) = colour.strip_suffix(')')?.split_once('(')?;
            let inner = inner.replace([',', '/'], " ").replace("none", "0");
            let mut words: Vec<String> = inner.split_whitespace().map(str::to_owned).collect();
            if let Some(share) = words.get(3).and_then(|word| word.strip_suffix('%')) {
                words[3] = (share.parse::<f64>().ok()? / 100.0).to_string();
            }
            let plain = format!("{function}({})", words.join(", "));
            plain.parse::<svgtypes::Color>().ok()?;
            plain
        }
    };
    (plain != value).then_some(plain)
}

/// The start of a long word, for messages.
pub fn short(word: &str, most: usize) -> String {
    match word.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// What to write in the place of a value that is no colour.
pub fn suggestion(holds: PropertyKind, value: &str) -> String {
    let keywords: &[&str] = match holds {
        PropertyKind::Paint => &["none", "currentColor", "inherit"],
        PropertyKind::Colour => &["currentColor", "inherit"],
    };
    let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    let bare = value.trim_start_matches("0x").trim_start_matches("0X");
    if is_hex(bare) && [3, 6].contains(&bare.len()) {
        return format!("did you mean `#{bare}`?");
    }
    if let Some(digits) = value.strip_prefix('#') {
        return match digits.chars().find(|c| !c.is_ascii_hexdigit()) {
            Some(other) => format!(
                "`{other}` is no hexadecimal digit: write # and 3 or 6 of 0 to 9 and a to f"
            ),
            None => format!("it has {} digits: write # and 3 or 6 of them", digits.len()),
        };
    }
    let keyword = keywords.iter().find(|word| word.eq_ignore_ascii_case(value));
    let words = COMMON.into_iter().chain(COLOUR_NAMES.split(' ')).chain(keywords.iter().copied());
    if let Some(near) = keyword.copied().or_else(|| did_you_mean(value, words)) {
        return format!("did you mean `{near}`?");
    }
    if value.contains("icc-color") || value.contains("device-cmyk") {
        return "take the colour profile off: write a colour of the screen alone, such as #1d1a16"
            .into();
    }
    let numbers: Vec<&str> =
        value.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    if numbers.len() == 3 && numbers.iter().all(|n| n.parse::<u8>().is_ok()) {
        return format!("did you mean `rgb({})`?", numbers.join(", "));
    }
    match holds {
        PropertyKind::Paint => "write a colour such as #1d1a16, or `none` for no colour".into(),
        PropertyKind::Colour => "write a colour such as #1d1a16".into(),
    }
}

/// The names that are meant more often than others which are as near.
const COMMON: [&str; 12] = [
    "black", "white", "red", "green", "blue", "yellow", "orange", "purple", "brown", "pink",
    "gray", "grey",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_svg_are_read() {
        for value in [
            "#fff",
            "#a3441b",
            "#a3441b80",
            "red",
            "RED",
            "rgb(1,2,3)",
            "rgb(163 68 27)",
            "rgb(10%, 20%, 30%)",
            "rgba(1,2,3,0.5)",
            "hsl(120, 50%, 50%)",
            "none",
            "currentColor",
            "inherit",
            "url(#a)",
            "url(#a) none",
            "context-fill",
            "transparent",
            " #fff !important",
        ] {
            assert_eq!(wrong_colour(PropertyKind::Paint, value), None, "{value}");
        }
        for name in COLOUR_NAMES.split(' ') {
            assert_eq!(wrong_colour(PropertyKind::Colour, name), None, "{name}");
        }
    }

    #[test]
    fn what_is_no_colour_is_told_with_what_to_write() {
        for (value, help) in [
            ("a3441b", "did you mean `#a3441b`?"),
            ("fff", "did you mean `#fff`?"),
            ("0xa3441b", "did you mean `#a3441b`?"),
            ("redd", "did you mean `red`?"),
            ("darkbleu", "did you mean `darkblue`?"),
            ("currentcolor", "did you mean `currentColor`?"),
            ("#7a2f2", "it has 5 digits: write # and 3 or 6 of them"),
            ("#7a2fgg", "`g` is no hexadecimal digit: write # and 3 or 6 of 0 to 9 and a to f"),
            ("163, 68, 27", "did you mean `rgb(163, 68, 27)`?"),
            ("", "write a colour such as #1d1a16, or `none` for no colour"),
            ("zzz", "write a colour such as #1d1a16, or `none` for no colour"),
        ] {
            let told = wrong_colour(PropertyKind::Paint, value).map(|(_, help)| help);
            assert_eq!(told.as_deref(), Some(help), "{value}");
        }
        assert!(wrong_colour(PropertyKind::Colour, "none").is_some());
    }
}
