//! A scripted session of an editor with `covenant lsp`, over standard input and output.

use crate::support::{binary, folder, root};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An editor.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i64,
    /// Messages that came while another one was waited for.
    kept: Vec<Value>,
}

impl Editor {
    fn start(folder: &Path) -> Editor {
        let mut server = Command::new(binary())
            .arg("lsp")
            .current_dir(folder)
            .env_remove("COVENANT_CACHE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server");
        let input = server.stdin.take().expect("its input");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        let mut editor = Editor { server, input, output, next: 0, kept: Vec::new() };
        let asked = json!({ "capabilities": { "workspace": { "codeLens": { "refreshSupport": true } } } });
        let answer = editor.request("initialize", asked);
        assert_eq!(answer["capabilities"]["hoverProvider"], true, "{answer}");
        editor.notify("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("sent");
        self.input.flush().expect("sent");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("a header") > 0, "the server is gone");
            if line.trim().is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("Content-Length: ") {
                length = number.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn request(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
            self.kept.push(message);
        }
    }

    /// The next message of this kind that is as wanted.
    fn wait(&mut self, method: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let fits = |message: &Value| message["method"] == method && wanted(&message["params"]);
        if let Some(at) = self.kept.iter().position(fits) {
            return self.kept.remove(at)["params"].clone();
        }
        loop {
            let message = self.receive();
            if message["method"] == method && wanted(&message["params"]) {
                return message["params"].clone();
            }
            self.kept.push(message);
        }
    }

    fn end(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

fn diagnostics_with(text: &'static str) -> impl Fn(&Value) -> bool {
    move |parameters| parameters["diagnostics"].to_string().contains(text)
}

fn place(text: &str, what: &str) -> Value {
    let at = text.find(what).expect("in the text");
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": column })
}

const TEXT: &str = "open Covenant_runtime\n\n\
    (* Not negative. *)\nlet[@predicate] natural (n : int) : bool = 0 <= n\n\n\
    let small () : int = if bool_gen () then 0 else 1\n\
    [@@covers {| M [v:int | natural v && v <= 1] |}]\n\n\
    let three () : int = if bool_gen () then 0 else 2\n\
    [@@covers {| M [v:int | natural v && v <= 2] |}]\n";

#[test]
fn an_editor_sees_verdicts_and_gets_a_claim_repaired() {
    let folder = folder();
    let mut editor = Editor::start(folder.path());
    let uri = format!("file://{}/a.ml", folder.path().display());
    let document = json!({ "uri": uri });
    let opened = json!({ "uri": uri, "languageId": "ocaml", "version": 1, "text": TEXT });
    editor.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    let found = editor.wait("textDocument/publishDiagnostics", diagnostics_with("three"));
    let rejected = &found["diagnostics"][0];
    assert_eq!((&rejected["code"], &rejected["severity"]), (&json!("C0001"), &json!(1)), "{found}");
    assert!(rejected["message"].as_str().is_some_and(|text| text.contains("three () => 1")), "{found}");
    assert_eq!(rejected["range"]["start"], place(TEXT, "three ()"), "{found}");

    // Lenses are there when both claims are.
    editor.wait("workspace/codeLens/refresh", |_| true);
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": document }));
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("lenses")
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert!(titles[0].starts_with("valid, ") && titles[0].ends_with(" nodes"), "{titles:?}");
    assert!(titles.contains(&"propose a repair"), "{titles:?}");

    let at = |what: &str| json!({ "textDocument": document, "position": place(TEXT, what) });
    let hover = editor.request("textDocument/hover", at("small ()"));
    let hover = hover["contents"]["value"].as_str().expect("text").to_owned();
    assert!(hover.contains("**valid** `small`") && hover.contains("rests on: nothing else"), "{hover}");
    let hover = editor.request("textDocument/hover", at("natural v && v <= 1"));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("Not negative")), "{hover}");
    let definition = editor.request("textDocument/definition", at("natural v && v <= 2"));
    assert_eq!(definition["range"]["start"], place(TEXT, "natural (n"), "{definition}");
    let names = editor.request("textDocument/completion", at("v <= 2"));
    assert!(names.to_string().contains("\"label\":\"list_len\""), "{names}");
    let names = editor.request("textDocument/completion", at("if bool_gen"));
    assert_eq!(names, json!([]));

    // The derivation of an accepted claim, as a page.
    let command = |name: &str, claim: &str| json!({ "command": name, "arguments": [uri, claim] });
    let page = editor.request("workspace/executeCommand", command("covenant.showDerivation", "small"));
    assert!(page.as_str().is_some_and(|page| page.ends_with("/small.html")), "{page}");
    let shown = editor.wait("window/showDocument", |_| true);
    assert_eq!(shown["uri"], page);

    // A quick fix inserts what is missing; with it the claim holds.
    let range = json!({ "start": place(TEXT, "let three"), "end": place(TEXT, "let three") });
    let context = json!({ "diagnostics": [] });
    let asked = json!({ "textDocument": document, "range": range, "context": context });
    let actions = editor.request("textDocument/codeAction", asked);
    let repair = &actions[0]["command"];
    assert_eq!(repair["command"], "covenant.repair", "{actions}");
    editor.request("workspace/executeCommand", command("covenant.repair", "three"));
    let edit = editor.wait("workspace/applyEdit", |_| true);
    let edits = edit["edit"]["changes"][&uri].as_array().expect("edits").clone();
    let repaired = applied(TEXT, &edits);
    let change =
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": repaired }] });
    editor.notify("textDocument/didChange", change);
    let version_2 = |parameters: &Value| parameters["version"] == 2 && parameters["diagnostics"] == json!([]);
    editor.wait("textDocument/publishDiagnostics", version_2);
    editor.end();
}

fn applied(text: &str, edits: &[Value]) -> String {
    let offset = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64().expect("a line")).expect("small");
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + usize::try_from(place["character"].as_u64().expect("a column")).expect("small")
    };
    let mut sorted: Vec<_> = edits
        .iter()
        .map(|e| (offset(&e["range"]["start"]), offset(&e["range"]["end"]), &e["newText"]))
        .collect();
    sorted.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    sorted.into_iter().fold(text.to_owned(), |mut text, (start, end, new)| {
        text.replace_range(start..end, new.as_str().expect("text"));
        text
    })
}

/// Work on an old text is given up: what takes long does not keep a new one waiting.
#[test]
fn a_change_cancels_the_work_on_the_old_text() {
    let folder = folder();
    let mut editor = Editor::start(folder.path());
    let uri = format!("file://{}/a.ml", folder.path().display());
    let slow =
        std::fs::read_to_string(root().join("benchmarks/heldout3/binomial_heap_tree.ml")).expect("a suite");
    let opened = json!({ "uri": uri, "languageId": "ocaml", "version": 1, "text": slow });
    editor.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    // What is wrong with a file is published before its claims are searched.
    editor.wait("textDocument/publishDiagnostics", |_| true);
    for version in 2..5 {
        let text = TEXT.replace("three", &format!("three{version}"));
        let change = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        editor.notify("textDocument/didChange", change);
    }
    let found = editor.wait("textDocument/publishDiagnostics", diagnostics_with("three4"));
    assert_eq!(found["version"], 4);
    // Nothing was published about versions that were replaced before anybody looked at them.
    let of_others =
        editor.kept.iter().filter(|message| [2, 3].iter().any(|v| message["params"]["version"] == *v));
    assert_eq!(of_others.count(), 0, "{:?}", editor.kept);
    editor.end();
}

/// A measure that is a difference of parameters is found; another one is offered as text.
#[test]
fn a_measure_is_found_or_offered() {
    const LOOP: &str = "open Covenant_runtime\n\n\
        let rec between (lo : int) (hi : int) : int =\n  if lo >= hi then hi else if bool_gen () then lo else between (lo + 1) hi\n\
        [@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} -> [v:int | lo <= v && v <= hi] |}]\n\n\
        let rec up (lo : int) : int =\n  if lo >= 10 then 10 else if bool_gen () then lo else up (lo + 1)\n\
        [@@covers {| lo:{v:int | v <= 10} -> [v:int | lo <= v && v <= 10] |}]\n";
    let folder = folder();
    let mut editor = Editor::start(folder.path());
    let uri = format!("file://{}/a.ml", folder.path().display());
    let document = json!({ "uri": uri });
    let opened = json!({ "uri": uri, "languageId": "ocaml", "version": 1, "text": LOOP });
    editor.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    let found =
        editor.wait("textDocument/publishDiagnostics", diagnostics_with("neither proved nor refuted"));
    assert!(found.to_string().contains("say what decreases, behind `up`: `lo` does not"), "{found}");
    editor.wait("workspace/codeLens/refresh", |_| true);
    let hover = json!({ "textDocument": document, "position": place(LOOP, "between (lo : int)") });
    let hover = editor.request("textDocument/hover", hover);
    assert!(hover.to_string().contains("measure: `hi - lo` (found)"), "{hover}");
    let range = json!({ "start": place(LOOP, "let rec up"), "end": place(LOOP, "let rec up") });
    let asked = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.request("textDocument/codeAction", asked);
    let wanted =
        actions.as_array().expect("actions").iter().find(|a| a["title"] == "Insert `[@@measure lo]`");
    let edits = wanted.expect("it is offered")["edit"]["changes"][&uri].as_array().expect("edits").clone();
    let text = applied(LOOP, &edits);
    assert!(text.ends_with("|}]\n[@@measure lo]\n"), "{text}");
    // Whoever knows better changes it.
    let text = text.replace("[@@measure lo]", "[@@measure 10 - lo]");
    let change =
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
    editor.notify("textDocument/didChange", change);
    let proved = |parameters: &Value| parameters["version"] == 2 && parameters["diagnostics"] == json!([]);
    editor.wait("textDocument/publishDiagnostics", proved);
    editor.wait("workspace/codeLens/refresh", |_| true);
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lenses.to_string().matches("\"valid, ").count(), 2, "{lenses}");
    editor.end();
}
