//! The values of `--policy`: how moves are chosen in random games. A value from the command line comes in, [`Players`] go out.
//! Used by `fuzz` and `record`.

use clap::ValueEnum;

use crate::session::{BY_TURNS, Players};

/// How the moves of one game are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnePolicy {
    /// Every legal move is as likely as any other
    Uniform,
    /// Each game draws its own preferences
    Swarm,
}

/// How the moves of many games are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Half of the games each
    Mixed,
    /// Every legal move is as likely as any other
    Uniform,
    /// Each game draws its own preferences
    Swarm,
}

impl OnePolicy {
    pub fn players(self) -> Players {
        match self {
            OnePolicy::Uniform => Players::Uniform,
            OnePolicy::Swarm => Players::Swarm,
        }
    }
}

impl Policy {
    /// `None`: both by turns.
    pub fn players(self) -> Option<Players> {
        match self {
            Policy::Mixed => None,
            Policy::Uniform => Some(Players::Uniform),
            Policy::Swarm => Some(Players::Swarm),
        }
    }

    pub fn word(self) -> &'static str {
        self.players().map_or(BY_TURNS, Players::word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_called_as_its_players_are() {
        for players in Players::ALL {
            let word = players.word();
            let one = OnePolicy::from_str(word, false).map(OnePolicy::players);
            assert_eq!(one, Ok(players));
            let many = Policy::from_str(word, false).map(Policy::players);
            assert_eq!(many, Ok(Some(players)));
        }
    }
}
