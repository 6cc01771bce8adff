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
    print_trust(claim);
    if claim.source_text.old != claim.source_text.new {
        part("source", "different");
        print_text(&claim.source_text);
    }
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
}

/// What the verdict rests on, as far as it changed: before the details, because it decides
/// whether a change is acceptable.
fn print_trust(claim: &ClaimView) {
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
    for (list, sign, style, what) in [
        (&claim.given_up, "given up", Style::Error, "TSub where TEq was"),
        (&claim.regained, "regained", Style::Good, "TEq where TSub was"),
    ] {
        for node in list {
            part("coverage", &format!("{} at {}: {what}", styled(style, sign), place(node)));
        }
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
    } else if let Some(kind) = spec.kind {
        part("spec", &format!("the claim said `{}` and says `{}`", kind.old, kind.new));
        print_text(&claim.claim_text);
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

/// The lines that differ, with two lines around them. Of long lines that differ in a few words,
/// these words.
fn print_text(texts: &Pair<String>) {
    let (old, new): (Vec<&str>, Vec<&str>) = (texts.old.lines().collect(), texts.new.lines().collect());
    let diff = TextDiff::from_slices(&old, &new);
    let print = |tag: ChangeTag, text: &str| {
        terminal::line(&match tag {
            ChangeTag::Delete => styled(Style::Error, &format!("    - {text}")),
            ChangeTag::Insert => styled(Style::Good, &format!("    + {text}")),
            ChangeTag::Equal => format!("      {text}"),
        });
    };
    for (i, group) in diff.grouped_ops(2).iter().enumerate() {
        if i > 0 {
            terminal::line("      …");
        }
        for op in group {
            let (before, after) = (&old[op.old_range()], &new[op.new_range()]);
            if let ([before], [after]) = (before, after)
                && before != after
                && before.chars().count().max(after.chars().count()) > terminal::width()
            {
                let (before, after) = words_that_differ(before, after);
                print(ChangeTag::Delete, &before);
                print(ChangeTag::Insert, &after);
                continue;
            }
            diff.iter_changes(op).for_each(|change| print(change.tag(), change.value()));
        }
    }
}

/// Two long lines without most of the words that they have in common.
fn words_that_differ(old: &str, new: &str) -> (String, String) {
    /// Words that are kept on either side of a change.
    const AROUND: usize = 6;
    let diff = TextDiff::from_words(old, new);
    let words: Vec<(ChangeTag, &str)> = diff.iter_all_changes().map(|c| (c.tag(), c.value())).collect();
    let changes: Vec<usize> =
        words.iter().enumerate().filter(|(_, (tag, _))| *tag != ChangeTag::Equal).map(|(i, _)| i).collect();
    // Spaces count as words.
    let near = |i: usize| changes.iter().any(|&change| change.abs_diff(i) <= 2 * AROUND);
    let side = |left_out: ChangeTag| {
        let (mut text, mut cut) = (String::new(), false);
        for (i, (tag, word)) in words.iter().enumerate().filter(|(_, (tag, _))| *tag != left_out) {
            if *tag == ChangeTag::Equal && !near(i) {
                if !cut {
                    let space = if text.is_empty() || text.ends_with(' ') { "" } else { " " };
                    text.push_str(&format!("{space}… "));
                }
                cut = true;
            } else {
                text.push_str(word);
                cut = false;
            }
        }
        text.trim_end().to_owned()
    };
    (side(ChangeTag::Insert), side(ChangeTag::Delete))
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
        "same" => styled(Style::Faint, &format!("    = {indent}{}", unchanged(row.nodes, &node(&row.new)))),
        "repeated" => styled(Style::Faint, &format!("    = {indent}{} as above", node(&row.new))),
        "added" => {
            let more = below(row.nodes);
            styled(Style::Good, &format!("    + {indent}{}{more} : {}", node(&row.new), ty(&row.new)))
        }
        "removed" => {
            let more = below(row.nodes);
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

fn unchanged(nodes: u64, from: &str) -> String {
    if nodes == 1 {
        format!("{from} is the same")
    } else {
        format!("{nodes} nodes are the same, from {from} on")
    }
}

fn below(nodes: u64) -> String {
    match nodes {
        0 | 1 => String::new(),
        2 => " and 1 node below".to_owned(),
        nodes => format!(" and {} nodes below", nodes - 1),
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
    /// More names than this are only counted.
    const MOST: usize = 6;
    for (list, sign) in [(&names.gained, "gained"), (&names.lost, "lost")] {
        if list.len() > MOST {
            terminal::line(&format!("    ~ {what}: {sign} {}", list.len()));
        } else if !list.is_empty() {
            terminal::line(&format!("    ~ {what}: {sign} {}", list.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words_that_differ;

    #[test]
    fn long_lines_are_cut_to_what_differs() {
        let words: Vec<String> = (0..60).map(|i| format!("w{i}")).collect();
        let old = words.join(" ");
        let new = old.replace("w30", "other words");
        let (before, after) = words_that_differ(&old, &new);
        assert_eq!(before, "… w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 …");
        assert_eq!(after, "… w24 w25 w26 w27 w28 w29 other words w31 w32 w33 w34 w35 w36 …");
        let (before, after) = words_that_differ("a b", "a c");
        assert_eq!((before.as_str(), after.as_str()), ("a b", "a c"));
    }
}
