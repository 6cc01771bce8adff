//! Terms that are put into holes, and their text.

use covenant_execute::ctor_name;
use covenant_kernel::tables::{BOOL, Statement, UNIT};
use std::rc::Rc;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Var(Rc<str>),
    Int(i64),
    IntGen,
    NatGen,
    BoolGen,
    IntRange(Rc<Term>, Rc<Term>),
    Ctor(u32, u32, Rc<[Rc<Term>]>),
    Call(Rc<str>, Rc<[Rc<Term>]>),
    /// `t + c` or `t - c`.
    Plus(Rc<Term>, i64),
    Times(i64, Rc<Term>),
    /// `a + b`, or `a - b`.
    Sum(Rc<Term>, bool, Rc<Term>),
    /// A sub-expression as the user wrote it, with its size and how tightly it holds together.
    Written(Rc<str>, u32, Level),
    /// `let r = a in b`.
    Let(Rc<str>, Rc<Term>, Rc<Term>),
}

/// How tightly a text has to hold together where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Anything.
    Open,
    /// Left of `::`, or a side of a comparison.
    Cons,
    /// A side of `+`.
    Sum,
    /// A side of `*`, or right of `-`.
    Product,
    /// An argument.
    Argument,
}

impl Term {
    /// Constructors, calls, variables, constants and operators.
    pub fn size(&self) -> u32 {
        match self {
            Term::Var(_) | Term::Int(_) | Term::IntGen | Term::NatGen | Term::BoolGen => 1,
            Term::IntRange(a, b) | Term::Sum(a, _, b) | Term::Let(_, a, b) => 1 + a.size() + b.size(),
            Term::Ctor(_, _, args) | Term::Call(_, args) => 1 + args.iter().map(|a| a.size()).sum::<u32>(),
            Term::Plus(a, _) | Term::Times(_, a) => 2 + a.size(),
            Term::Written(_, size, _) => *size,
        }
    }

    /// Whether the term mentions a variable.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Term::Var(own) => &**own == name,
            Term::Int(_) | Term::IntGen | Term::NatGen | Term::BoolGen | Term::Written(..) => false,
            Term::IntRange(a, b) | Term::Sum(a, _, b) | Term::Let(_, a, b) => {
                a.mentions(name) || b.mentions(name)
            }
            Term::Ctor(_, _, args) | Term::Call(_, args) => args.iter().any(|a| a.mentions(name)),
            Term::Plus(a, _) | Term::Times(_, a) => a.mentions(name),
        }
    }

    /// The term with other parts.
    pub fn with_parts(&self, other: &mut dyn FnMut(&Rc<Term>) -> Rc<Term>) -> Term {
        match self {
            Term::IntRange(a, b) => Term::IntRange(other(a), other(b)),
            Term::Sum(a, minus, b) => Term::Sum(other(a), *minus, other(b)),
            Term::Let(name, a, b) => Term::Let(name.clone(), other(a), other(b)),
            Term::Ctor(data, tag, args) => Term::Ctor(*data, *tag, args.iter().map(other).collect()),
            Term::Call(name, args) => Term::Call(name.clone(), args.iter().map(other).collect()),
            Term::Plus(a, c) => Term::Plus(other(a), *c),
            Term::Times(c, a) => Term::Times(*c, other(a)),
            Term::Var(_) | Term::Int(_) | Term::IntGen | Term::NatGen | Term::BoolGen | Term::Written(..) => {
                self.clone()
            }
        }
    }

    /// Whether the term calls a function.
    pub fn calls(&self, name: &str) -> bool {
        self.has(&|part| matches!(part, Term::Call(own, _) if &**own == name))
    }

    /// Whether the term, or a part of it, is such a one.
    pub fn has(&self, such: &dyn Fn(&Term) -> bool) -> bool {
        such(self)
            || match self {
                Term::Call(_, args) | Term::Ctor(_, _, args) => args.iter().any(|a| a.has(such)),
                Term::IntRange(a, b) | Term::Sum(a, _, b) | Term::Let(_, a, b) => a.has(such) || b.has(such),
                Term::Plus(a, _) | Term::Times(_, a) => a.has(such),
                Term::Var(_)
                | Term::Int(_)
                | Term::IntGen
                | Term::NatGen
                | Term::BoolGen
                | Term::Written(..) => false,
            }
    }

    /// The OCaml text.
    pub fn text(&self, statement: &Statement, level: Level) -> String {
        let within = |own: Level, text: String| if level > own { format!("({text})") } else { text };
        let at = |term: &Term, level: Level| term.text(statement, level);
        match self {
            Term::Var(name) => name.to_string(),
            Term::Int(n) if *n < 0 => format!("({n})"),
            Term::Int(n) => n.to_string(),
            Term::IntGen => within(Level::Product, "int_gen ()".to_owned()),
            Term::NatGen => within(Level::Product, "nat_gen ()".to_owned()),
            Term::BoolGen => within(Level::Product, "bool_gen ()".to_owned()),
            Term::IntRange(a, b) => within(
                Level::Product,
                format!("int_range {} {}", at(a, Level::Argument), at(b, Level::Argument)),
            ),
            Term::Call(name, args) if args.is_empty() => within(Level::Product, format!("{name} ()")),
            Term::Call(name, args) => {
                let args: Vec<String> = args.iter().map(|a| at(a, Level::Argument)).collect();
                within(Level::Product, format!("{name} {}", args.join(" ")))
            }
            Term::Plus(a, c) if *c < 0 => {
                within(Level::Sum, format!("{} - {}", at(a, Level::Sum), c.unsigned_abs()))
            }
            Term::Plus(a, c) => within(Level::Sum, format!("{} + {c}", at(a, Level::Sum))),
            Term::Times(c, a) => {
                let c = at(&Term::Int(*c), Level::Product);
                within(Level::Product, format!("{c} * {}", at(a, Level::Product)))
            }
            Term::Sum(a, minus, b) => {
                let (sign, right) = if *minus { ("-", Level::Product) } else { ("+", Level::Sum) };
                within(Level::Sum, format!("{} {sign} {}", at(a, Level::Sum), at(b, right)))
            }
            Term::Written(text, _, own) => within(*own, text.to_string()),
            Term::Let(name, a, b) => {
                within(Level::Open, format!("let {name} = {} in {}", at(a, Level::Open), at(b, Level::Open)))
            }
            Term::Ctor(data, tag, args) => self.constructor(statement, *data, *tag, args, level),
        }
    }

    fn constructor(
        &self,
        statement: &Statement,
        data: u32,
        tag: u32,
        args: &[Rc<Term>],
        level: Level,
    ) -> String {
        if data == BOOL {
            return if tag == 1 { "true" } else { "false" }.to_owned();
        }
        if data == UNIT {
            return "()".to_owned();
        }
        let name = ctor_name(statement, data, tag);
        let open = |own: Level, text: String| if level > own { format!("({text})") } else { text };
        let list = |between: &str| {
            args.iter().map(|a| a.text(statement, Level::Open)).collect::<Vec<_>>().join(between)
        };
        if let Some(labels) = name.strip_prefix('{').and_then(|n| n.strip_suffix('}')) {
            let fields: Vec<String> = labels
                .split("; ")
                .zip(args)
                .map(|(label, arg)| match &**arg {
                    Term::Var(name) if **name == *label => label.to_owned(),
                    _ => format!("{label} = {}", arg.text(statement, Level::Cons)),
                })
                .collect();
            return format!("{{ {} }}", fields.join("; "));
        }
        match (name, args) {
            ("::", [head, tail]) if matches!(&**tail, Term::Ctor(_, _, rest) if rest.is_empty()) => {
                format!("[ {} ]", head.text(statement, Level::Open))
            }
            ("::", [head, tail]) => open(
                Level::Open,
                format!("{} :: {}", head.text(statement, Level::Sum), tail.text(statement, Level::Open)),
            ),
            _ if args.is_empty() => name.to_owned(),
            _ if name.strip_prefix("Tuple").is_some_and(|n| n == args.len().to_string()) => {
                format!("({})", list(", "))
            }
            (_, [only]) => open(Level::Product, format!("{name} {}", only.text(statement, Level::Argument))),
            _ => open(Level::Product, format!("{name} ({})", list(", "))),
        }
    }
}
