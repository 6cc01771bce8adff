//! `covenant enumerate --spec`, with Z3's models.

use covenant_cli::args::{By, Enumerate};
use covenant_cli::commands::enumerate::{Spec, with};
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_models::{values_by_either, values_by_models};

/// Lists the values of a specification; this program is linked with Z3.
pub fn run(arguments: &Enumerate) -> Result<Exit, Failure> {
    with(arguments, |spec| {
        let Spec { program, sort, formula, args, bounds, limits } = spec;
        if arguments.by == By::Models {
            return values_by_models(*program, sort, *formula, args, bounds, limits)
                .map(|found| (found, None))
                .map_err(|why| {
                    Failure::input(format!("the specification cannot be given to Z3: {why}"))
                        .help("leave --by out, and the values are found without it")
                });
        }
        let by = values_by_either(*program, sort, *formula, args, bounds, limits);
        let why = by.without_models.filter(|_| by.found.stopped.is_some());
        Ok((by.found, why.map(|why| format!("the specification cannot be given to Z3: {why}"))))
    })
}
