//! `covenant cache`: what is remembered between runs.

use crate::args::{Cache, CacheAction};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::memory;
use crate::terminal::{self, Style, counted, plain};
use covenant_certificates::shown::shown_path;
use covenant_kernel::check::{Verdict, check};
use serde_json::json;

/// Looks at the cache.
pub fn run(arguments: &Cache) -> Result<Exit, Failure> {
    let memory = memory::chosen(arguments.cache.as_deref())?;
    let folder = shown_path(memory.folder());
    match arguments.action {
        CacheAction::Stat => {
            let found = memory.contents();
            let notes = memory.notes().map(|notes| (shown_path(notes.folder()), notes.contents()));
            if arguments.json {
                let notes = notes.map(
                    |(folder, (count, bytes))| json!({ "folder": folder, "notes": count, "bytes": bytes }),
                );
                terminal::json(&json!({
                    "folder": folder,
                    "entries": found.entries,
                    "damaged": found.damaged,
                    "bytes": found.bytes,
                    "notes": notes,
                }));
            } else {
                let entries = counted(found.entries, "result");
                terminal::line(&format!("{folder}: {entries}, {}", size(found.bytes)));
                damaged(found.damaged);
                if let Some((folder, (count, bytes))) = notes {
                    let count = counted(count, "note");
                    terminal::line(&format!(
                        "{folder}: {count} of yours, for all projects, {} (searches in vain, OCaml's answers)",
                        size(bytes)
                    ));
                }
            }
            Ok(Exit::Good)
        }
        CacheAction::Clear => {
            let removed =
                memory.clear().map_err(|error| Failure::input(format!("{folder}: {}", plain(&error))))?;
            let notes = memory.notes().map(|notes| (shown_path(notes.folder()), notes.clear()));
            if arguments.json {
                let notes = notes.map_or(0, |(_, removed)| removed);
                terminal::json(&json!({ "folder": folder, "removed": removed, "notes": notes }));
            } else {
                terminal::line(&format!("{folder}: {} forgotten", counted(removed, "result")));
                if let Some((folder, removed)) = notes {
                    terminal::line(&format!("{folder}: {} forgotten", counted(removed, "note")));
                }
            }
            Ok(Exit::Good)
        }
        CacheAction::Verify => {
            let found = memory.contents();
            let mut accepted = 0usize;
            let mut refused = Vec::new();
            for (path, file) in memory.certificates() {
                match check(&file.certificate.statement, &file.certificate) {
                    Verdict::Valid | Verdict::ValidModulo(_) => accepted += 1,
                    Verdict::Reject { .. } | Verdict::Declined(_) => refused.push(shown_path(&path)),
                }
            }
            if arguments.json {
                terminal::json(&json!({
                    "folder": folder,
                    "accepted": accepted,
                    "refused": refused,
                    "damaged": found.damaged,
                }));
            } else {
                let proofs = counted(accepted, "proof");
                terminal::line(&format!(
                    "{folder}: {proofs} accepted by the kernel, {} refused",
                    refused.len()
                ));
                damaged(found.damaged);
                for path in &refused {
                    terminal::message(Style::Doubt, "refused", path);
                }
                if !refused.is_empty() {
                    terminal::message(
                        Style::Help,
                        "help",
                        "no verdict rests on them: what is refused is searched anew",
                    );
                }
            }
            Ok(if refused.is_empty() { Exit::Good } else { Exit::Rejected })
        }
    }
}

fn damaged(count: usize) {
    if count > 0 {
        let text = format!("{} cannot be read and will be replaced when needed", counted(count, "entry"));
        terminal::message(Style::Doubt, "note", &text);
    }
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
