//! `cargo xtask …`: everything that is done to this repository rather than with it.
//!
//! | task | does |
//! |---|---|
//! | `test` | installs what is missing, then runs every check; `.ci/run` calls this |
//! | `demo` | installs, builds, and walks through the example generators |
//! | `bench` | the tables of `benchmarks/` |
//! | `fuzz` | random programs through the whole pipeline, for some minutes |
//! | `screenshots` | the pictures in `docs/`, from real runs |
//! | `rooms` | which crate may use which; the picture of the house |
//! | `share` | the program that shares what is remembered between machines |
//! | `verified` | the checker that is proved in Rocq, as a program |
//! | `tcb` | size and dependencies of the trusted kernel, with limits |
//!
//! No dependency, so that it is built in a second on a fresh machine, before anything else.

mod bench;
mod checkers;
mod demo;
mod fuzz;
mod measures;
mod modules;
mod packages;
mod picture;
mod rocq;
mod rooms;
mod rust_lines;
mod screenshots;
mod share;
mod steps;
mod tcb;
mod test;
mod verified;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  test [--no-install]   format, lints, docs, Rocq theories, tests and replays
  demo [--no-install]   build, then check, audit, replay and show the examples
  bench [WHAT]          measurements; `cargo xtask bench help` lists them
  fuzz --minutes N [--from RUN]
                        random programs through the whole pipeline
  fuzz --checkers N [SEED]
                        N changed certificates and random statements, by the kernel and by the verified
                        checker, in chunks; their tables in target/checkers
  screenshots           the pictures in docs/, from real runs
  rooms [--write|--table]
                        the crates and their direction; --write draws docs/rooms.svg,
                        --table prints their sizes
  share [--no-tests]    covenant-share, for a cache that machines share; its tests with Redis, an S3 server and
                        Snakemake
  verified              covenant-verified, the checker that is proved in Rocq
  tcb                   size and dependencies of the trusted kernel
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["test"] => test::run_all(packages::Policy::Install),
        ["test", "--no-install"] => test::run_all(packages::Policy::OnlyReport),
        ["demo"] => demo::run_all(packages::Policy::Install),
        ["demo", "--no-install"] => demo::run_all(packages::Policy::OnlyReport),
        ["bench", rest @ ..] => bench::run_all(rest),
        ["fuzz", "--minutes", minutes] => number(minutes).and_then(|minutes| fuzz::run_all(minutes, None)),
        ["fuzz", "--minutes", minutes, "--from", from] => {
            number(minutes).and_then(|minutes| fuzz::run_all(minutes, Some(number(from)?)))
        }
        ["fuzz", "--checkers", count] => number(count).and_then(|count| checkers::compare(count, 1)),
        ["fuzz", "--checkers", count, seed] => {
            number(count).and_then(|count| checkers::compare(count, number(seed)?))
        }
        ["screenshots"] => screenshots::run_all(packages::Policy::Install),
        ["rooms"] => rooms::run(rooms::Picture::Compare),
        ["rooms", "--table"] => rooms::table(),
        ["rooms", "--write"] => rooms::run(rooms::Picture::Write),
        ["tcb"] => tcb::run(),
        ["share"] => share::build(true),
        ["share", "--no-tests"] => share::build(false),
        ["verified"] => verified::build(),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nxtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}
