//! The documents as a new user would follow them: every `console` block is run, command by
//! command, and its output compared with what the document shows.
//!
//! `UPDATE_DOCUMENTS=1` writes the real output into the documents instead. So nothing in them
//! is invented, and nothing in them is out of date.

use crate::support::{binary, copy, folder, normal, root, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command, and the lines that follow it in the document.
struct Step {
    command: String,
    shown: Vec<String>,
    /// Lines of the document that are its output.
    lines: std::ops::Range<usize>,
}

fn steps(document: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            let lines = number + 1..number + 1;
            steps.push(Step { command: command.to_owned(), shown: Vec::new(), lines });
        } else if let (true, Some(step)) = (inside, steps.last_mut()) {
            step.shown.push(line.to_owned());
            step.lines.end = number + 1;
        }
    }
    steps
}

/// Runs a document's commands in one folder that has the examples, and returns how many ran.
fn follow(path: &Path) -> usize {
    let document = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let folder = folder();
    copy(&root().join("examples"), &folder.path().join("examples"));
    let tool = binary();
    let search_path = format!(
        "{}:{}",
        tool.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    let mut updated: Vec<String> = document.lines().map(str::to_owned).collect();
    let steps = steps(&document);
    let mut outputs = Vec::new();
    for step in &steps {
        // What sets a machine up is run by `cargo xtask` itself, and takes minutes.
        if step.command.starts_with("cargo ") || step.command.starts_with("git ") {
            outputs.push(None);
            continue;
        }
        let done = run(Command::new("bash")
            .args(["-c", &format!("{} 2>&1", step.command)])
            .current_dir(folder.path())
            .env("XDG_CACHE_HOME", root().join("target/rocq-cache"))
            .env("PATH", &search_path));
        let output: Vec<String> =
            done.stdout.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
        if !update {
            let shown = step.shown.join("\n");
            assert_eq!(
                normal(&output.join("\n")),
                normal(shown.trim_end()),
                "{}: $ {}",
                path.display(),
                step.command
            );
        }
        outputs.push(Some(output));
    }
    if update {
        for (step, output) in steps.iter().zip(&outputs).rev() {
            if let Some(output) = output {
                updated.splice(step.lines.clone(), output.iter().cloned());
            }
        }
        fs::write(path, updated.join("\n") + "\n").expect("the document");
    }
    outputs.iter().flatten().count()
}

#[test]
fn the_readme_works() {
    assert!(follow(&root().join("README.md")) >= 3);
}

#[test]
fn the_tutorial_works() {
    assert!(follow(&root().join("docs/TUTORIAL.md")) >= 6);
}

#[test]
fn the_chapter_on_repair_works() {
    assert!(follow(&root().join("docs/REPAIR.md")) >= 1);
}

#[test]
fn the_ci_recipe_works() {
    let document = fs::read_to_string(root().join("docs/ci.md")).expect("docs/ci.md");
    // The script of the recipe, as a CI job would run it.
    let script: Vec<&str> = document
        .lines()
        .skip_while(|line| *line != "```bash")
        .skip(1)
        .take_while(|line| *line != "```")
        .collect();
    assert!(script.iter().any(|line| line.contains("covenant check")), "there is no recipe");
    let tool = binary();
    let search_path = format!(
        "{}:{}",
        tool.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let job = |generators: &[&str], accepted: &Path| {
        let folder = folder();
        fs::create_dir(folder.path().join("generators")).expect("a folder");
        for name in generators {
            fs::copy(root().join("examples").join(name), folder.path().join("generators").join("tree.ml"))
                .expect("a file");
        }
        if accepted.exists() {
            copy(accepted, &folder.path().join("certificates"));
        }
        fs::write(folder.path().join("policy.toml"), "evidence = [\"checked\"]\nassumptions = []\n")
            .expect("a policy");
        let done = run(Command::new("bash")
            .args(["-c", &script.join("\n")])
            .current_dir(folder.path())
            .env("PATH", &search_path));
        (done, folder)
    };
    let nowhere = root().join("no-such-folder");
    let (good, first) = job(&["repaired.ml"], &nowhere);
    assert_eq!(good.code, 0, "{}", good.shown());
    let made = first.path().join("covenant-out");
    let (again, _second) = job(&["repaired.ml"], &made);
    assert_eq!(again.code, 0, "{}", again.shown());
    let (bad, _third) = job(&["missing_value.ml"], &made);
    assert_eq!(bad.code, 1, "{}", bad.shown());
}
