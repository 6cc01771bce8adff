//! The command line as its users see it: what is printed, and how it ends.
//!
//! Snapshots (`snapshots/`) hold output and exit code of every command, on good input and bad.
//! Certificates are made once, by the command itself, from `examples/`.

mod bad_input;
mod beside;
mod budgets;
mod cache;
mod confirm;
mod documents;
mod dune;
mod engine;
mod export_code;
mod functions;
mod gates;
mod good;
mod hostile;
mod lsp;
mod pages;
mod project;
mod repair;
mod second_reading;
mod siblings;
mod support;
mod terms;
mod traces;
