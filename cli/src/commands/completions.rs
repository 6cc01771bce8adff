//! `covenant completions`.

use crate::args::{Arguments, Completions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal;
use clap::CommandFactory;

/// Prints the script.
pub fn run(arguments: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "covenant", &mut script);
    terminal::line(String::from_utf8_lossy(&script).trim_end());
    Ok(Exit::Good)
}
