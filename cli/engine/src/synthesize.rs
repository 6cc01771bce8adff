//! `covenant synthesize`: generators of traces for a goal.

use covenant_cli::args::Synthesize;
use covenant_cli::engine::UnderWay;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::terminal::{self, Style, counted, styled};
use covenant_cli::{inputs, siblings, snippet};
use covenant_elaborator::pipeline::Options;
use covenant_synthesize::{Candidate, Kind, Refusal, Request, synthesize};
use serde_json::{Value, json};

/// Writes generators.
pub fn run(arguments: &Synthesize) -> Result<Exit, Failure> {
    let text = siblings::alone(&arguments.file)?;
    let shown = arguments.file.display().to_string();
    let _under_way = UnderWay::begin(&arguments.file);
    let request = Request { file: &shown, text: &text, goal: &arguments.goal, lines: arguments.n };
    let found = match synthesize(&request, &Options::default()) {
        Ok(found) => found,
        Err(refusal) => return refused(arguments, &shown, &text, refusal),
    };
    if arguments.json {
        terminal::json(&json!({
            "file": shown,
            "goal": arguments.goal,
            "candidates": found.candidates.iter().map(candidate).collect::<Vec<_>>(),
            "all_lines": found.all_lines,
            "text": found.text,
        }));
        return Ok(Exit::Good);
    }
    match &arguments.write {
        Some(path) => {
            tried(&found.candidates, true);
            conformance(&found.candidates);
            inputs::write(path, found.text.as_bytes())?;
            terminal::line(&format!("wrote {}", path.display()));
        }
        None => {
            terminal::line(found.text.trim_end());
            tried(&found.candidates, false);
        }
    }
    Ok(Exit::Good)
}

fn refused(arguments: &Synthesize, shown: &str, text: &str, refusal: Refusal) -> Result<Exit, Failure> {
    match refusal {
        Refusal::Unread(diagnostics) => {
            for diagnostic in &diagnostics {
                terminal::error_text(&snippet::diagnostic(shown, text, diagnostic));
            }
            Err(Failure::input(format!("{shown}: cannot be used")).help("correct what is said above"))
        }
        Refusal::NoOperators => Err(Failure::input(format!("{shown}: there are no operators"))
            .help("declare `module type S = sig val … end [@@operators event]` and a goal (docs/TRACES.md)")),
        Refusal::NoGoal(goals) => {
            let help = match goals.is_empty() {
                true => "it has none; write `let[@goal] name (x : t) = {| … |}`".to_owned(),
                false => format!("its goals are {}", goals.join(", ")),
            };
            Err(Failure::input(format!("{shown}: there is no goal `{}`", arguments.goal)).help(help))
        }
        Refusal::Nothing(candidates) => {
            if arguments.json {
                let list: Vec<Value> = candidates.iter().map(candidate).collect();
                terminal::json(&json!({ "file": shown, "goal": arguments.goal, "candidates": list }));
            } else {
                tried(&candidates, true);
                terminal::line(&format!("no generator for `{}`: see above why", arguments.goal));
            }
            Ok(Exit::Unknown)
        }
    }
}

/// One line for each candidate; behind the text of generators, as a comment.
fn tried(candidates: &[Candidate], plain: bool) {
    let say = |line: &str| match plain {
        true => terminal::line(line),
        false => terminal::error_text(&format!("{line}\n")),
    };
    for candidate in candidates {
        let kind = candidate.kind.word();
        match &candidate.dropped {
            Some(why) => {
                say(&format!("{} {} ({kind}): {why}", styled(Style::Doubt, "dropped"), candidate.name))
            }
            None => say(&format!(
                "{} {} ({kind}): {} valid",
                styled(Style::Good, "offered"),
                candidate.name,
                counted(candidate.claims.len(), "claim")
            )),
        }
        if let Some(witness) = &candidate.witness {
            let judged = match &witness.violates {
                None => "as specified".to_owned(),
                Some(violation) => format!(
                    "event {}, {}, is not an answer that the specification of `{}` allows",
                    violation.position, violation.event, violation.operator
                ),
            };
            say(&format!("  {} makes {}", witness.call, witness.trace));
            say(&format!("  {judged}"));
        }
    }
}

/// Whether a system that is as specified can show the goal at all, as far as was seen.
fn conformance(candidates: &[Candidate]) {
    let seen: Vec<_> = candidates.iter().filter_map(|candidate| candidate.witness.as_ref()).collect();
    let violated: Vec<&str> =
        seen.iter().filter_map(|witness| witness.violates.as_ref()).map(|v| v.operator.as_str()).collect();
    if let (Some(operator), true) = (violated.first(), violated.len() == seen.len()) {
        terminal::line(&format!(
            "Every trace that was looked at violates a specification (`{operator}`): only a wrong system reaches this goal."
        ));
    }
}

fn candidate(candidate: &Candidate) -> Value {
    let claims =
        candidate.claims.iter().map(|(name, verdict)| json!({ "claim": name, "verdict": verdict.word() }));
    json!({
        "name": candidate.name,
        "kind": match candidate.kind { Kind::Line => "line", Kind::Recursion => "recursion" },
        "offered": candidate.dropped.is_none(),
        "why_not": candidate.dropped,
        "claims": claims.collect::<Vec<_>>(),
        "witness": candidate.witness.as_ref().map(|witness| json!({
            "call": witness.call,
            "trace": witness.trace,
            "violates": witness.violates.as_ref().map(|violation| json!({
                "operator": violation.operator,
                "position": violation.position,
                "event": violation.event,
            })),
        })),
    })
}
