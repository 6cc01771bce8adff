//! The trusted computing base: how much has to be read to believe a verdict.

use crate::rust_lines::count;
use crate::steps::{cargo, output, root};
use std::fs;
use std::path::{Path, PathBuf};

/// The kernel must stay below this, so that it can be read in an afternoon.
const LINES_BELOW: usize = 3400;

/// Prints size and dependencies of the kernel; fails if it is too large, depends on anything,
/// or contains `unsafe`.
pub fn run() -> Result<(), String> {
    let sources = root().join("kernel/src");
    let mut files = Vec::new();
    rust_files(&sources, &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err("kernel/src has no Rust file".to_owned());
    }
    let mut total = 0;
    let mut problems = Vec::new();
    println!("  lines of code (no comments, blank lines or tests)");
    for file in &files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let found = count(&text);
        let name = file.strip_prefix(&sources).unwrap_or(file).display().to_string();
        println!("  {:>5}  {name}", found.code);
        total += found.code;
        for line in found.unsafe_lines {
            problems.push(format!("`unsafe` in kernel/src/{name}, line {line}"));
        }
    }
    println!("  {total:>5}  in all (to stay below {LINES_BELOW})");
    if total >= LINES_BELOW {
        problems.push(format!("the kernel has {total} lines; they are to stay below {LINES_BELOW}"));
    }

    let tree = output(cargo(&[
        "tree",
        "--quiet",
        "--package",
        "covenant-kernel",
        "--no-default-features",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]))?;
    let dependencies: Vec<&str> = tree.lines().skip(1).filter(|line| !line.trim().is_empty()).collect();
    if dependencies.is_empty() {
        println!("  dependencies: none");
    } else {
        println!("  dependencies: {}", dependencies.join(", "));
        problems.push(format!("the kernel depends on {}", dependencies.join(", ")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("; ")) }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
