//! The project of `docs/DUNE.md`, built and tested by dune; and exported generators with the program's own types.

use crate::support::{binary, covenant, folder, root, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The files of the document: a line that begins with a path in backquotes, then its text.
fn files() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("docs/DUNE.md")).expect("the document");
    let mut files = Vec::new();
    let mut path: Option<String> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let named = line.strip_prefix('`').and_then(|rest| rest.split_once("`:"));
        if let Some((name, _)) = named.filter(|(name, _)| !name.contains([' ', '`'])) {
            path = Some(name.to_owned());
        } else if line.starts_with("```")
            && let Some(path) = path.take()
        {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            files.push((path, body.join("\n") + "\n"));
        }
    }
    files
}

fn write(at: &Path, files: &[(String, String)]) {
    for (path, text) in files {
        let path = at.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

#[test]
fn exported_generators_have_the_types_of_the_program() {
    let folder = folder();
    let at = folder.path();
    write(at, &files());
    let runtime = root().join("elaborator/ocaml");
    for name in ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"] {
        fs::copy(runtime.join(name), at.join(name)).expect("a file");
    }
    fs::copy(at.join("gen/shapes.ml"), at.join("shapes.ml")).expect("a file");
    fs::copy(at.join("test/test_shapes.ml"), at.join("test_shapes.ml")).expect("a file");
    let compile = || {
        let sources = "covenant_draws.ml covenant_runtime.mli covenant_runtime.ml shapes.ml shapes_qcheck.ml test_shapes.ml";
        let command =
            format!("ocamlfind ocamlc -w -a -package qcheck -linkpkg {sources} -o tested && ./tested");
        run(Command::new("sh").args(["-c", &command]).current_dir(at))
    };
    let export = |more: &[&str]| {
        let done =
            covenant(at, &[&["export", "shapes.ml", "--qcheck", "-o", "shapes_qcheck.ml"], more].concat());
        assert_eq!(done.code, 0, "{}", done.shown());
    };
    export(&["--types-from", "Shapes"]);
    let done = compile();
    assert_eq!(done.code, 0, "{}", done.shown());
    // Without, the types are others, and OCaml says so.
    export(&[]);
    let done = compile();
    assert!(done.code != 0 && done.stderr.contains("Shapes_qcheck.shape"), "{}", done.shown());
    let bad = covenant(at, &["export", "shapes.ml", "--qcheck", "--types-from", "shapes"]);
    assert!(bad.code == 2 && bad.stderr.contains("a module such as"), "{}", bad.shown());
}

#[test]
fn the_project_of_the_document_is_built_and_tested_by_dune() {
    let files = files();
    let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["dune-project", "gen/shapes.ml", "gen/dune", "test/dune", "test/test_shapes.ml"]);
    if Command::new("dune").arg("--version").output().is_err() {
        return;
    }
    let folder = folder();
    let at = folder.path();
    write(at, &files);
    let runtime = at.join("runtime");
    fs::create_dir(&runtime).expect("a folder");
    for entry in fs::read_dir(root().join("elaborator/ocaml")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            fs::copy(&path, runtime.join(path.file_name().expect("a name"))).expect("a file");
        }
    }
    let tools = binary().parent().expect("a folder").display().to_string();
    let test = || {
        let path = format!("{tools}:{}", std::env::var("PATH").unwrap_or_default());
        run(Command::new("dune").args(["runtest", "--root", "."]).current_dir(at).env("PATH", path))
    };
    let done = test();
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(format!("{}{}", done.stdout, done.stderr).contains("1 claim: 1 valid"), "{}", done.shown());
    let wrong = fs::read_to_string(at.join("gen/shapes.ml"))
        .expect("a file")
        .replace("depth v <= n", "depth v <= n + 1");
    fs::write(at.join("gen/shapes.ml"), wrong).expect("a file");
    let done = test();
    assert!(done.code != 0, "{}", done.shown());
    assert!(format!("{}{}", done.stdout, done.stderr).contains("cannot produce"), "{}", done.shown());
}
