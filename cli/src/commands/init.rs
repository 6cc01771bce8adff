//! `covenant init`: the file of a project, with an example.

use crate::args::Init;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::project::{EXAMPLE, NAME, TEMPLATE};
use crate::terminal;
use covenant_certificates::shown::shown_path;

const EXAMPLE_NAME: &str = "covenant_example.ml";

/// Writes the two files; nothing that is there is replaced.
pub fn run(arguments: &Init) -> Result<Exit, Failure> {
    let files = [(arguments.folder.join(NAME), TEMPLATE), (arguments.folder.join(EXAMPLE_NAME), EXAMPLE)];
    if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Failure::input(format!("{} exists already", shown_path(there)))
            .help("remove it first, or change it by hand: docs/ci.md explains the keys"));
    }
    for (path, text) in &files {
        inputs::write(path, text.as_bytes())?;
        terminal::line(&format!("wrote {}", shown_path(path)));
    }
    terminal::line("Now `covenant check` checks the example; name your own files in covenant.toml.");
    Ok(Exit::Good)
}
