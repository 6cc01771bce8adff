//! A diff for people.

use super::view::{ClaimView, NodeView, RowView, SetView};
use crate::terminal::{self, Style, styled};
use covenant_certificates::diff::{ConditionDiff, ConditionSide, DeclarationKind, Fate, NamesDiff, Pair};
use similar::{ChangeTag, TextDiff};

/// Prints a diff.
pub fn print(view: &SetView) {
    for id in &view.removed {
        terminal::line(&format!(
            "{} {} in {}",
            styled(Style::Error, "removed"),
            styled(Style::Strong, &id.claim),
            id.file
        ));
    }
    for id in &view.added {
        terminal::line(&format!(
            "{} {} in {}",
            styled(Style::Good, "added"),
            styled(Style::Strong, &id.claim),
            id.file
        ));
    }
    for claim in &view.claims {
        print_claim(claim);
    }
    let same = view.claims.iter().filter(|claim| claim.same()).count();
    if view.claims.len() > 1 {
        terminal::line(&format!(
            "{} claims compared: {same} the same, {} different; {} added, {} removed",
            view.claims.len(),
            view.claims.len() - same,
            view.added.len(),
            view.removed.len()
        ));
    }
}

fn print_claim(claim: &ClaimView) {
    let name = format!("{} in {}", styled(Style::Strong, &claim.diff.claim), claim.file);
    if claim.same() {
        terminal::line(&format!("{} {name}: {}", styled(Style::Good, "same"), claim.verdict.new));
        return;
    }
    let findings: Vec<&str> = claim.findings.iter().map(|finding| finding.name()).collect();
    let findings = if findings.is_empty() { "nothing that matters".to_owned() } else { findings.join(", ") };
    terminal::line(&format!("{} {name}: {findings}", styled(Style::Doubt, "changed")));
    let Pair { old, new } = claim.verdict;
    let verdict = if old == new { format!("{new}, as before") } else { format!("{new}, was {old}") };
    part("verdict", &verdict);
    print_spec(claim);
    print_program(claim);
    for derivation in &claim.derivations {
        part("derivation", &format!("of {}", derivation.global));
        derivation.rows.iter().for_each(|row| terminal::line(&row_line(row)));
        if derivation.cut {
            terminal::line("      … and more");
        }
    }
    for condition in &claim.diff.conditions {
        print_condition(condition);
    }
    for lemma in &claim.diff.lemmas {
        let what = if lemma.kind == DeclarationKind::LemmaProof { "proof of lemma" } else { "lemma" };
        part("lemmas", &format!("{} {what} {}", fate(lemma.fate), lemma.name));
    }
    for (list, sign, style) in [
        (&claim.diff.assumptions.gained, "gained", Style::Error),
        (&claim.diff.assumptions.changed, "changed", Style::Error),
        (&claim.diff.assumptions.lost, "lost", Style::Good),
    ] {
        for assumption in list {
            let kind = format!("{:?}", assumption.kind).to_lowercase();
            part("assumptions", &format!("{} the {kind} {}", styled(style, sign), assumption.name));
        }
    }
    for (list, sign, style) in
        [(&claim.diff.weakened, "weaker", Style::Error), (&claim.diff.strengthened, "stronger", Style::Good)]
    {
        for change in list {
            let Pair { old, new } = change.evidence;
            let text = format!(
                "{} at node {}: {}, was {}",
                styled(style, sign),
                change.node.new.0,
                new.name(),
                old.name()
            );
            part("evidence", &text);
        }
    }
    for node in &claim.given_up {
        part(
            "coverage",
            &format!("{} at {}: TSub where TEq was", styled(Style::Error, "given up"), place(node)),
        );
    }
    for node in &claim.regained {
        part(
            "coverage",
            &format!("{} at {}: TEq where TSub was", styled(Style::Good, "regained"), place(node)),
        );
    }
}

fn part(name: &str, text: &str) {
    terminal::line(&format!("  {} {text}", styled(Style::Strong, &format!("{name:<11}"))));
}

fn place(node: &NodeView) -> String {
    match node.line {
        Some(line) => format!("node {} (line {line})", node.number),
        None => format!("node {}", node.number),
    }
}

fn fate(fate: Fate) -> String {
    match fate {
        Fate::Added => styled(Style::Good, "added"),
        Fate::Removed => styled(Style::Error, "removed"),
        Fate::Changed => styled(Style::Doubt, "changed"),
    }
}

fn print_spec(claim: &ClaimView) {
    let spec = &claim.diff.spec;
    if !spec.changed {
        part("spec", "the same");
    } else if spec.claimed_type {
        part("spec", "the claim is another one");
        print_text(&claim.claim_text);
    } else {
        part("spec", "the claim reads the same but means something else");
    }
    for change in &spec.through {
        let kind = format!("{:?}", change.kind).to_lowercase();
        part("", &format!("{} {kind} {}", fate(change.fate), change.name));
    }
    if !claim.diff.theory.is_empty() {
        part("theory", "definitions are different");
        print_text(&claim.theory_text);
    }
}

fn print_program(claim: &ClaimView) {
    let changed: Vec<&str> =
        claim.diff.program.iter().filter(|global| global.body).map(|global| global.name.as_str()).collect();
    if changed.is_empty() {
        part("program", "the same");
        return;
    }
    part("program", &format!("different: {}", changed.join(", ")));
    print_text(&claim.program_text);
}

/// The lines that differ, with two lines around them.
fn print_text(texts: &Pair<String>) {
    let diff = TextDiff::from_lines(texts.old.as_str(), texts.new.as_str());
    for (i, group) in diff.grouped_ops(2).iter().enumerate() {
        if i > 0 {
            terminal::line("      …");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value().trim_end_matches('\n');
            terminal::line(&match change.tag() {
                ChangeTag::Delete => styled(Style::Error, &format!("    - {text}")),
                ChangeTag::Insert => styled(Style::Good, &format!("    + {text}")),
                ChangeTag::Equal => format!("      {text}"),
            });
        }
    }
}

fn row_line(row: &RowView) -> String {
    const MAX_INDENT: u32 = 24;
    let indent = "  ".repeat(row.depth.min(MAX_INDENT) as usize);
    let node = |node: &Option<NodeView>| {
        node.as_ref().map(|node| format!("{} {}", node.number, node.rule)).unwrap_or_default()
    };
    let ty = |node: &Option<NodeView>| {
        let text = node.as_ref().and_then(|node| node.ty.clone()).unwrap_or_default();
        let room = terminal::width().saturating_sub(20 + 2 * row.depth.min(MAX_INDENT) as usize).max(20);
        if text.chars().count() > room { text.chars().take(room - 1).chain(['…']).collect() } else { text }
    };
    match row.change {
        "same" => styled(
            Style::Faint,
            &format!("    = {indent}{} nodes the same from {} on", row.nodes, node(&row.new)),
        ),
        "repeated" => styled(Style::Faint, &format!("    = {indent}{} as above", node(&row.new))),
        "added" => {
            let more =
                if row.nodes > 1 { format!(" and {} nodes below", row.nodes - 1) } else { String::new() };
            styled(Style::Good, &format!("    + {indent}{}{more} : {}", node(&row.new), ty(&row.new)))
        }
        "removed" => {
            let more =
                if row.nodes > 1 { format!(" and {} nodes below", row.nodes - 1) } else { String::new() };
            styled(Style::Error, &format!("    - {indent}{}{more} : {}", node(&row.old), ty(&row.old)))
        }
        "wrapped" => styled(Style::Good, &format!("    + {indent}{} around what follows", node(&row.new))),
        "unwrapped" => styled(Style::Error, &format!("    - {indent}{} around what follows", node(&row.old))),
        "changed" => {
            styled(Style::Doubt, &format!("    ~ {indent}{}: {}", node(&row.new), row.what.join("; ")))
        }
        _ => format!("      {indent}{}", node(&row.new)),
    }
}

fn print_condition(condition: &ConditionDiff) {
    let name = |side: &Option<ConditionSide>| match side {
        Some(ConditionSide { vc: Some(vc), .. }) => format!("vc{vc}"),
        Some(ConditionSide { node, .. }) => format!("of node {}", node.0),
        None => String::new(),
    };
    let shown = if condition.new.is_some() { name(&condition.new) } else { name(&condition.old) };
    let what: Vec<String> = condition.what.iter().map(|what| format!("{what:?}").to_lowercase()).collect();
    let what = if what.is_empty() { String::new() } else { format!(": another {}", what.join(", ")) };
    part("condition", &format!("{} {shown}{what}", fate(condition.fate)));
    let text = |side: &Option<ConditionSide>| side.as_ref().and_then(|s| s.text.clone()).unwrap_or_default();
    print_text(&Pair { old: text(&condition.old), new: text(&condition.new) });
    for (names, what) in [(&condition.core, "core"), (&condition.instances, "instances")] {
        print_names(names, what);
    }
}

fn print_names(names: &NamesDiff, what: &str) {
    for name in &names.gained {
        terminal::line(&styled(Style::Good, &format!("    + {what}: {name}")));
    }
    for name in &names.lost {
        terminal::line(&styled(Style::Error, &format!("    - {what}: {name}")));
    }
}
