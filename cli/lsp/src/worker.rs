//! Checks texts, one after the other, and publishes verdicts as they are reached.

use crate::diagnostics;
use crate::document::{Document, Known};
use crate::places;
use covenant_budget::Deadline;
use covenant_cli::failure::Failure;
use covenant_cli::{memory, qcheck, siblings};
use covenant_elaborator::pipeline::{Found, Options, check_module};
use covenant_front::{Diagnostic, DiagnosticKind, Source, Span, load_with};
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A text is left alone while it changes; for so long it has to be still.
const STILL: Duration = Duration::from_millis(40);
/// So many times the budgets for a claim that somebody wants to have proved.
const HARDER: u32 = 4;
/// Longer than anybody waits. There has to be a limit for it to be cancelled.
const LONG: Duration = Duration::from_secs(24 * 3600);

/// Work on a version of a text can be cancelled from here.
pub fn cancellable() -> Deadline {
    Deadline::after(LONG)
}

/// What to check.
pub struct Job {
    /// The text.
    pub uri: String,
    /// Only this claim, and harder.
    pub claim: Option<String>,
}

/// What the two threads share.
#[derive(Default)]
pub struct Shared {
    documents: Mutex<BTreeMap<String, Document>>,
    requests: AtomicI32,
}

impl Shared {
    /// The open texts.
    pub fn documents(&self) -> MutexGuard<'_, BTreeMap<String, Document>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request to the editor. What it answers makes no difference.
    pub fn request(&self, method: &str, parameters: Value) -> Message {
        let id = RequestId::from(self.requests.fetch_add(1, Ordering::Relaxed));
        Message::Request(Request { id, method: method.to_owned(), params: parameters })
    }
}

/// A notification to the editor.
pub fn notification(method: &str, parameters: Value) -> Message {
    Message::Notification(Notification { method: method.to_owned(), params: parameters })
}

/// Checks what it is told to until nobody tells it anything. `refresh`: the editor asks for lenses again if it
/// is told to.
pub fn run(shared: &Shared, jobs: &Receiver<Job>, send: &(dyn Fn(Message) + Sync), refresh: bool) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        loop {
            match jobs.recv_timeout(STILL) {
                Ok(job) => {
                    waiting.retain(|other| other.uri != job.uri || other.claim.is_some());
                    waiting.push(job);
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        for job in waiting {
            check(shared, &job, send);
            if refresh {
                send(shared.request("workspace/codeLens/refresh", Value::Null));
            }
        }
    }
}

fn check(shared: &Shared, job: &Job, send: &(dyn Fn(Message) + Sync)) {
    let Some((text, version, work, before)) = shared.documents().get(&job.uri).map(|document| {
        (document.text.clone(), document.version, document.work.clone(), document.known.clone())
    }) else {
        return;
    };
    let path = places::path(&job.uri);
    let path = path.as_deref().unwrap_or(Path::new("input.ml"));
    let name =
        path.file_name().map_or_else(|| "input.ml".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut options = Options::default().with_effort(if job.claim.is_some() { HARDER } else { 1 });
    options.claim.clone_from(&job.claim);
    options.total = work.clone();
    options.memory = memory::wanted(None, false);
    // What is known is published only as long as nobody has changed the text.
    let publish = |known: &Known| {
        let mut documents = shared.documents();
        let Some(document) = documents.get_mut(&job.uri).filter(|document| document.version == version)
        else {
            return;
        };
        document.known = Some(Arc::new(known.clone()));
        let found = diagnostics::all(&job.uri, known);
        let parameters = json!({ "uri": job.uri, "version": version, "diagnostics": found });
        send(notification("textDocument/publishDiagnostics", parameters));
    };
    let known = Mutex::new(Known { text: text.clone(), ..Known::default() });
    let held = || known.lock().unwrap_or_else(PoisonError::into_inner);
    let alone = siblings::stands_alone(path, &text).map_err(|failure| vec![declined(&failure)]);
    match alone.and_then(|()| load_with(&name, &text, qcheck::reading(None, path))) {
        Err(diagnostics) => {
            held().diagnostics = diagnostics;
        }
        Ok(module) => {
            {
                let mut known = held();
                known.functions =
                    module.units.iter().flat_map(|unit| unit.functions.iter()).cloned().collect();
                if let (Some(claim), Some(before)) = (&job.claim, before) {
                    // One claim is looked at again; the others stay as they are.
                    known.claims =
                        before.claims.iter().filter(|other| other.claim != *claim).cloned().collect();
                }
            }
            let report = check_module(module, &text, &options, &|found| {
                if work.is_cancelled() {
                    return;
                }
                let mut known = held();
                match found {
                    Found::Diagnostics(diagnostics) => known.diagnostics = diagnostics.to_vec(),
                    Found::Claim(claim) => {
                        known.claims.push(claim.clone());
                        known.claims.sort_by_key(|claim| claim.span);
                    }
                }
                publish(&known);
            });
            held().diagnostics = report.diagnostics;
        }
    }
    if !work.is_cancelled() {
        publish(&held());
    }
}

/// Why a file is not looked at.
fn declined(failure: &Failure) -> Diagnostic {
    Diagnostic {
        kind: DiagnosticKind::Declined,
        span: Span::new(Source::User, 0, 0),
        line: 1,
        column: 1,
        text: String::new(),
        message: failure.message.clone(),
        advice: failure.help.clone().unwrap_or_default(),
    }
}
