//! The rooms of the house: which crate may use which, that no modules go in circles, that Z3 is not among
//! the dependencies of `covenant`; and the picture of it in `docs/rooms.svg`.

use crate::measures::measure;
use crate::modules;
use crate::picture::{self, Room};
use crate::steps::{cargo, output, root};
use std::collections::BTreeMap;
use std::fs;

const fn room(package: &'static str, folder: &'static str, verb: &'static str) -> Room {
    Room { package, folder, verb }
}

/// All crates. One may use what stands above it, never what stands below.
pub const ROOMS: &[Room] = &[
    room("covenant-kernel", "kernel", "checks"),
    room("covenant-certificates", "certificates", "stores, compares"),
    room("covenant-budget", "elaborator/budget", "limits"),
    room("covenant-linear", "elaborator/linear", "adds"),
    room("covenant-remember", "elaborator/remember", "remembers"),
    room("covenant-notation", "elaborator/notation", "prints"),
    room("covenant-front", "elaborator/front", "reads"),
    room("covenant-execute", "elaborator/execute", "runs"),
    room("covenant-exercise", "elaborator/exercise", "tests functions"),
    room("covenant-prove", "elaborator/prove", "proves"),
    room("covenant-models", "elaborator/models", "asks for models"),
    room("covenant-code", "elaborator/code", "writes code"),
    room("covenant-elaborator", "elaborator", "puts together"),
    room("covenant-fuzz", "elaborator/fuzz", "attacks"),
    room("covenant-repair", "elaborator/repair", "repairs"),
    room("covenant-synthesize", "elaborator/synthesize", "synthesizes"),
    room("covenant-terms", "elaborator/terms", "makes terms"),
    room("covenant-scan", "elaborator/scan", "scans"),
    room("covenant-coq-export", "coq-export", "exports"),
    room("covenant", "cli", "talks"),
    room("covenant-lsp", "cli/lsp", "talks to editors"),
    room("covenant-engine", "cli/engine", "talks, with Z3"),
    room("covenant-tests", "tests", "tests"),
    room("covenant-benchmarks", "benchmarks", "measures"),
    room("covenant-terms-benchmarks", "benchmarks/terms", "measures terms"),
    room("xtask", "xtask", "keeps house"),
];

/// Where the picture is.
const PICTURE: &str = "docs/rooms.svg";

/// Whether the picture is written, or compared with the one that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Written.
    Write,
    /// Compared.
    Compare,
}

/// Checks the house.
pub fn run(what: Picture) -> Result<(), String> {
    let mut problems = Vec::new();
    let members = members()?;
    for folder in &members {
        if !ROOMS.iter().any(|room| room.folder == folder) {
            problems.push(format!("{folder} is a crate without a place in `ROOMS` (xtask/src/rooms.rs)"));
        }
    }
    let mut uses = BTreeMap::new();
    for (place, room) in ROOMS.iter().enumerate() {
        let used = dependencies(room)?;
        for name in &used {
            match ROOMS.iter().position(|other| other.package == name) {
                Some(other) if other < place => {}
                Some(_) => {
                    problems.push(format!("{} may not use {name}, which stands below it", room.package))
                }
                None => problems.push(format!("{} uses {name}, which is no room", room.package)),
            }
        }
        for circle in modules::circles(&root().join(room.folder).join("src"))? {
            problems.push(format!(
                "modules of {} use each other in a circle: {}",
                room.package,
                circle.join(", ")
            ));
        }
        uses.insert(room.package, used);
    }
    let tree = output(cargo(&[
        "tree",
        "--quiet",
        "--package",
        "covenant",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]))?;
    if let Some(line) = tree.lines().find(|line| line.starts_with("z3")) {
        problems.push(format!("{line} is among the dependencies of `covenant`"));
    }
    let drawn = picture::draw(ROOMS, &uses);
    let path = root().join(PICTURE);
    match what {
        Picture::Write => fs::write(&path, drawn).map_err(|error| format!("{PICTURE}: {error}"))?,
        Picture::Compare if fs::read_to_string(&path).is_ok_and(|there| there == drawn) => {}
        Picture::Compare => problems
            .push(format!("{PICTURE} is not the house as it is; `cargo xtask rooms --write` draws it")),
    }
    println!("  {} crates, each uses only what stands above it; no circle; no Z3 in `covenant`", ROOMS.len());
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n  ")) }
}

/// Prints the size of each room, as a table of Markdown.
pub fn table() -> Result<(), String> {
    println!("| crate | lines | uses | longest function | largest struct |\n|---|---|---|---|---|");
    for room in ROOMS {
        let size = measure(&root().join(room.folder).join("src"))?;
        let uses: Vec<String> =
            dependencies(room)?.iter().map(|name| name.replace("covenant-", "")).collect();
        println!(
            "| `{}` | {} | {} | {} (`{}`) | {} (`{}`) |",
            room.folder,
            size.lines,
            if uses.is_empty() { "nothing".to_owned() } else { uses.join(", ") },
            size.function.0,
            size.function.1,
            size.fields.0,
            size.fields.1
        );
    }
    Ok(())
}

/// The folders of the workspace's members.
fn members() -> Result<Vec<String>, String> {
    let text =
        fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let list =
        text.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).map(|(list, _)| list);
    let list = list.ok_or("Cargo.toml has no list of members")?;
    Ok(list.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The crates of the house that one depends on (not only in its tests).
fn dependencies(room: &Room) -> Result<Vec<String>, String> {
    let path = root().join(room.folder).join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}/Cargo.toml: {error}", room.folder))?;
    let mut section = "";
    let mut used = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]" {
            let name = line.split(['.', ' ', '=']).next().unwrap_or("");
            if name == "covenant" || name.starts_with("covenant-") {
                used.push(name.to_owned());
            }
        }
    }
    used.sort();
    Ok(used)
}
