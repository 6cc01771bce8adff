//! Circles between the modules of a crate, read off its source text.
//!
//! The modules of a folder are compared with each other: one uses another if any file below it names
//! something below the other, by a path from `crate`, `super`, `self` or the name of a child. What a module
//! only hands on (`pub use`) counts as used from where it is defined. Calls of methods are not paths: a
//! type's methods may be spread over files, as long as the type itself is defined below all of them.
//!
//! By text and not through the compiler, so that it needs nothing and takes no time.

use crate::rust_lines::code_outside_tests;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module, by the names on the way to it.
type Module = Vec<String>;

/// What one module's text says.
#[derive(Debug, Default)]
struct Text {
    /// Paths that it mentions.
    mentioned: Vec<Vec<String>>,
    /// Paths that it hands on.
    handed_on: Vec<Vec<String>>,
}

/// The circles of a crate, each as the names of its modules.
pub fn circles(source: &Path) -> Result<Vec<Vec<String>>, String> {
    let mut texts = BTreeMap::new();
    read(source, &mut Vec::new(), &mut texts)?;
    let modules: BTreeMap<Module, Text> = texts.into_iter().map(|(m, text)| (m, parse(&text))).collect();
    let house = House { modules };
    let parents: BTreeSet<&[String]> =
        house.modules.keys().filter_map(|m| m.split_last().map(|(_, parent)| parent)).collect();
    Ok(parents.into_iter().flat_map(|parent| house.circles_below(parent)).collect())
}

fn read(folder: &Path, at: &mut Module, texts: &mut BTreeMap<Module, String>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(stem) = path.file_stem().and_then(|s| s.to_str()).map(str::to_owned) else { continue };
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            at.push(stem);
            read(&path, at, texts)?;
            at.pop();
        } else if path.extension().is_some_and(|e| e == "rs") {
            let mut module = at.clone();
            if !matches!(stem.as_str(), "mod" | "lib" | "main") {
                module.push(stem);
            }
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            texts.entry(module).or_default().push_str(&code_outside_tests(&text));
        }
    }
    Ok(())
}

fn parse(text: &str) -> Text {
    let mut found = Text::default();
    let mut rest = String::new();
    for statement in text.split_inclusive(';') {
        let start = statement.rfind("use ").filter(|&at| {
            let before = statement[..at].trim_end();
            let last = before.rsplit(['\n', '{', '}', ';']).next().unwrap_or("").trim();
            last.is_empty() || last == "pub" || last.starts_with("pub(") || last.ends_with(']')
        });
        match start.filter(|_| statement.ends_with(';')) {
            Some(at) => {
                rest.push_str(&statement[..at]);
                let tree: String = statement[at + 4..].trim_end_matches(';').split_whitespace().fold(
                    String::new(),
                    |mut all, word| {
                        all.push_str(if word == "as" { " as " } else { word });
                        all
                    },
                );
                let paths = expanded(&tree);
                let before = statement[..at].trim_end();
                if before.ends_with("pub") || before.ends_with(')') {
                    found.handed_on.extend(paths.clone());
                }
                found.mentioned.extend(paths);
            }
            None => rest.push_str(statement),
        }
    }
    let in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in rest.split(|c| !in_path(c)).filter(|word| word.contains("::")) {
        found.mentioned.push(word.split("::").map(str::to_owned).collect());
    }
    found
}

/// The paths of a tree of uses.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        return vec![path.split("::").map(str::to_owned).collect()];
    };
    let (before, inside) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())]);
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for c in inside.chars() {
        match c {
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
        .iter()
        .filter(|part| !part.is_empty())
        .flat_map(|part| expanded(&format!("{before}{part}")))
        .collect()
}

struct House {
    modules: BTreeMap<Module, Text>,
}

impl House {
    /// The module in which what a path names is defined.
    fn target(&self, from: &Module, path: &[String], handed_on: u32) -> Option<Module> {
        let (mut at, mut rest): (Module, &[String]) = match path.split_first()? {
            (first, rest) if first == "crate" => (Vec::new(), rest),
            (first, rest) if first == "self" => (from.clone(), rest),
            (first, _) if first == "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..])
            }
            (first, _) => {
                let child: Module = from.iter().chain([first]).cloned().collect();
                (self.modules.contains_key(&child).then(|| from.clone())?, path)
            }
        };
        while let Some((first, after)) = rest.split_first() {
            let deeper: Module = at.iter().chain([first]).cloned().collect();
            if !self.modules.contains_key(&deeper) {
                break;
            }
            (at, rest) = (deeper, after);
        }
        let again = rest.first().filter(|_| handed_on < 5).and_then(|item| {
            let paths = &self.modules.get(&at)?.handed_on;
            let path = paths.iter().find(|path| path.last() == Some(item))?;
            self.target(&at, path, handed_on + 1)
        });
        Some(again.unwrap_or(at))
    }

    /// The circles between the modules directly below one.
    fn circles_below(&self, parent: &[String]) -> Vec<Vec<String>> {
        let child = |module: &Module| {
            let below = module.len() > parent.len() && module.starts_with(parent);
            below.then(|| module[parent.len()].clone())
        };
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, text) in &self.modules {
            let Some(own) = child(module) else { continue };
            let used = text.mentioned.iter().filter_map(|path| child(&self.target(module, path, 0)?));
            let others: BTreeSet<String> = used.filter(|other| *other != own).collect();
            uses.entry(own).or_default().extend(others);
        }
        let reach = |from: &String| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                for used in uses.get(&next).into_iter().flatten() {
                    if seen.insert(used.clone()) {
                        open.push(used.clone());
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|m| (m, reach(m))).collect();
        let mut found: Vec<Vec<String>> = Vec::new();
        for (module, all) in &reached {
            if all.contains(*module) && !found.iter().any(|circle| circle.contains(module)) {
                let back = |other: &&String| reached.get(*other).is_some_and(|r| r.contains(*module));
                found.push(all.iter().filter(back).cloned().collect());
            }
        }
        let prefix = parent.join("::");
        let named = |name: String| if prefix.is_empty() { name } else { format!("{prefix}::{name}") };
        found.into_iter().map(|circle| circle.into_iter().map(named).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let modules = files.iter().map(|(module, text)| {
            let path = module.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect();
            (path, parse(&code_outside_tests(text)))
        });
        let house = House { modules: modules.collect() };
        let parents: BTreeSet<Vec<String>> =
            house.modules.keys().filter_map(|m| m.split_last().map(|(_, p)| p.to_vec())).collect();
        parents.iter().flat_map(|parent| house.circles_below(parent)).collect()
    }

    #[test]
    fn a_circle_is_found_whatever_the_form_of_the_paths() {
        let two = |a: &str, b: &str| house(&[("", "mod a; mod b; pub use b::Y;"), ("a", a), ("b", b)]);
        let circle = vec![vec!["a".to_owned(), "b".to_owned()]];
        assert_eq!(two("use crate::b::Y;", "use super::a::X;"), circle);
        assert_eq!(two("use crate::{b::{Y, Z}, c};", "fn f() { super::a::g() }"), circle);
        // Handed on by the parent.
        assert_eq!(two("pub struct X; use crate::Y;", "use crate::a::X as W;"), circle);
        assert!(two("use crate::b::Y;", "pub struct Y;").is_empty());
        assert!(two("use crate::b::Y;", "// use super::a::X;\nconst S: &str = \"crate::a::X\";").is_empty());
        assert!(
            two("use crate::b::Y;", "#[cfg(test)]\nmod tests {\n use super::super::a::X;\n}\n").is_empty()
        );
    }

    #[test]
    fn circles_below_a_folder_count_and_parents_do_not() {
        let files = [
            ("", "mod f;"),
            ("f", "mod p; mod q;"),
            ("f::p", "use super::q::A;"),
            ("f::q", "use super::p::B;"),
        ];
        assert_eq!(house(&files), vec![vec!["f::p".to_owned(), "f::q".to_owned()]]);
        assert!(house(&[("", "mod f; use f::A;"), ("f", "use crate::B;")]).is_empty());
    }
}
