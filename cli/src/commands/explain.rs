//! `covenant explain`: what a code in a message means.

use crate::args::Explain;
use crate::codes::{self, Code};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use serde_json::json;

/// Explains a code, or lists all of them.
pub fn run(arguments: &Explain) -> Result<Exit, Failure> {
    let unknown = |code: &String| {
        Failure::input(format!("there is no code `{code}`")).help("`covenant explain` lists all of them")
    };
    let asked = arguments.codes.iter().map(|code| codes::find(code).ok_or_else(|| unknown(code)));
    let asked = asked.collect::<Result<Vec<&Code>, Failure>>()?;
    let found = if asked.is_empty() { codes::ALL.iter().collect() } else { asked };
    for code in found {
        if arguments.json {
            terminal::json(&json!({ "code": code.code, "title": code.title, "text": code.text }));
        } else {
            terminal::line(&format!("{}  {}", styled(Style::Strong, code.code), code.title));
            if !arguments.codes.is_empty() {
                terminal::line(&format!("\n{}\n", code.text));
            }
        }
    }
    Ok(Exit::Good)
}
