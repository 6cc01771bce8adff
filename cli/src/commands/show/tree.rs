//! A derivation in the terminal.

use super::model::{Model, Node};
use crate::snippet;
use crate::terminal::{self, Style, styled};
use covenant_certificates::CertificateFile;

/// Deeper branches are not indented further.
const MAX_INDENT: usize = 24;
/// The page is better for more than this.
const MAX_LINES: usize = 5000;

/// The whole tree.
pub fn print(model: &Model) {
    let style = match model.verdict {
        "valid" => Style::Good,
        "rejected" => Style::Error,
        _ => Style::Doubt,
    };
    terminal::line(&format!(
        "{} {} in {}",
        styled(style, model.verdict),
        styled(Style::Strong, &model.claim),
        model.file
    ));
    for trusted in &model.assumptions {
        terminal::line(&format!("{} {}", styled(Style::Doubt, "rests on"), trusted.in_words()));
    }
    if let Some(reason) = &model.reason {
        terminal::line(reason);
    }
    let mut lines = 0;
    for root in &model.roots {
        terminal::line("");
        terminal::line(&format!("{} : {}", styled(Style::Strong, &root.name), root.claim));
        let Some(node) = root.node else {
            terminal::line("  assumed, without a derivation");
            continue;
        };
        // Premises of a node are before it, so this ends; a shared premise is shown each time.
        let mut pending = vec![(node, 0usize)];
        while let Some((number, depth)) = pending.pop() {
            let Some(node) = model.nodes.get(number as usize) else { continue };
            if lines >= MAX_LINES {
                terminal::line(&format!("  … cut after {MAX_LINES} lines; --html FILE shows everything"));
                return;
            }
            lines += 1;
            terminal::line(&line(model, node, depth));
            pending.extend(node.premises.iter().rev().map(|premise| (*premise, depth + 1)));
        }
    }
}

fn line(model: &Model, node: &Node, depth: usize) -> String {
    let indent = "  ".repeat(depth.min(MAX_INDENT));
    let mut conditions = String::new();
    for condition in &node.conditions {
        conditions.push_str(&format!(" [vc{} {}]", condition.number, condition.evidence));
    }
    let head = format!("{:>4} {indent}{}{conditions}", node.number, node.rule);
    let ty = node.ty.as_deref().unwrap_or("not reached");
    let room = terminal::width().saturating_sub(head.chars().count() + 3);
    let ty = shorten(ty, room.max(20));
    let rule_style = match node.rule.as_str() {
        "TSub" | "SubArr" => Style::Doubt,
        _ => Style::Strong,
    };
    let mark = if model.rejected_node == Some(node.number) {
        styled(Style::Error, " ✗ rejected here")
    } else {
        String::new()
    };
    format!(
        "{} {indent}{}{}{mark} : {ty}",
        styled(Style::Faint, &format!("{:>4}", node.number)),
        styled(rule_style, &node.rule),
        styled(Style::Faint, &conditions),
    )
}

fn shorten(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// One node, with everything.
pub fn print_node(file: &CertificateFile, model: &Model, node: &Node) {
    terminal::line(&format!(
        "{} {}: {}",
        styled(Style::Strong, &format!("node {}", node.number)),
        styled(Style::Strong, &node.rule),
        node.words
    ));
    if model.rejected_node == Some(node.number) {
        terminal::line(&styled(Style::Error, model.reason.as_deref().unwrap_or("rejected here")));
    }
    if !node.premises.is_empty() {
        let premises: Vec<String> = node.premises.iter().map(u32::to_string).collect();
        terminal::line(&format!("premises  {}", premises.join(", ")));
    }
    terminal::line(&format!("type      {}", node.ty.as_deref().unwrap_or("not reached by the kernel")));
    if let Some(span) = node.span {
        terminal::line(&snippet::of(&file.source.file, &file.source.text, span, node.words));
    }
    if let Some(core) = &node.core {
        terminal::line("core");
        for line in core.lines() {
            terminal::line(&format!("    {line}"));
        }
    }
    for condition in &node.conditions {
        terminal::line(&format!(
            "{} {}",
            styled(Style::Strong, &format!("verification condition {}", condition.number)),
            condition.evidence
        ));
        for fact in &condition.facts {
            terminal::line(&format!("    {fact}"));
        }
        terminal::line(&format!("  ⊨ {}", condition.goal));
        if !condition.steps.is_empty() {
            terminal::line("evidence");
            for step in &condition.steps {
                terminal::line(&format!("    {step}"));
            }
        }
        for query in &condition.queries {
            terminal::line(&format!("{} unsat, core: {}", query.solver, query.core.join(" ")));
            for instance in &query.instances {
                terminal::line(&format!("    used {instance}"));
            }
        }
    }
}
