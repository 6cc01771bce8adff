//! `--watch`: check again whenever a file changes.
//!
//! Files are looked at twice a second. Not chosen: to be told by the system, which needs another way on each of them, and
//! none works for folders on other machines.

use covenant_cli::args::Check;
use covenant_cli::{inputs, interrupt, terminal};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// How often files are looked at.
const OFTEN: Duration = Duration::from_millis(500);

/// What files looked like.
#[derive(PartialEq, Eq)]
pub struct Seen(Vec<(PathBuf, Option<SystemTime>, u64)>);

impl Seen {
    /// Looks at the files.
    pub fn now(arguments: &Check) -> Seen {
        let files = inputs::files(&arguments.files, inputs::SOURCE).unwrap_or_default();
        let look = |path: PathBuf| {
            let data = std::fs::metadata(&path).ok();
            let size = data.as_ref().map_or(0, std::fs::Metadata::len);
            (path, data.and_then(|data| data.modified().ok()), size)
        };
        Seen(files.into_iter().map(look).collect())
    }

    /// Waits until something looks different.
    pub fn wait(&self, arguments: &Check) {
        let files = terminal::counted(self.0.len(), "file");
        terminal::error_text(&format!("watching {files}; Ctrl-C ends it\n"));
        loop {
            std::thread::sleep(OFTEN);
            if interrupt::asked() {
                interrupt::end();
            }
            if Seen::now(arguments) != *self {
                return;
            }
        }
    }
}
