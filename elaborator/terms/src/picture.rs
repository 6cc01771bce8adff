//! A term and how it grew, as an SVG picture: a card per step with the rule, what it does, the tree, and the text of the term.
//!
//! Holes are orange and dashed. What carries an arguments hole `▷a` is blue, wherever it is, so that one sees what is extended together. What
//! a step has changed has a thick frame. Everything is laid out here, from the widths of labels in a monospaced font; no fonts or
//! scripts are needed to show it.

use crate::environment::Environment;
use crate::graph::Origin;
use crate::notation::variable_name;
use crate::print::{Language, Printer};
use crate::state::{Rule, Step};
use crate::term::{Binder, Term};
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Width of a letter, of labels and of the text below a tree.
const LETTER: f64 = 7.3;
const SMALL_LETTER: f64 = 6.1;
/// Height of a label's frame, and from one level of the tree to the next.
const FRAME: f64 = 22.0;
const LEVEL: f64 = 42.0;
/// Between neighbours in a tree, and between cards.
const GAP: f64 = 12.0;
const MARGIN: f64 = 14.0;
/// Above the tree: the rule, and what it does.
const HEAD: f64 = 54.0;
/// Cards are at least and rows of them at most so wide.
const NARROWEST: f64 = 300.0;
const WIDEST: f64 = 1090.0;

/// A card: its contents from (0, 0), and its size.
struct Card {
    body: String,
    width: f64,
    height: f64,
}

/// Draws steps: the rule, and the term after it.
#[must_use]
pub fn steps(environment: &Environment, steps: &[(Step, Term)]) -> String {
    let mut before: HashMap<Vec<usize>, String> = HashMap::new();
    let mut cards = Vec::new();
    for (at, (step, term)) in steps.iter().enumerate() {
        cards.push(card(environment, at + 1, step, term, &mut before));
    }
    let (mut body, mut width) = (String::new(), 0.0f64);
    let (mut x, mut y, mut tallest) = (MARGIN, MARGIN, 0.0f64);
    let mut rest = cards.as_slice();
    // Rows are filled from the left; the cards of a row have the height of its tallest.
    while !rest.is_empty() {
        let mut many = 0;
        while many < rest.len() && (many == 0 || x + rest[many].width + MARGIN <= WIDEST) {
            x += rest[many].width + MARGIN;
            tallest = tallest.max(rest[many].height);
            many += 1;
        }
        let (row, after) = rest.split_at(many);
        x = MARGIN;
        for card in row {
            let _ = writeln!(
                body,
                "<g transform=\"translate({x:.0} {y:.0})\"><rect class=\"card\" width=\"{:.0}\" height=\"{tallest:.0}\" rx=\"8\"/>\n{}</g>",
                card.width, card.body
            );
            x += card.width + MARGIN;
            width = width.max(x);
        }
        y += tallest + MARGIN;
        (x, tallest) = (MARGIN, 0.0);
        rest = after;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{y:.0}\" \
         viewBox=\"0 0 {width:.0} {y:.0}\">\n<style>\n\
         text {{ font: 12px monospace; fill: #222; }}\n\
         .card {{ fill: #fff; stroke: #d8d8d8; }}\n\
         .rule {{ font: bold 14px sans-serif; }}\n.nonlocal {{ fill: #0057b8; }}\n\
         .what {{ font: 12px sans-serif; fill: #666; }}\n\
         .term {{ font-size: 10px; fill: #777; }}\n\
         .frame {{ fill: #f7f7f7; stroke: #bbb; }}\n\
         .hole {{ fill: #fff2e0; stroke: #d26a00; stroke-dasharray: 4 2; }}\n\
         .ext {{ fill: #e6f1ff; stroke: #0057b8; }}\n\
         .new {{ stroke-width: 2.5; }}\n.frame.new {{ stroke: #222; }}\n\
         line {{ stroke: #bbb; }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/>\n{body}</svg>\n"
    )
}

fn card(
    environment: &Environment,
    number: usize,
    step: &Step,
    term: &Term,
    before: &mut HashMap<Vec<usize>, String>,
) -> Card {
    let mut tree = Tree { environment, origins: HashMap::new(), nodes: Vec::new() };
    let whole = tree.add(term, None, Vec::new());
    tree.place(whole, 0.0, 0.0);
    let wide = tree.nodes[whole].width;
    let deep = tree.nodes.iter().map(|node| node.y).fold(0.0, f64::max) + FRAME;
    let width = wide.max(NARROWEST) + 2.0 * MARGIN;
    let left = (width - wide) / 2.0;
    let (mut lines, mut frames, mut now) = (String::new(), String::new(), HashMap::new());
    for node in &tree.nodes {
        let (x, y) = (left + node.x, HEAD + node.y);
        if let Some(parent) = node.parent {
            let above = &tree.nodes[parent];
            let _ = writeln!(
                lines,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>",
                left + above.x,
                HEAD + above.y + FRAME
            );
        }
        let new = if before.get(&node.path) == Some(&node.label) { "" } else { " new" };
        let frame = node.label.chars().count() as f64 * LETTER + 10.0;
        let _ = writeln!(
            frames,
            "<rect class=\"{}{new}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{frame:.1}\" height=\"{FRAME}\" rx=\"6\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            node.class,
            x - frame / 2.0,
            y + 15.0,
            escape(&node.label)
        );
        now.insert(node.path.clone(), node.label.clone());
    }
    *before = now;
    let (what, nonlocal) = meaning(step.rule);
    let mut body = format!(
        "<text class=\"rule{}\" x=\"{MARGIN}\" y=\"22\">{number}. {}</text>\n\
         <text class=\"what\" x=\"{MARGIN}\" y=\"40\">{what}</text>\n{lines}{frames}",
        if nonlocal { " nonlocal" } else { "" },
        escape(step.rule.name())
    );
    let text = Printer::new(environment, Language::Ocaml, false).print(term);
    let mut y = HEAD + deep + 20.0;
    for line in wrapped(&text, ((width - 2.0 * MARGIN) / SMALL_LETTER) as usize) {
        let _ = writeln!(body, "<text class=\"term\" x=\"{MARGIN}\" y=\"{y:.0}\">{}</text>", escape(&line));
        y += 13.0;
    }
    Card { body, width, height: y }
}

/// What a rule does, and whether it changes the term elsewhere.
fn meaning(rule: Rule) -> (&'static str, bool) {
    match rule {
        Rule::Var(_) => ("a variable in scope", false),
        Rule::Constant => ("a literal, a constructor or a constant", false),
        Rule::Abs => ("a function", false),
        Rule::App => ("a call, with arguments of guessed types", false),
        Rule::AppExt => ("a call whose arguments are found later", false),
        Rule::FunVar(_) | Rule::FunConst => ("a call of what is there", false),
        Rule::Con => ("a constructor", false),
        Rule::Bridge(_) => ("a call that takes a variable without a use", false),
        Rule::Param(..) => ("a new parameter, everywhere where its ▷ is", true),
        Rule::Let(_) => ("a new let binding, around the hole", true),
        Rule::MatchLocal => ("a match, on a value of a guessed type", false),
        Rule::MatchVar(_) => ("a match on a variable", false),
        Rule::Match(_) => ("a new match, around the hole, that binds what fills it", true),
        Rule::Trivial => ("the size is reached: a smallest term", false),
    }
}

/// Lines of at most so many letters, broken at spaces.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last].push_str(&format!("{space}{word}"));
        }
    }
    lines
}

struct Drawn {
    label: String,
    class: &'static str,
    /// The middle of its upper edge.
    x: f64,
    y: f64,
    /// Of the whole tree below it.
    width: f64,
    parent: Option<usize>,
    children: Vec<usize>,
    path: Vec<usize>,
}

struct Tree<'e> {
    environment: &'e Environment,
    origins: HashMap<u32, Origin>,
    nodes: Vec<Drawn>,
}

impl Tree<'_> {
    fn add(&mut self, term: &Term, parent: Option<usize>, path: Vec<usize>) -> usize {
        let at = self.nodes.len();
        let class = match term {
            Term::Hole(ty) if matches!(&**ty, Type::Fun(arrow) if arrow.hole.is_some()) => "hole ext",
            Term::Hole(_) => "hole",
            Term::Lam(_, _, Some(_)) | Term::App(_, _, Some(_)) => "frame ext",
            _ => "frame",
        };
        let label = self.label(term);
        let own = label.chars().count() as f64 * LETTER + 10.0;
        let children = Vec::new();
        self.nodes.push(Drawn {
            label,
            class,
            x: 0.0,
            y: 0.0,
            width: own,
            parent,
            children,
            path: path.clone(),
        });
        // A name that is called is the label of its call.
        let named = matches!(term, Term::App(function, ..) if is_name(function));
        let parts = term.parts().into_iter().enumerate().skip(usize::from(named));
        let children: Vec<usize> = parts
            .map(|(index, part)| {
                let mut path = path.clone();
                path.push(index);
                self.add(part, Some(at), path)
            })
            .collect();
        let below: f64 = children.iter().map(|child| self.nodes[*child].width).sum();
        let gaps = GAP * children.len().saturating_sub(1) as f64;
        self.nodes[at].width = own.max(below + gaps);
        self.nodes[at].children = children;
        at
    }

    /// Puts a tree where its left edge is at `left`.
    fn place(&mut self, at: usize, left: f64, y: f64) {
        let width = self.nodes[at].width;
        let children = self.nodes[at].children.clone();
        let below: f64 = children.iter().map(|child| self.nodes[*child].width).sum();
        let gaps = GAP * children.len().saturating_sub(1) as f64;
        let mut x = left + (width - below - gaps) / 2.0;
        for &child in &children {
            self.place(child, x, y + LEVEL);
            x += self.nodes[child].width + GAP;
        }
        self.nodes[at].x = match (children.first(), children.last()) {
            (Some(first), Some(last)) => f64::midpoint(self.nodes[*first].x, self.nodes[*last].x),
            _ => left + width / 2.0,
        };
        self.nodes[at].y = y;
    }

    fn bind(&mut self, binder: &Binder) -> String {
        self.origins.insert(binder.var, binder.origin);
        self.name(binder.var)
    }

    fn name(&self, var: u32) -> String {
        Printer::new(self.environment, Language::Ocaml, false).variable(var, self.origins.get(&var).copied())
    }

    fn label(&mut self, term: &Term) -> String {
        let open =
            |hole: &Option<u32>| hole.map_or_else(String::new, |hole| format!(" ▷{}", variable_name(hole)));
        match term {
            Term::Hole(ty) => format!("□ {}", self.ty(ty)),
            Term::Var(var) => self.name(*var),
            Term::Int(number) => number.to_string(),
            Term::Str(letter) => format!("\"{}\"", char::from(b'a' + letter)),
            Term::Const(constant, _) => self.environment.constants[*constant as usize].name.clone(),
            Term::Con(ty, tag, _) => match &**ty {
                Type::Data(data, _) => {
                    self.environment.datatypes[*data as usize].constructors[*tag as usize].name.clone()
                }
                _ => String::new(),
            },
            Term::Lam(binders, _, hole) => {
                let names: String = binders.iter().map(|binder| format!(" {}", self.bind(binder))).collect();
                format!("fun{names}{}", open(hole))
            }
            Term::App(function, _, hole) if is_name(function) => {
                format!("{} ·{}", self.label(function), open(hole))
            }
            Term::App(_, _, hole) => format!("call{}", open(hole)),
            Term::Let(binder, ..) => format!("let {}", self.bind(binder)),
            Term::Match(_, _, arms) => {
                let arms: Vec<String> = arms
                    .iter()
                    .map(|arm| {
                        arm.binders.iter().map(|binder| self.bind(binder)).collect::<Vec<_>>().join(" ")
                    })
                    .collect();
                format!("match {}", arms.join(" | "))
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

fn is_name(term: &Term) -> bool {
    matches!(term, Term::Var(_) | Term::Const(..))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
