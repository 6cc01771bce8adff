//! The loop over messages.

use crate::document::{Document, Known};
use crate::lenses::{self, COMMANDS, DERIVATION, PROVE, REPAIR};
use crate::places::{self, offset, range, uri};
use crate::worker::{self, Job, Shared, notification};
use crate::{describe, names};
use covenant_elaborator::pipeline;
use covenant_repair::{Options, Outcome, Repair, Request as RepairRequest, repair_claim};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response, ResponseError};
use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

/// Serves an editor over standard input and output, to its end.
///
/// # Errors
///
/// If the editor does not follow the protocol, or goes away.
pub fn serve() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    over(&connection)?;
    drop(connection);
    threads.join()?;
    Ok(())
}

fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 1 },
        "hoverProvider": true,
        "definitionProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "completionProvider": {},
        "executeCommandProvider": { "commands": COMMANDS },
    })
}

fn over(connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, asked) = connection.initialize_start()?;
    let info = json!({ "name": "covenant", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, json!({ "capabilities": capabilities(), "serverInfo": info }))?;
    let refresh = asked["capabilities"]["workspace"]["codeLens"]["refreshSupport"] == true;
    let shared = Arc::new(Shared::default());
    let (jobs, to_do) = mpsc::channel();
    let sender = connection.sender.clone();
    // An editor that is gone reads nothing; the loop below ends as well.
    let send = move |message| drop(sender.send(message));
    {
        let (shared, send) = (shared.clone(), send.clone());
        std::thread::spawn(move || worker::run(&shared, &to_do, &send, refresh));
    }
    let server = Server { shared, jobs, send: Arc::new(send), folder: tempfile::tempdir()? };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                (server.send)(Message::Response(server.answer(request)));
            }
            Message::Notification(notification) => server.notified(&notification),
            Message::Response(_) => {}
        }
    }
    server.shared.documents().values().for_each(|document| document.work.cancel());
    Ok(())
}

struct Server {
    shared: Arc<Shared>,
    jobs: Sender<Job>,
    send: Arc<dyn Fn(Message) + Send + Sync>,
    /// For pages and for the text of the prelude; removed at the end.
    folder: tempfile::TempDir,
}

/// What is known about a text, the text as it is now, and the place that is asked about.
struct Asked {
    uri: String,
    text: Arc<str>,
    known: Arc<Known>,
    parameters: Value,
}

impl Asked {
    fn offset(&self) -> usize {
        offset(&self.text, &self.parameters["position"])
    }
}

impl Server {
    fn notified(&self, notification: &Notification) {
        let document = &notification.params["textDocument"];
        let Some(uri) = document["uri"].as_str() else { return };
        let version = document["version"].as_i64().unwrap_or(0);
        match notification.method.as_str() {
            "textDocument/didOpen" => self.changed(uri, version, document["text"].as_str()),
            "textDocument/didChange" => {
                let changes = notification.params["contentChanges"].as_array();
                let text =
                    changes.and_then(|changes| changes.last()).and_then(|change| change["text"].as_str());
                self.changed(uri, version, text);
            }
            "textDocument/didClose" => {
                if let Some(document) = self.shared.documents().remove(uri) {
                    document.work.cancel();
                }
                let parameters = json!({ "uri": uri, "diagnostics": [] });
                (self.send)(worker::notification("textDocument/publishDiagnostics", parameters));
            }
            _ => {}
        }
    }

    /// A text is new: work on the old one ends, and after a moment it is checked.
    fn changed(&self, uri: &str, version: i64, text: Option<&str>) {
        let Some(text) = text else { return };
        let mut documents = self.shared.documents();
        let known = documents.get(uri).and_then(|document| {
            document.work.cancel();
            document.known.clone()
        });
        let document = Document { text: Arc::from(text), version, work: worker::cancellable(), known };
        documents.insert(uri.to_owned(), document);
        drop(documents);
        self.queue(uri, None);
    }

    fn queue(&self, uri: &str, claim: Option<String>) {
        // The worker lives as long as this does.
        let _ = self.jobs.send(Job { uri: uri.to_owned(), claim });
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if method == "workspace/executeCommand" {
            return match self.execute(&params) {
                Ok(result) => Response::new_ok(id, result),
                Err(message) => Response::new_err(id, ErrorCode::InvalidParams as i32, message),
            };
        }
        let result = match (method.as_str(), self.asked(&params)) {
            ("textDocument/hover", Some(asked)) => describe::at(&asked.known, &asked.text, asked.offset())
                .map(|text| json!({ "contents": { "kind": "markdown", "value": text } }))
                .unwrap_or_default(),
            ("textDocument/definition", Some(asked)) => self.definition(&asked).unwrap_or_default(),
            ("textDocument/completion", Some(asked)) => {
                json!(names::completions(&asked.text, asked.offset()))
            }
            // Places are those of the text that was checked: lenses of another one would be at wrong lines.
            ("textDocument/codeLens", Some(asked)) if asked.known.text == asked.text => {
                json!(lenses::all(&asked.uri, &asked.known))
            }
            ("textDocument/codeAction", Some(asked)) if asked.known.text == asked.text => {
                let place = |key: &str| offset(&asked.text, &asked.parameters["range"][key]);
                json!(lenses::actions(&asked.uri, &asked.known, place("start"), place("end")))
            }
            ("textDocument/codeLens" | "textDocument/codeAction", _) => json!([]),
            ("textDocument/hover" | "textDocument/definition" | "textDocument/completion", None) => {
                Value::Null
            }
            _ => {
                let message = format!("{method} is not known here");
                let error = ResponseError { code: ErrorCode::MethodNotFound as i32, message, data: None };
                return Response { id, result: None, error: Some(error) };
            }
        };
        Response::new_ok(id, result)
    }

    fn asked(&self, parameters: &Value) -> Option<Asked> {
        let uri = parameters["textDocument"]["uri"].as_str()?;
        let documents = self.shared.documents();
        let document = documents.get(uri)?;
        Some(Asked {
            uri: uri.to_owned(),
            text: document.text.clone(),
            known: document.known.clone().unwrap_or_default(),
            parameters: parameters.clone(),
        })
    }

    fn definition(&self, asked: &Asked) -> Option<Value> {
        let found = names::definition(&asked.text, names::word_at(&asked.text, asked.offset())?)?;
        if !found.in_prelude {
            let place = range(&asked.text, found.start, found.end);
            return Some(json!({ "uri": asked.uri, "range": place }));
        }
        let text = covenant_front::prelude_alone();
        let path = self.folder.path().join("prelude.ml");
        std::fs::write(&path, text).ok()?;
        Some(json!({ "uri": uri(&path), "range": range(text, found.start, found.end) }))
    }

    fn execute(&self, parameters: &Value) -> Result<Value, String> {
        let arguments = &parameters["arguments"];
        let (Some(uri), Some(claim)) = (arguments[0].as_str(), arguments[1].as_str()) else {
            return Err(
                "a command has two arguments: the URI of a file and the name of a function".to_owned()
            );
        };
        match parameters["command"].as_str() {
            Some(PROVE) => {
                self.queue(uri, Some(claim.to_owned()));
                Ok(Value::Null)
            }
            Some(DERIVATION) => self.derivation(uri, claim),
            Some(REPAIR) => self.repair(uri, claim),
            _ => Err(format!("the commands are {}", COMMANDS.join(", "))),
        }
    }

    /// Writes the page of a derivation and asks the editor to show it.
    fn derivation(&self, uri: &str, claim: &str) -> Result<Value, String> {
        let known = self.shared.documents().get(uri).and_then(|document| document.known.clone());
        let known = known.ok_or("the file is not open, or not checked yet")?;
        let report = known.claims.iter().find(|report| report.claim == claim);
        let file =
            report.and_then(|report| report.certificate.as_ref()).ok_or("the claim is not accepted")?;
        let plain: String = claim.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let certificate = self.folder.path().join(format!("{plain}.cov"));
        let page = self.folder.path().join(format!("{plain}.html"));
        file.store(&certificate).map_err(|error| error.to_string())?;
        let shown = Command::new(covenant()?)
            .arg("show")
            .arg(&certificate)
            .arg("--html")
            .arg(&page)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        if !shown.status.success() {
            return Err(String::from_utf8_lossy(&shown.stderr).into_owned());
        }
        let page = places::uri(&page);
        (self.send)(self.shared.request("window/showDocument", json!({ "uri": page, "external": true })));
        Ok(json!(page))
    }

    /// Looks for a repair beside everything else, and applies it if the text is still the same.
    fn repair(&self, uri: &str, claim: &str) -> Result<Value, String> {
        let (text, version, work) = self
            .shared
            .documents()
            .get(uri)
            .map(|document| (document.text.clone(), document.version, document.work.clone()))
            .ok_or("the file is not open")?;
        let (shared, send) = (self.shared.clone(), self.send.clone());
        let (uri, claim) = (uri.to_owned(), claim.to_owned());
        std::thread::spawn(move || {
            let path = places::path(&uri);
            let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
            let file = name.as_deref().unwrap_or("input.ml");
            let check = pipeline::Options { total: work.clone(), ..pipeline::Options::default() };
            let options = Options { check, all: 1, ..Options::default() };
            let result = repair_claim(&RepairRequest { file, text: &text, claim: &claim }, &options);
            let still = shared.documents().get(&uri).is_some_and(|document| document.version == version);
            let (kind, message) = match &result.outcome {
                _ if !still => return,
                Outcome::Repaired(repairs) if !repairs.is_empty() => {
                    let edit = edits(&uri, &text, &repairs[0]);
                    let label = format!("repair of {claim}");
                    send(shared.request("workspace/applyEdit", json!({ "label": label, "edit": edit })));
                    (3, format!("{claim}: repaired; the new text is proved, and adds {}", repairs[0].adds))
                }
                Outcome::Repaired(_) => (2, format!("{claim}: no repair was found")),
                Outcome::NothingToRepair(_) => (3, format!("{claim} holds already")),
                Outcome::Unproved(repair) => {
                    let edit = edits(&uri, &text, repair);
                    let label = format!("repair of {claim} (not proved)");
                    send(shared.request("workspace/applyEdit", json!({ "label": label, "edit": edit })));
                    (2, format!("{claim}: changed so that it fits all that was tried; it is not proved"))
                }
                Outcome::NoRepair(why) | Outcome::Declined(why) | Outcome::Unknown(why) => {
                    (2, format!("{claim}: {why}"))
                }
            };
            send(notification("window/showMessage", json!({ "type": kind, "message": message })));
        });
        Ok(Value::Null)
    }
}

/// The edits of a repair, as the protocol has them.
fn edits(uri: &str, text: &str, repair: &Repair) -> Value {
    let edit = |edit: &covenant_repair::Edit| json!({ "range": range(text, edit.start, edit.end), "newText": edit.text });
    json!({ "changes": { uri: repair.edits.iter().map(edit).collect::<Vec<_>>() } })
}

/// The program that shows derivations; it stands beside this one.
fn covenant() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.with_file_name("covenant"))
}
