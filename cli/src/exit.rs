//! Exit codes. They are part of the interface: `docs/JSON.md` lists them.

use std::process::ExitCode;

/// How a command ended, from good to bad: of several outcomes the last one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for holds.
    Good,
    /// Something is unknown or declined.
    Unknown,
    /// Something is rejected, or a gate (`--deny`, `--policy`, `--fail-on`) is closed.
    Rejected,
    /// Usage, input or environment: the question was not answered.
    Input,
}

impl Exit {
    /// What a code means.
    pub fn of_code(code: i32) -> Option<Exit> {
        match code {
            0 => Some(Exit::Good),
            1 => Some(Exit::Rejected),
            2 => Some(Exit::Input),
            3 => Some(Exit::Unknown),
            _ => None,
        }
    }

    /// The code for the shell.
    pub fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }

    /// The same as a number.
    pub fn number(self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::Rejected => 1,
            Exit::Input => 2,
            Exit::Unknown => 3,
        }
    }
}
