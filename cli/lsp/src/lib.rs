//! Covenant in the editor: a language server over standard input and output.
//!
//! The engine stays resident. Each change of a text cancels the work on the old one; when nothing changes for a
//! moment the new one is read and checked, with what is remembered of the project (`.covenant/cache`), and verdicts are
//! published as they are reached. All else (hover, lenses, actions, completion, definitions) is answered from what is
//! known, at once.
//!
//! | module | does |
//! |---|---|
//! | `server` | the loop over messages |
//! | `worker` | checks texts, one after the other, newest first |
//! | `document` | a text and what is known about it |
//! | `diagnostics` | verdicts as diagnostics |
//! | `lenses` | the line above a claim, and what can be done about it |
//! | `describe` | hover |
//! | `names` | completion and definitions |
//! | `places` | bytes to lines and UTF-16 columns, and back; paths to URIs, and back |
//!
//! Invariants: a verdict is the pipeline's, never made here; nothing is published about a text that was changed
//! since; no request waits for a search.
//!
//! Not chosen: an asynchronous runtime (one thread that checks and one that answers are enough), and generated types for
//! the whole protocol (the dozen messages that are used are written as JSON).

mod describe;
mod diagnostics;
mod document;
mod lenses;
mod names;
mod places;
mod server;
mod worker;

pub use diagnostics::code;
pub use server::serve;
