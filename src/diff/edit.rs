//! One difference in words: what it is called, the old text and the new text. Two texts come in; a [`ValueChange`] goes out,
//! with long texts cut to the part that differs. Made by the other modules of `diff`, shown by `cli` and `pages`.

/// Longer texts are cut to what differs, with this many words around it.
const LONG: usize = 120;
/// See [`LONG`].
const AROUND: usize = 6;

/// Something that differs: how it is called, what it was, what it is. Neither is known of a picture or a template that is
/// drawn otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChange {
    pub what: String,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl ValueChange {
    pub fn new(what: impl Into<String>, old: Option<String>, new: Option<String>) -> Self {
        let what = what.into();
        ValueChange { what, old, new }
    }

    /// Something that is drawn differently.
    pub fn redrawn(what: impl Into<String>) -> Self {
        ValueChange::new(what, None, None)
    }

    /// When they differ.
    pub fn between(what: &str, old: &str, new: &str) -> Option<Self> {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (old != new).then(|| ValueChange::new(what, some(old), some(new)))
    }

    /// As it is shown to people: long texts are cut to what differs, with some words around it.
    #[must_use]
    pub fn short(&self) -> ValueChange {
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return self.clone();
        };
        if old.chars().count().max(new.chars().count()) <= LONG {
            return self.clone();
        }
        let [was, is] = [old, new].map(|text| text.split(' ').collect::<Vec<_>>());
        let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(a, b)| a == b).count()
        };
        let before = alike(&mut was.iter().zip(&is));
        let after =
            alike(&mut was.iter().rev().zip(is.iter().rev())).min(was.len().min(is.len()) - before);
        let (before, after) = (before.saturating_sub(AROUND), after.saturating_sub(AROUND));
        let cut = |words: &[&str]| {
            let kept = words[before..words.len() - after].join(" ");
            let open = if before > 0 { "… " } else { "" };
            let close = if after > 0 { " …" } else { "" };
            Some(format!("{open}{kept}{close}"))
        };
        ValueChange::new(self.what.clone(), cut(&was), cut(&is))
    }

    /// Whether either side is a sentence, which needs a line of its own.
    pub fn is_long(&self) -> bool {
        let long = |text: &Option<String>| text.as_ref().is_some_and(|t| t.chars().count() > 24);
        long(&self.old) || long(&self.new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_texts_only_what_differs_is_told() {
        let text = |word: &str| {
            let many: Vec<String> = (0..40).map(|n| format!("w{n}")).collect();
            Some(many.join(" ").replace("w20", word))
        };
        let short = ValueChange::new("text", text("13 and"), text("14")).short();
        let around = |word: &str| {
            Some(format!("… w14 w15 w16 w17 w18 w19 {word} w21 w22 w23 w24 w25 w26 …"))
        };
        assert_eq!((short.old, short.new), (around("13 and"), around("14")));
        // A text that is all new, or only longer, is shown whole.
        let longer = ValueChange::new("text", text("w20"), text("w20 w20"));
        assert!(longer.short().new.unwrap().contains("w20 w20"));
        let short = ValueChange::between("text", "a b", "a c").unwrap();
        assert_eq!(short.short(), short);
    }
}
