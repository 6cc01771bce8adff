//! `covenant repair`: a change that makes a rejected claim hold.
//!
//! The diff goes to standard output and everything else to standard error, so that
//! `covenant repair gen.ml | git apply` works. Claims are repaired from the top of the file, each on
//! the text that the ones before it left: a caller is judged by the claims of what it calls, so
//! that the order makes no difference to what is found, only to what is blamed.

use crate::check::certificates::Plan;
use covenant_certificates::shown::shown_path;
use covenant_cli::args::Repair as Arguments;
use covenant_cli::engine::UnderWay;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::terminal::{self, Style, counted, styled};
use covenant_cli::{inputs, interrupt, siblings, snippet};
use covenant_elaborator::pipeline;
use covenant_front::span::line_and_column;
use covenant_repair::{
    ClaimRepair, Options, Outcome, Repair, Request, Wishes, components_of, readable, unified_diff,
};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// What is done for each claim.
type Search = fn(&Request<'_>, &Options) -> ClaimRepair;

/// Repairs a file, or writes what it leaves out.
pub fn run(arguments: &Arguments, search: Search) -> Result<Exit, Failure> {
    let started = Instant::now();
    let plan = Plan::new(std::slice::from_ref(&arguments.file), &arguments.out)?;
    let [file] = plan.files.as_slice() else {
        return Err(Failure::input(format!("{}: a folder", shown_path(&arguments.file)))
            .help("repair one file at a time"));
    };
    let _under_way = UnderWay::begin(&file.path);
    let original = siblings::alone(&file.path)?;
    // What cannot be changed is said before minutes of work.
    let real = if arguments.write { inputs::changeable(&file.path)? } else { file.path.clone() };
    if let Some(why) = generated(&real, &original).or_else(|| generated(&file.path, &original)) {
        return Err(Failure::input(format!(
            "{}: {why}; nothing is changed in it",
            shown_path(&arguments.file)
        ))
        .help("repair what it is made from"));
    }
    let (claims, mut exit) = claims(arguments, &file.base_name, &original)?;
    let options = options(arguments);
    let mut text = original.clone();
    let mut tally = Tally::default();
    for claim in &claims {
        if interrupt::asked() {
            terminal::error_text("interrupted: nothing was written\n");
            interrupt::end();
        }
        let request = Request { file: &file.base_name, text: &text, claim };
        if arguments.show_components {
            let names = components_of(&request, &options).map_err(Failure::input)?;
            terminal::line(&format!("{claim}: {}", names.join(", ")));
            continue;
        }
        let begun = Instant::now();
        let result = search(&request, &options);
        let time = begun.elapsed();
        let chosen = chosen(arguments, &result.outcome);
        let written = match &result.outcome {
            Outcome::Repaired(repairs) => match repairs.first() {
                Some(repair) => plan.write(file, &repair.report)?,
                None => None,
            },
            _ => None,
        };
        exit = exit.max(exit_of(&result.outcome));
        tally.count(&result.outcome);
        if arguments.json {
            terminal::json(&object(&arguments.file, &text, &result, written.as_deref()));
        } else {
            report(arguments, &text, &result, time);
        }
        if let Some(repair) = chosen {
            text.clone_from(&repair.text);
        }
    }
    if arguments.show_components {
        return Ok(exit);
    }
    let changed = text != original;
    if changed && !arguments.json && !arguments.write {
        print_diff(&arguments.file, &original, &text);
    }
    if changed && arguments.write {
        write(&arguments.file, &original, &text)?;
    }
    if !arguments.json {
        let seconds = started.elapsed().as_secs_f64();
        let then = match (changed, arguments.write) {
            (true, true) => format!("; {} was changed", shown_path(&arguments.file)),
            (true, false) => "; --write makes the change".to_owned(),
            (false, _) => String::new(),
        };
        terminal::error_text(&format!(
            "{}: {} ({seconds:.2} s){then}\n",
            counted(claims.len(), "claim"),
            tally.in_words()
        ));
    }
    Ok(exit)
}

/// Lines at the top of a file that may say that it is generated.
const HEADER_LINES: usize = 5;

/// Why a change of the file would be lost: something else writes it.
fn generated(path: &Path, text: &str) -> Option<String> {
    if path.components().any(|part| part.as_os_str() == "_build") {
        return Some("what is in `_build` is written by the build".to_owned());
    }
    for (number, line) in text.lines().take(HEADER_LINES).enumerate() {
        let lower = line.to_lowercase();
        let says_so = lower.contains("do not edit")
            || ["generated by", "generated from", "automatically generated", "autogenerated", "@generated"]
                .iter()
                .any(|words| lower.contains(words));
        if says_so && line.trim_start().starts_with("(*") {
            return Some(format!("line {} says that it is generated", number + 1));
        }
    }
    // `# 12 "lexer.mll"`: the text of another file.
    let directive = text.lines().position(|line| {
        line.strip_prefix("# ").is_some_and(|rest| {
            let mut words = rest.split_whitespace();
            words.next().is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
                && words.next().is_some_and(|name| name.starts_with('"'))
        })
    })?;
    Some(format!("line {} says that its text is that of another file", directive + 1))
}

/// The claims to look at, from the top of the file. Those that cannot be read are said: that nothing is to be repaired is not
/// said of them.
fn claims(arguments: &Arguments, name: &str, text: &str) -> Result<(Vec<String>, Exit), Failure> {
    // `_` is read as something that fails, here and nowhere else.
    let text = &readable(text);
    let module = match covenant_front::load(name, text) {
        Ok(module) => module,
        Err(diagnostics) => {
            let shown = arguments.file.display().to_string();
            for diagnostic in &diagnostics {
                terminal::error_text(&snippet::diagnostic(&shown, text, diagnostic));
            }
            return Err(Failure::input(format!("{}: not OCaml", shown_path(&arguments.file))));
        }
    };
    let known: Vec<String> = module.units.iter().map(|unit| unit.claim.clone()).collect();
    match &arguments.r#gen {
        None if known.is_empty() => {
            Err(Failure::input(format!("{}: no claim that can be read", shown_path(&arguments.file)))
                .help("`covenant check` says what is in the way"))
        }
        None => {
            for unread in &module.declined {
                let text = format!("`{}` is not looked at: {}", unread.claim, unread.why);
                terminal::message(Style::Doubt, "note", &text);
            }
            Ok((known, if module.declined.is_empty() { Exit::Good } else { Exit::Unknown }))
        }
        Some(wanted) if known.contains(wanted) => Ok((vec![wanted.clone()], Exit::Good)),
        Some(wanted) => Err(Failure::input(format!("there is no claim about `{wanted}` that can be read"))
            .help(format!("there are claims about: {}", known.join(", ")))),
    }
}

fn options(arguments: &Arguments) -> Options {
    let mut check = pipeline::Options::default().with_effort(arguments.effort);
    check.timeout = arguments.timeout.map(Duration::from_secs);
    let wishes = Wishes {
        with: arguments.components.clone(),
        only: arguments.only.clone(),
        without: arguments.without.clone(),
    };
    Options {
        check,
        wishes,
        all: arguments.all as usize,
        imprecise: arguments.imprecise,
        max_cost: arguments.max_cost,
        biased: arguments.biased,
        prove_exact: true,
    }
}

/// The change that is made.
fn chosen<'r>(arguments: &Arguments, outcome: &'r Outcome) -> Option<&'r Repair> {
    match outcome {
        Outcome::Repaired(repairs) => repairs.first(),
        Outcome::Unproved(repair) if !arguments.write || arguments.unproved => Some(repair),
        _ => None,
    }
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::NothingToRepair(_) | Outcome::Repaired(_) => Exit::Good,
        Outcome::Unproved(_) | Outcome::Declined(_) | Outcome::Unknown(_) => Exit::Unknown,
        Outcome::NoRepair(_) => Exit::Rejected,
    }
}

#[derive(Default)]
struct Tally {
    nothing: usize,
    repaired: usize,
    unproved: usize,
    none: usize,
    declined: usize,
}

impl Tally {
    fn count(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::NothingToRepair(_) => &mut self.nothing,
            Outcome::Repaired(_) => &mut self.repaired,
            Outcome::Unproved(_) => &mut self.unproved,
            Outcome::NoRepair(_) => &mut self.none,
            Outcome::Declined(_) | Outcome::Unknown(_) => &mut self.declined,
        } += 1;
    }

    fn in_words(&self) -> String {
        let parts = [
            (self.repaired, "repaired"),
            (self.unproved, "changed, not proved"),
            (self.none, "without a repair"),
            (self.declined, "not looked at"),
            (self.nothing, "with nothing to repair"),
        ];
        let parts: Vec<String> =
            parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        parts.join(", ")
    }
}

/// The name of a file in a diff: relative to where the command runs, as `git apply` wants it.
fn name_in_diff(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let parts = path.components().filter_map(|part| match part {
        std::path::Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        std::path::Component::ParentDir => Some("..".to_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

fn print_diff(path: &Path, old: &str, new: &str) {
    let diff = unified_diff(&name_in_diff(path), old, new);
    terminal::line(diff.trim_end_matches('\n'));
}

/// Writes the new text, completely or not at all, if the file still has the old one.
fn write(path: &Path, old: &str, new: &str) -> Result<(), Failure> {
    if inputs::source(path)? != old {
        return Err(Failure::input(format!(
            "{}: changed while it was repaired; nothing was written",
            shown_path(path)
        ))
        .help("run the command again"));
    }
    inputs::change(path, new.as_bytes())
}

/// What was found, for people, on standard error.
fn report(arguments: &Arguments, text: &str, result: &ClaimRepair, time: Duration) {
    let place = result.span.map_or_else(String::new, |span| {
        format!("{}:{}", shown_path(&arguments.file), line_and_column(text, span.start).0)
    });
    let head = |style: Style, word: &str, rest: &str| {
        terminal::error_text(&format!(
            "{} {} {}  {rest}  {} ms\n",
            styled(style, &format!("{word:<12}")),
            styled(Style::Strong, &format!("{:<20}", result.claim)),
            styled(Style::Faint, &format!("{place:<28}")),
            time.as_millis()
        ));
    };
    let line = |label: &str, rest: &str| terminal::error_text(&format!("{label:<12} {rest}\n"));
    match &result.outcome {
        Outcome::NothingToRepair(_) => {
            head(Style::Good, "complete", "nothing to repair: it can produce every value");
        }
        Outcome::Repaired(repairs) => {
            let Some(first) = repairs.first() else { return };
            let word = if first.excess.is_some() && !first.excess_before { "imprecise" } else { "repaired" };
            head(Style::Good, word, &counted(first.edits.len(), "change"));
            describe(first, &line);
            for leaf in &first.redundant {
                let number = line_and_column(&first.text, leaf.start).0;
                line(
                    "not needed",
                    &format!(
                        "line {number} of the new text: the claim holds without `{}`",
                        short(&leaf.text)
                    ),
                );
            }
            let conditions = counted(first.report.conditions.checked as usize, "condition");
            let proved = match first.report.assumptions.as_slice() {
                [] => format!("{conditions}, all checked by the kernel"),
                trusted => format!("{conditions} checked by the kernel; rests on {}", trusted.join(", ")),
            };
            line(
                "proved",
                &format!(
                    "{proved}; certificate in {} (for the text with the change)",
                    shown_path(&arguments.out)
                ),
            );
            for (number, other) in repairs.iter().enumerate().skip(1) {
                line("or", &format!("repair {}:", number + 1));
                terminal::error_text(&unified_diff(&name_in_diff(&arguments.file), text, &other.text));
            }
        }
        Outcome::Unproved(repair) => {
            head(Style::Doubt, "not proved", &counted(repair.edits.len(), "change"));
            describe(repair, &line);
            let stuck = repair.report.obstacles.first().map_or("", |obstacle| obstacle.message.as_str());
            line(
                "not proved",
                &format!(
                    "fits {} that were tried, but the claim is not proved: {stuck}",
                    counted(repair.values_tried + repair.excluded, "value")
                ),
            );
            line("", "nothing is written without --write --unproved");
        }
        Outcome::NoRepair(why) => head(Style::Error, "no repair", why),
        Outcome::Declined(why) => head(Style::Doubt, "declined", why),
        Outcome::Unknown(why) => head(Style::Doubt, "unknown", why),
    }
    if let Some(why) = &result.suspect {
        line("suspect", why);
    }
}

fn describe(repair: &Repair, line: &dyn Fn(&str, &str)) {
    line("adds", &format!("{}, and whatever else was missing", repair.adds));
    match &repair.excess {
        Some(excess) if repair.excess_before => {
            line("excess", &format!("returns what is forbidden, as it did before: {excess}"));
        }
        Some(excess) => line("excess", &format!("also returns what is forbidden: {excess}")),
        None => line("exact", &exact(repair)),
    }
}

/// How much was tried to find something forbidden.
fn exact(repair: &Repair) -> String {
    if repair.exact {
        return "nothing that the specification forbids: proved, and checked by the kernel".to_owned();
    }
    let mut parts = Vec::new();
    if repair.values_tried > 0 {
        let arguments = counted(repair.arguments_tried, "small argument list");
        parts.push(format!("in {} of {arguments}", counted(repair.values_tried, "value")));
    }
    if repair.excluded > 0 {
        parts.push(format!("{} excluded", counted(repair.excluded, "forbidden value")));
    }
    if let Some(Ok(found)) = repair.report.only.as_ref().map(|only| &only.found) {
        parts.push(format!("{} more as the claim says *exactly*", counted(found.good as usize, "value")));
    }
    if parts.is_empty() {
        return "nothing could be run: whether it returns what is forbidden was not tried".to_owned();
    }
    format!("nothing that the specification forbids, {}", parts.join(", "))
}

/// The first line of something that is written, not too long.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(40).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

/// What was found, for programs; `docs/JSON.md` documents it.
fn object(path: &Path, text: &str, result: &ClaimRepair, certificate: Option<&Path>) -> Value {
    let repair = |repair: &Repair, applicability: &str| {
        let edits: Vec<Value> = repair
            .edits
            .iter()
            .map(|edit| {
                let (line, column) = line_and_column(text, edit.start);
                let (end_line, end_column) = line_and_column(text, edit.end);
                json!({
                    "start": edit.start, "end": edit.end, "text": edit.text,
                    "line": line, "column": column, "end_line": end_line, "end_column": end_column,
                })
            })
            .collect();
        let not_needed: Vec<Value> = repair
            .redundant
            .iter()
            .map(|leaf| json!({ "line": line_and_column(&repair.text, leaf.start).0, "text": leaf.text }))
            .collect();
        json!({
            "applicability": applicability,
            "verdict": repair.report.verdict.word(),
            "edits": edits,
            "adds": repair.adds,
            "excess": repair.excess,
            "excess_before": repair.excess_before,
            "exact_proved": repair.exact,
            "values_tried": repair.values_tried,
            "arguments_tried": repair.arguments_tried,
            "forbidden_excluded": repair.excluded,
            "not_needed": not_needed,
            "size": repair.size,
        })
    };
    let (status, repairs, message) = match &result.outcome {
        Outcome::NothingToRepair(_) => ("complete", Vec::new(), None),
        Outcome::Repaired(found) => {
            let kind = |r: &Repair| if r.excess.is_some() { "imprecise" } else { "proved" };
            ("repaired", found.iter().map(|r| repair(r, kind(r))).collect(), None)
        }
        Outcome::Unproved(found) => ("unproved", vec![repair(found, "unproved")], None),
        Outcome::NoRepair(why) => ("no-repair", Vec::new(), Some(why)),
        Outcome::Declined(why) => ("declined", Vec::new(), Some(why)),
        Outcome::Unknown(why) => ("unknown", Vec::new(), Some(why)),
    };
    json!({
        "file": shown_path(path).to_string(),
        "claim": result.claim,
        "status": status,
        "message": message,
        "suspect": result.suspect,
        "repairs": repairs,
        "certificate": certificate.map(|path| shown_path(path).to_string()),
        "work": { "terms": result.work.terms, "rounds": result.work.rounds, "proposals": result.work.checks },
    })
}

#[cfg(test)]
mod tests {
    use super::{generated, write};
    use std::path::Path;

    #[test]
    fn what_something_else_writes_is_known() {
        let of = |path: &str, text: &str| generated(Path::new(path), text).is_some();
        assert!(of("gen.ml", "(* Generated by a script. Do not edit. *)\nlet a = 1\n"));
        assert!(of("_build/default/gen.ml", "let a = 1\n"));
        assert!(of("lexer.ml", "let a = 1\n# 12 \"lexer.mll\"\nlet b = 2\n"));
        assert!(!of("gen.ml", "(* A generator of lists. *)\nlet generated = 1\n"));
    }

    /// Somebody saved the file while it was repaired: their text stays.
    #[test]
    fn a_file_that_changed_meanwhile_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gen.ml");
        std::fs::write(&path, "let a = 2\n").expect("is written");
        let refused = write(&path, "let a = 1\n", "let a = 3\n").expect_err("has changed");
        assert!(format!("{refused:?}").contains("changed while it was repaired"), "{refused:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), "let a = 2\n");
        write(&path, "let a = 2\n", "let a = 3\n").expect("is as it was read");
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), "let a = 3\n");
    }
}
