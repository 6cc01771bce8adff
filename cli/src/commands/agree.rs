//! `covenant agree`: do OCaml's front end and the built-in reader read the same claims? Nothing is
//! checked, so this is quick enough for every file of the repository.

use crate::args::Agree;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::read::{Reader, SecondReading};
use crate::terminal;
use crate::{inputs, snippet};
use covenant_front as front;
use serde_json::json;

/// Compares the readings of files.
pub fn run(arguments: &Agree) -> Result<Exit, Failure> {
    let reader =
        Reader::prepare().map_err(|why| Failure::input(format!("there is no second reading: {why}")))?;
    let mut exit = Exit::Good;
    for path in inputs::files(&arguments.files, inputs::SOURCE)? {
        let text = inputs::source(&path)?;
        let shown = path.display().to_string();
        let Ok(module) = front::load(&shown, &text) else {
            terminal::line(&json!({ "file": shown, "reading": "none", "claims": 0 }).to_string());
            continue;
        };
        let reading = reader.read(&text, &module);
        if let SecondReading::Differs(found) | SecondReading::Refused(found) = &reading {
            exit = exit.max(Exit::Unknown);
            if !arguments.json {
                terminal::error_text(&snippet::diagnostic(&shown, &text, found));
            }
        }
        let report = json!({
            "file": shown,
            "reading": reading.word(),
            "claims": module.units.len(),
            "why": reading.why(),
        });
        terminal::line(&report.to_string());
    }
    Ok(exit)
}
