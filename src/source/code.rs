//! The stable codes of diagnostics: one line here and one page in `codes/` make a code. Every room reports with them; `check
//! --explain` shows the pages.

use std::fmt;
use std::str::FromStr;

use super::did_you_mean;

/// Declares [`Code`]: number and name of each, in the order of the numbers. The page `codes/<number>.md` is the rustdoc
/// of the code as well as what `deckproof check --explain` shows.
macro_rules! codes {
    ($($number:ident $name:ident)+) => {
        /// What kind of thing is wrong. A number that was given once keeps its meaning.
        ///
        /// D001 to D099 reading the data, D101 to D199 templates and words, D201 to D299 how a card looks in the hand,
        /// D301 to D399 the rules' data, D401 to D429 scenarios and laws, D431 to D449 records, D501 to D529 a game's own rules, D901 to D999 the command
        /// line and the machine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = include_str!(concat!("codes/", stringify!($number), ".md"))] $name,)+
        }

        impl Code {
            /// Every code, by its number.
            pub const ALL: &[Code] = &[$(Code::$name),+];

            /// `D012`.
            pub fn number(self) -> &'static str {
                match self {
                    $(Code::$name => stringify!($number),)+
                }
            }

            /// The page that explains it: what is meant, a wrong and a right example. Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("codes/", stringify!($number), ".md")),)+
                }
            }
        }
    };
}

codes! {
    D001 Syntax
    D002 UnknownKey
    D003 MissingKey
    D004 WrongType
    D005 OutOfRange
    D006 NotUtf8
    D007 MissingFile
    D008 OutsideFolder
    D009 TooLarge
    D010 UnreadableFile
    D011 NoGame
    D012 DuplicateId
    D013 BadId
    D014 NoDeck
    D015 TooManyCards
    D017 BadChoice
    D018 UnknownRow
    D019 LookUpTable
    D020 CardSize
    D021 DeckCount
    D022 Unreadable
    D023 Overlay
    D024 NoReason
    D025 AllowedError
    D026 NeedlessAllow
    D027 FreeOfNothing
    D028 FreeInVain
    D030 DeckTwice
    D031 UnusedFile
    D032 BadBox
    D033 BoxTooSmall
    D034 BoxArt
    D035 BadShape
    D041 TooDeep
    D042 TooMany
    D051 SheetHeading
    D052 SheetRow
    D053 SheetCell
    D054 Workbook
    D055 BadIgnore
    D056 CardsTwice
    D057 Unseen
    D058 OtherFormat
    D101 Xml
    D102 UnknownTemplate
    D103 UnknownField
    D104 NeverShown
    D105 BoxAttribute
    D106 NotATemplate
    D107 Placeholder
    D108 UnknownFont
    D109 FontWeight
    D110 MissingGlyph
    D111 UnknownSymbol
    D112 UnknownPicture
    D113 BadPicture
    D114 Overflow
    D115 SmallWords
    D116 Markup
    D117 TemplateSize
    D118 Flow
    D119 BadColour
    D120 Unpaintable
    D125 NotANumber
    D126 NoSuchValue
    D141 FontFile
    D142 FontName
    D201 ForcedSmaller
    D202 UnsafeWords
    D203 UnsafePicture
    D204 UnsafeLine
    D205 HairLine
    D206 LowResolution
    D207 LowContrast
    D208 ColoursMeet
    D209 NoBleed
    D210 NotPrinted
    D211 OverlappingWords
    D212 Covered
    D301 UnknownAbility
    D302 AbilityShape
    D303 UnknownWord
    D308 Reworded
    D309 WordsWithoutAbility
    D310 SharedName
    D311 RulesNumber
    D312 Components
    D313 UnevenShares
    D315 UnusedWord
    D318 HiddenAbility
    D401 ScenarioShape
    D402 ExpectsNothing
    D403 UnknownClause
    D404 ClauseOnATable
    D405 DoesNotHold
    D406 Staging
    D407 ScenarioMove
    D408 UnknownVariant
    D409 LawBroken
    D410 NeverSeen
    D411 NotPlayable
    D412 TooManyStates
    D413 Unbalanced
    D414 RulingWithoutRule
    D415 UnknownCard
    D416 Unnoticed
    D417 SeatPlayers
    D431 RecordHeader
    D432 RecordLine
    D433 RecordDiffers
    D434 RecordEnds
    D435 CardsEdited
    D436 PartOfARun
    D501 ScriptSyntax
    D502 ScriptSubset
    D503 ScriptName
    D504 ScriptType
    D505 ScriptUse
    D506 ScriptBound
    D508 NotShuffled
    D509 Unused
    D511 Declaration
    D901 UnknownName
    D902 SameOutput
    D903 NotOurs
    D904 CannotWrite
    D905 PaperTooSmall
    D906 CannotPlay
    D907 BadLedger
    D908 NothingPrinted
    D909 FileName
    D910 NoViewer
    D911 NoProduct
    D921 NoRevision
    D922 NoGit
    D923 OnlyHere
    D931 BadReadings
    D932 NotMeasured
    D933 BadPrinterFile
    D934 OffThePaper
    D935 OptionsDisagree
    D941 Untranslated
    D942 NoLanguage
    D943 BadTranslation
    D944 UnusedTranslation
}

/// Codes that are warnings, always or in some places.
const WARNINGS: &[Code] = {
    use Code::*;
    &[
        UnknownKey,
        NeedlessAllow,
        FreeOfNothing,
        FreeInVain,
        UnusedFile,
        BoxArt,
        TooMany,
        SheetHeading,
        SheetRow,
        SheetCell,
        BadIgnore,
        NeverShown,
        ForcedSmaller,
        UnsafeWords,
        UnsafePicture,
        UnsafeLine,
        HairLine,
        LowResolution,
        LowContrast,
        ColoursMeet,
        NoBleed,
        NotPrinted,
        Reworded,
        SharedName,
        Components,
        UnevenShares,
        UnusedWord,
        Unused,
        ScriptName,
        NotShuffled,
        HiddenAbility,
        CardsEdited,
        NoSuchValue,
        OverlappingWords,
        Covered,
        FileName,
        FontName,
        NoViewer,
        OffThePaper,
        NoProduct,
        OnlyHere,
        OptionsDisagree,
        Untranslated,
        BadTranslation,
        UnusedTranslation,
    ]
};

impl Code {
    /// The heading of its page, without the number.
    pub fn title(self) -> &'static str {
        let heading = self.page().lines().next().unwrap_or_default();
        heading.split_once(": ").map_or(heading, |(_, title)| title)
    }

    /// Whether it is ever a warning; what is always an error cannot be allowed.
    pub fn warns(self) -> bool {
        WARNINGS.contains(&self)
    }

    /// The code most like `text`: by its number, or by similar letters.
    pub fn nearest(text: &str) -> Option<Code> {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let numbered = digits.parse().map(|n: u32| format!("D{n:03}"));
        let known = Code::ALL.iter().map(|code| code.number());
        match numbered.ok().and_then(|number| number.parse().ok()) {
            Some(code) => Some(code),
            None => did_you_mean(text, known)?.parse().ok(),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

impl FromStr for Code {
    type Err = String;

    /// Reads `D012`, in any case.
    fn from_str(text: &str) -> Result<Self, String> {
        Code::ALL
            .iter()
            .find(|code| code.number().eq_ignore_ascii_case(text.trim()))
            .copied()
            .ok_or_else(|| format!("there is no code `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_that_the_sources_warn_with_is_known_to_warn() {
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut missing = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let warnings = text.split("Diagnostic::warning(").skip(1);
                    for after in warnings.chain(text.split("warning!(").skip(1)) {
                        let name = after.trim_start().trim_start_matches("Code::");
                        let length = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(0);
                        let known = Code::ALL.iter().find(|c| format!("{c:?}") == name[..length]);
                        if known.is_some_and(|code| !code.warns()) {
                            missing.push(name[..length].to_owned());
                        }
                    }
                }
            }
        }
        assert!(missing.is_empty(), "not in WARNINGS: {missing:?}");
    }

    #[test]
    fn codes_are_in_the_order_of_their_numbers() {
        assert!(Code::ALL.is_sorted_by(|a, b| a.number() < b.number()));
    }

    #[test]
    fn a_code_is_guessed_by_its_number_and_by_its_looks() {
        assert_eq!(Code::nearest("12"), Some(Code::DuplicateId));
        assert_eq!(Code::nearest("d0012"), Some(Code::DuplicateId));
        assert_eq!(Code::nearest("D2006"), Some(Code::LowResolution));
        assert_eq!(Code::nearest("contrast"), None);
    }
}
