//! What the verified checker said, beside the kernel.

use crate::exit::Exit;
use crate::ocaml::verified::Answer;
use serde::Serialize;

/// What came of asking.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Second {
    /// It says the same as the kernel.
    Agrees(Answer),
    /// It says something else: what.
    Differs(Answer, String),
    /// It declines, and why.
    Declines(Answer),
    /// It gave no answer, and why.
    Silent(String),
}

impl Second {
    /// What it means for the exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Second::Agrees(_) => Exit::Good,
            Second::Differs(..) => Exit::Rejected,
            Second::Declines(_) | Second::Silent(_) => Exit::Unknown,
        }
    }

    /// What it said, if it said something.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Second::Agrees(answer) | Second::Differs(answer, _) | Second::Declines(answer) => Some(answer),
            Second::Silent(_) => None,
        }
    }

    /// As a sentence.
    pub fn in_words(&self) -> String {
        match self {
            Second::Agrees(answer) if answer.reason.is_empty() => {
                format!("{} by the checker that is proved in Rocq, too", answer.verdict)
            }
            Second::Agrees(answer) => format!("the verified checker refuses it, too: {}", answer.reason),
            Second::Differs(_, what) => format!("the checkers disagree: {what}; please report it"),
            Second::Declines(answer) => format!("the verified checker declines: {}", answer.reason),
            Second::Silent(why) => format!("no answer from the verified checker: {why}"),
        }
    }
}
