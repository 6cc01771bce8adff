//! Why a command could not do what it was asked: a sentence, and what to do about it.

use crate::exit::Exit;
use crate::terminal::{self, Style};

/// An error for people.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The exit code.
    pub exit: Exit,
}

impl Failure {
    /// Bad usage, unreadable input, something missing on the machine.
    pub fn input(message: impl Into<String>) -> Self {
        Failure { message: message.into(), help: None, exit: Exit::Input }
    }

    /// With advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Prints the error.
    pub fn print(&self) {
        terminal::message(Style::Error, "error", &self.message);
        if let Some(help) = &self.help {
            terminal::message(Style::Help, "help", help);
        }
    }
}
