//! A term and how it grew, as an SVG picture: one tree per step, with what is new marked.

use crate::environment::Environment;
use crate::notation::variable_name;
use crate::print::{Language, Printer};
use crate::state::Step;
use crate::term::{Binder, Term};
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Space for a leaf, and between levels.
const LEAF: f64 = 74.0;
const LEVEL: f64 = 40.0;
const MARGIN: f64 = 18.0;
const TITLE: f64 = 26.0;

struct Drawn {
    label: String,
    class: &'static str,
    x: f64,
    y: f64,
    parent: Option<usize>,
    path: Vec<usize>,
}

/// Draws steps: the rule, and the term after it.
#[must_use]
pub fn steps(environment: &Environment, steps: &[(Step, Term)]) -> String {
    let mut body = String::new();
    let (mut width, mut top) = (0.0f64, MARGIN);
    let mut before: HashMap<Vec<usize>, String> = HashMap::new();
    for (at, (step, term)) in steps.iter().enumerate() {
        let mut tree = Tree { environment, nodes: Vec::new(), leaves: 0.0 };
        tree.add(term, None, Vec::new(), 0);
        let depth = tree.nodes.iter().map(|node| node.y).fold(0.0, f64::max);
        let _ = writeln!(
            body,
            "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.0}\">{}. {}</text>",
            top + 14.0,
            at + 1,
            escape(step.rule.name())
        );
        let shown = Printer::new(environment, Language::Ocaml, false).print(term);
        let _ = writeln!(
            body,
            "<text class=\"term\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            MARGIN + 150.0,
            top + 14.0,
            escape(&shown)
        );
        width = width.max(tree.leaves * LEAF).max(150.0 + shown.chars().count() as f64 * 6.4);
        let base = top + TITLE + 14.0;
        for node in &tree.nodes {
            if let Some(parent) = node.parent {
                let parent = &tree.nodes[parent];
                let _ = writeln!(
                    body,
                    "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                    MARGIN + parent.x,
                    base + parent.y + 5.0,
                    MARGIN + node.x,
                    base + node.y - 13.0
                );
            }
        }
        let mut now = HashMap::new();
        for node in &tree.nodes {
            let new = before.get(&node.path) != Some(&node.label);
            let class = if new { format!("{} new", node.class) } else { node.class.to_owned() };
            let _ = writeln!(
                body,
                "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                MARGIN + node.x,
                base + node.y,
                escape(&node.label)
            );
            now.insert(node.path.clone(), node.label.clone());
        }
        before = now;
        top = base + depth + MARGIN + 8.0;
    }
    let width = width + 2.0 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{top:.0}\" \
         viewBox=\"0 0 {width:.0} {top:.0}\">\n<style>\n\
         text {{ font: 13px monospace; fill: #222; }}\n.title {{ font-weight: bold; fill: #555; }}\n\
         .term {{ font-size: 10.5px; fill: #888; }}\n.hole {{ fill: #c60; }}\n.ext {{ fill: #06c; }}\n\
         .new {{ font-weight: bold; text-decoration: underline; }}\nline {{ stroke: #bbb; }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

struct Tree<'e> {
    environment: &'e Environment,
    nodes: Vec<Drawn>,
    leaves: f64,
}

impl Tree<'_> {
    fn add(&mut self, term: &Term, parent: Option<usize>, path: Vec<usize>, depth: usize) -> usize {
        let at = self.nodes.len();
        let class = match term {
            Term::Hole(_) => "hole",
            Term::Lam(_, _, Some(_)) | Term::App(_, _, Some(_)) => "ext",
            _ => "node",
        };
        let label = self.label(term);
        self.nodes.push(Drawn { label, class, x: 0.0, y: depth as f64 * LEVEL, parent, path: path.clone() });
        let parts = term.parts();
        let children: Vec<usize> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| {
                let mut path = path.clone();
                path.push(index);
                self.add(part, Some(at), path, depth + 1)
            })
            .collect();
        self.nodes[at].x = match (children.first(), children.last()) {
            (Some(first), Some(last)) => f64::midpoint(self.nodes[*first].x, self.nodes[*last].x),
            _ => {
                // Long labels take more room.
                let room = (self.nodes[at].label.chars().count() as f64 * 8.0 / LEAF).max(1.0);
                self.leaves += room;
                (self.leaves - room / 2.0) * LEAF
            }
        };
        at
    }

    fn label(&self, term: &Term) -> String {
        let names =
            |binders: &[Binder]| binders.iter().map(|binder| format!(" x{}", binder.var)).collect::<String>();
        let open =
            |hole: &Option<u32>| hole.map_or_else(String::new, |hole| format!(" ▷{}", variable_name(hole)));
        match term {
            Term::Hole(ty) => format!("□ {}", self.ty(ty)),
            Term::Var(var) => format!("x{var}"),
            Term::Int(number) => number.to_string(),
            Term::Str(letter) => format!("\"{}\"", char::from(b'a' + letter)),
            Term::Const(constant, _) => self.environment.constants[*constant as usize].name.clone(),
            Term::Con(ty, tag, _) => match &**ty {
                Type::Data(data, _) => {
                    self.environment.datatypes[*data as usize].constructors[*tag as usize].name.clone()
                }
                _ => String::new(),
            },
            Term::Lam(binders, _, hole) => format!("λ{}{}", names(binders), open(hole)),
            Term::App(_, _, hole) => format!("apply{}", open(hole)),
            Term::Let(binder, ..) => format!("let x{}", binder.var),
            Term::Match(_, _, arms) => {
                let arms: Vec<String> = arms.iter().map(|arm| names(&arm.binders)).collect();
                format!("match{}", arms.concat())
            }
        }
    }

    /// A type with its arguments holes, which OCaml's notation does not have.
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Fun(arrow) if arrow.hole.is_some() => {
                let params: String =
                    arrow.params.iter().map(|param| format!("{} ", self.ty(param))).collect();
                let hole = arrow.hole.map(variable_name).unwrap_or_default();
                format!("{params}▷{hole} → {}", self.ty(&arrow.result))
            }
            _ => ty.ocaml(self.environment),
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
