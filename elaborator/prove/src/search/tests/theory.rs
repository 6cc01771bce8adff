//! A small notation for theories, generators and lemmas, so that tests read like the papers.
//!
//! `(data list (nil) (cons int list))`, `(def len ((l list)) int (case l ((nil) 0) ...))`,
//! `(pred ..)` for decidable predicates and `(pred? ..)` for others, `(lemma name formula)`,
//! `(gen name ((s int)) list pre post measure body)`. Programs are turned into the coverage that
//! the typing rules compute for them.

use covenant_kernel::arena::{Arena, ExprId};
use covenant_kernel::load::Loaded;
use covenant_kernel::subst::Scope;
use covenant_kernel::tables::*;
use covenant_kernel::theory::load_theory;
use covenant_kernel::theory::{Formula, Theory};
use std::collections::HashMap;

use crate::search::Sequent;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum S {
    Atom(String),
    List(Vec<S>),
}

pub(super) fn read(text: &str) -> Vec<S> {
    let mut stack: Vec<Vec<S>> = vec![Vec::new()];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for line in spaced.lines() {
        for word in line.split(';').next().unwrap_or("").split_whitespace() {
            match word {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let done = stack.pop().expect("parenthesis");
                    stack.last_mut().expect("parenthesis").push(S::List(done));
                }
                w => stack.last_mut().expect("parenthesis").push(S::Atom(w.into())),
            }
        }
    }
    assert_eq!(stack.len(), 1, "parentheses");
    stack.pop().expect("one level")
}

fn a(s: &str) -> S {
    S::Atom(s.into())
}
fn l(items: Vec<S>) -> S {
    S::List(items)
}
fn atom(s: &S) -> &str {
    match s {
        S::Atom(a) => a,
        S::List(_) => panic!("atom expected: {s:?}"),
    }
}
fn list(s: &S) -> &[S] {
    match s {
        S::List(items) => items,
        S::Atom(_) => panic!("list expected: {s:?}"),
    }
}
fn subst(s: &S, map: &HashMap<String, S>) -> S {
    match s {
        S::Atom(x) => map.get(x).cloned().unwrap_or_else(|| s.clone()),
        S::List(items) => S::List(items.iter().map(|i| subst(i, map)).collect()),
    }
}

#[derive(Clone)]
struct Gen {
    params: Vec<(String, S)>,
    result: S,
    pre: S,
    post: S,
    measure: S,
    body: S,
}

#[derive(Clone, Copy)]
enum Var {
    Local(u32, SortRef),
    Bound(u32, SortRef),
}

type Env = HashMap<String, Var>;

#[derive(Default)]
pub(super) struct World {
    statement: Option<Statement>,
    sort_names: HashMap<String, u32>,
    ctors: HashMap<String, (u32, u32)>,
    defs: HashMap<String, u32>,
    gens: HashMap<String, Gen>,
    lemmas: Vec<(String, u32)>,
    fresh: u32,
}

/// A loaded world.
pub(super) struct Loads {
    pub arena: Arena,
    pub theory: Theory,
    pub loaded: Loaded,
    pub statement: Statement,
    pub lemmas: Vec<(String, Formula)>,
    pub conditions: Vec<(String, Sequent)>,
}

impl World {
    pub(super) fn new(text: &str) -> World {
        let mut world = World {
            statement: Some(Statement {
                kind: Kind::Every,
                opaque_sorts: vec![],
                literals: vec![],
                sorts: vec![],
                datatypes: vec![],
                exprs: vec![],
                defs: vec![],
                axioms: vec![],
                types: vec![],
                cores: vec![],
                funs: vec![],
                globals: vec![],
                claim: GlobalRef(0),
            }),
            ..World::default()
        };
        world.sort_names.insert("bool".into(), BOOL);
        world.add(text);
        world
    }

    fn st(&mut self) -> &mut Statement {
        self.statement.as_mut().expect("statement")
    }

    pub(super) fn add(&mut self, text: &str) {
        let items = read(text);
        for item in &items {
            let parts = list(item);
            if atom(&parts[0]) == "data" {
                let id = FIRST_DATATYPE + self.st().datatypes.len() as u32;
                let name = match &parts[1] {
                    S::Atom(n) => n.clone(),
                    S::List(ns) => atom(&ns[0]).into(),
                };
                self.sort_names.insert(name.clone(), id);
                let params = if let S::List(ns) = &parts[1] { ns.len() as u32 - 1 } else { 0 };
                self.st().datatypes.push(DatatypeRow { name, params, ctors: vec![] });
                for (tag, c) in parts[2..].iter().enumerate() {
                    self.ctors.insert(atom(&list(c)[0]).into(), (id, tag as u32));
                }
            }
        }
        // Definitions may call later ones of their group.
        let mut number = self.st().defs.len() as u32;
        for item in &items {
            let parts = list(item);
            if matches!(atom(&parts[0]), "def" | "pred" | "pred?") {
                let name = atom(&parts[1]).split('/').next().unwrap_or("").to_string();
                self.defs.insert(name, number);
                number += 1;
            }
        }
        for item in &items {
            let parts = list(item);
            match atom(&parts[0]) {
                "data" => {
                    let names: Vec<String> = match &parts[1] {
                        S::Atom(_) => vec![],
                        S::List(ns) => ns[1..].iter().map(|n| atom(n).to_string()).collect(),
                    };
                    let name = match &parts[1] {
                        S::Atom(n) => n.clone(),
                        S::List(ns) => atom(&ns[0]).into(),
                    };
                    let mut rows = vec![];
                    for c in &parts[2..] {
                        let fields = list(c)[1..].iter().map(|f| self.sort(f, &names)).collect();
                        rows.push(CtorRow { name: atom(&list(c)[0]).into(), fields });
                    }
                    let i = (self.sort_names[&name] - FIRST_DATATYPE) as usize;
                    self.st().datatypes[i].ctors = rows;
                }
                "def" => self.define(parts, true, parts.len() > 4),
                "pred" => self.define(parts, true, false),
                "pred?" => self.define(parts, false, false),
                "lemma" => {
                    let e = self.formula(&parts[2], &Env::new());
                    self.lemmas.push((atom(&parts[1]).into(), e.0));
                }
                "gen" => {
                    let params = list(&parts[2])
                        .iter()
                        .map(|p| (atom(&list(p)[0]).to_string(), list(p)[1].clone()))
                        .collect();
                    let g = Gen {
                        params,
                        result: parts[3].clone(),
                        pre: parts[4].clone(),
                        post: parts[5].clone(),
                        measure: parts[6].clone(),
                        body: parts[7].clone(),
                    };
                    self.gens.insert(atom(&parts[1]).into(), g);
                }
                other => panic!("unknown item {other}"),
            }
        }
    }

    fn sort(&mut self, s: &S, params: &[String]) -> SortRef {
        let row = match s {
            S::Atom(n) if n == "int" => SortRow::Int,
            S::Atom(n) if params.contains(n) => {
                SortRow::Abstract(params.iter().position(|p| p == n).expect("param") as u32)
            }
            S::Atom(n) => {
                SortRow::Data(*self.sort_names.get(n).unwrap_or_else(|| panic!("sort {n}")), [].into())
            }
            S::List(items) => {
                let args = items[1..].iter().map(|i| self.sort(i, params)).collect();
                SortRow::Data(self.sort_names[atom(&items[0])], args)
            }
        };
        let st = self.st();
        let i = st.sorts.iter().position(|r| *r == row).unwrap_or_else(|| {
            st.sorts.push(row);
            st.sorts.len() - 1
        });
        SortRef(i as u32)
    }

    fn push(&mut self, row: ExprRow) -> ExprRef {
        let st = self.st();
        st.exprs.push(row);
        ExprRef(st.exprs.len() as u32 - 1)
    }

    /// `(def name params result body)`; several names with bodies calling each other are a group
    /// if the name is written `name/group`.
    fn define(&mut self, parts: &[S], decidable: bool, function: bool) {
        let (name, group) = match atom(&parts[1]).split_once('/') {
            Some((n, g)) => (n.to_string(), 1_000_000 + g.parse::<u32>().expect("group")),
            None => (atom(&parts[1]).to_string(), self.st().defs.len() as u32),
        };
        let mut env = Env::new();
        let mut params = vec![];
        for (i, p) in list(&parts[2]).iter().enumerate() {
            let sort = self.sort(&list(p)[1], &[]);
            env.insert(atom(&list(p)[0]).into(), Var::Local(i as u32, sort));
            params.push(sort);
        }
        let (result, body) =
            if function { (Some(self.sort(&parts[3], &[])), &parts[4]) } else { (None, &parts[3]) };
        let own = self.st().defs.len() as u32;
        self.defs.insert(name.clone(), own);
        // Forward references inside a group: declare the partner names first.
        let row = DefRow {
            name,
            sort_params: 0,
            params: params.clone(),
            result,
            decidable,
            group,
            body: DefBody::Opaque,
        };
        self.st().defs.push(row);
        let is_case = matches!(body, S::List(items) if items.first() == Some(&a("case")));
        let body = if is_case {
            let items = list(body);
            let on =
                list(&parts[2]).iter().position(|p| list(p)[0] == items[1]).expect("case on a parameter");
            let mut cases: Vec<(u32, ExprRef)> = vec![];
            for case in &items[2..] {
                let (pattern, rhs) = (&list(case)[0], &list(case)[1]);
                let (data, tag) = self.ctors[atom(&list(pattern)[0])];
                let fields =
                    self.st().datatypes[(data - FIRST_DATATYPE) as usize].ctors[tag as usize].fields.clone();
                let mut inner = env.clone();
                for (j, f) in list(pattern)[1..].iter().enumerate() {
                    inner.insert(atom(f).into(), Var::Local((params.len() + j) as u32, fields[j]));
                }
                let e = if function { self.term(rhs, &inner).0 } else { self.formula(rhs, &inner) };
                cases.push((tag, e));
            }
            cases.sort_by_key(|c| c.0);
            DefBody::Cases { on: on as u32, cases: cases.into_iter().map(|c| c.1).collect() }
        } else {
            DefBody::Direct(if function { self.term(body, &env).0 } else { self.formula(body, &env) })
        };
        self.st().defs[own as usize].body = body;
    }

    fn term(&mut self, s: &S, env: &Env) -> (ExprRef, SortRef) {
        let int = self.sort(&a("int"), &[]);
        let boolean = self.sort(&a("bool"), &[]);
        match s {
            S::Atom(x) => {
                if let Some(&v) = env.get(x) {
                    return match v {
                        Var::Local(l, s) => (self.push(ExprRow::Local(l, s)), s),
                        Var::Bound(d, s) => {
                            // `d` is the depth at the binder; the marker holds the current depth.
                            let Some(&Var::Bound(now, _)) = env.get("#depth") else { panic!("depth") };
                            (self.push(ExprRow::Bound(now - d - 1, s)), s)
                        }
                    };
                }
                if let Ok(n) = x.parse::<i64>() {
                    return (self.push(ExprRow::Int(n)), int);
                }
                match x.as_str() {
                    "tt" => (self.push(ExprRow::Ctor(boolean, 1, [].into())), boolean),
                    "ff" => (self.push(ExprRow::Ctor(boolean, 0, [].into())), boolean),
                    _ => self.term(&l(vec![s.clone()]), env),
                }
            }
            S::List(items) => {
                let head = atom(&items[0]);
                match head {
                    "+" | "-" | "*" => {
                        let mut acc = self.term(&items[1], env).0;
                        for i in &items[2..] {
                            let b = self.term(i, env).0;
                            let op = match head {
                                "+" => Bin::Add,
                                "-" => Bin::Sub,
                                _ => Bin::Mul,
                            };
                            acc = self.push(ExprRow::Bin(op, acc, b));
                        }
                        (acc, int)
                    }
                    "div" | "mod" => {
                        let x = self.term(&items[1], env).0;
                        let k = atom(&items[2]).parse().expect("divisor");
                        (self.push(if head == "div" { ExprRow::Div(x, k) } else { ExprRow::Mod(x, k) }), int)
                    }
                    "ite" => {
                        let c = self.formula(&items[1], env);
                        let (x, s) = self.term(&items[2], env);
                        let y = self.term(&items[3], env).0;
                        (self.push(ExprRow::Ite(c, x, y)), s)
                    }
                    _ => {
                        let args: Vec<ExprRef> = items[1..].iter().map(|i| self.term(i, env).0).collect();
                        if let Some(&(data, tag)) = self.ctors.get(head) {
                            let name = self
                                .sort_names
                                .iter()
                                .find(|(_, d)| **d == data)
                                .map(|(n, _)| n.clone())
                                .expect("sort");
                            let sort = self.sort(&a(&name), &[]);
                            return (self.push(ExprRow::Ctor(sort, tag, args.into())), sort);
                        }
                        let d = *self.defs.get(head).unwrap_or_else(|| panic!("unknown function {head}"));
                        let sort = self.st().defs.get(d as usize).and_then(|r| r.result).unwrap_or(int);
                        (self.push(ExprRow::Fn(DefRef(d), [].into(), args.into())), sort)
                    }
                }
            }
        }
    }

    fn formula(&mut self, s: &S, env: &Env) -> ExprRef {
        match s {
            S::Atom(x) if x == "true" => self.push(ExprRow::True),
            S::Atom(x) if x == "false" => self.push(ExprRow::False),
            S::Atom(x) => panic!("formula expected: {x}"),
            S::List(items) => {
                let head = atom(&items[0]);
                match head {
                    "and" | "or" => {
                        // Right-nested.
                        let mut parts: Vec<ExprRef> =
                            items[1..].iter().map(|i| self.formula(i, env)).collect();
                        let mut acc = parts.pop().expect("parts");
                        let op = if head == "and" { Bin::And } else { Bin::Or };
                        while let Some(p) = parts.pop() {
                            acc = self.push(ExprRow::Bin(op, p, acc));
                        }
                        acc
                    }
                    "not" => {
                        let x = self.formula(&items[1], env);
                        self.push(ExprRow::Not(x))
                    }
                    "=>" | "<=>" => {
                        let (x, y) = (self.formula(&items[1], env), self.formula(&items[2], env));
                        self.push(ExprRow::Bin(if head == "=>" { Bin::Imp } else { Bin::Iff }, x, y))
                    }
                    "=" | "<=" | "<" => {
                        let (x, y) = (self.term(&items[1], env).0, self.term(&items[2], env).0);
                        let op = match head {
                            "=" => Bin::Eq,
                            "<=" => Bin::Le,
                            _ => Bin::Lt,
                        };
                        self.push(ExprRow::Bin(op, x, y))
                    }
                    "all" | "ex" => {
                        let mut inner = env.clone();
                        let mut sorts = vec![];
                        let int = self.sort(&a("int"), &[]);
                        for b in list(&items[1]) {
                            let sort = self.sort(&list(b)[1], &[]);
                            let depth = match inner.get("#depth") {
                                Some(&Var::Bound(d, _)) => d,
                                _ => 0,
                            };
                            inner.insert(atom(&list(b)[0]).into(), Var::Bound(depth, sort));
                            inner.insert("#depth".into(), Var::Bound(depth + 1, int));
                            sorts.push(sort);
                        }
                        let mut body = self.formula(&items[2], &inner);
                        let quantifier = if head == "all" { Quant::Forall } else { Quant::Exists };
                        for s in sorts.into_iter().rev() {
                            body = self.push(ExprRow::Quant(quantifier, s, body));
                        }
                        body
                    }
                    _ => self.term(s, env).0,
                }
            }
        }
    }

    fn name(&mut self, hint: &str) -> String {
        self.fresh += 1;
        format!("{hint}.{}", self.fresh)
    }

    /// What a program covers, about `v`.
    fn cover(&mut self, e: &S, v: &S, me: &str) -> S {
        if let S::Atom(x) = e {
            return match x.as_str() {
                "int" | "bool" => a("true"),
                "err" => a("false"),
                "nat" => l(vec![a("<="), a("0"), v.clone()]),
                _ => panic!("program expected: {x}"),
            };
        }
        let items = list(e).to_vec();
        match atom(&items[0]) {
            "ret" => l(vec![a("="), v.clone(), items[1].clone()]),
            "range" => l(vec![
                a("and"),
                l(vec![a("<="), items[1].clone(), v.clone()]),
                l(vec![a("<="), v.clone(), items[2].clone()]),
            ]),
            "if" => {
                let b = self.name("b");
                let (yes, no) = (self.cover(&items[2], v, me), self.cover(&items[3], v, me));
                let is = |t: &str| l(vec![a("="), a(&b), a(t)]);
                l(vec![
                    a("ex"),
                    l(vec![l(vec![a(&b), a("bool")])]),
                    l(vec![
                        a("and"),
                        l(vec![a("<=>"), is("tt"), items[1].clone()]),
                        l(vec![a("or"), l(vec![a("and"), is("tt"), yes]), l(vec![a("and"), is("ff"), no])]),
                    ]),
                ])
            }
            "coin" => {
                let b = self.name("c");
                let (yes, no) = (self.cover(&items[1], v, me), self.cover(&items[2], v, me));
                let is = |t: &str| l(vec![a("="), a(&b), a(t)]);
                l(vec![
                    a("ex"),
                    l(vec![l(vec![a(&b), a("bool")])]),
                    l(vec![
                        a("and"),
                        a("true"),
                        l(vec![a("or"), l(vec![a("and"), is("tt"), yes]), l(vec![a("and"), is("ff"), no])]),
                    ]),
                ])
            }
            "let" => {
                let x = self.name(atom(&items[1]));
                let body = subst(&items[4], &HashMap::from([(atom(&items[1]).to_string(), a(&x))]));
                let (one, two) = (self.cover(&items[3], &a(&x), me), self.cover(&body, v, me));
                l(vec![a("ex"), l(vec![l(vec![a(&x), items[2].clone()])]), l(vec![a("and"), one, two])])
            }
            "match" => {
                let mut out = vec![a("or")];
                for case in &items[2..] {
                    let (pattern, body) = (list(&list(case)[0]).to_vec(), &list(case)[1]);
                    let (data, tag) = self.ctors[atom(&pattern[0])];
                    let fields = self.st().datatypes[(data - FIRST_DATATYPE) as usize].ctors[tag as usize]
                        .fields
                        .clone();
                    let mut map = HashMap::new();
                    let (mut binders, mut value) = (vec![], vec![pattern[0].clone()]);
                    for (j, f) in pattern[1..].iter().enumerate() {
                        let y = self.name(atom(f));
                        map.insert(atom(f).to_string(), a(&y));
                        let sort = self.sort_text(fields[j]);
                        binders.push(l(vec![a(&y), sort]));
                        value.push(a(&y));
                    }
                    let body = self.cover(&subst(body, &map), v, me);
                    let inner = l(vec![a("and"), l(vec![a("="), items[1].clone(), l(value)]), body]);
                    out.push(if binders.is_empty() { inner } else { l(vec![a("ex"), l(binders), inner]) });
                }
                l(out)
            }
            "call" => {
                let f = atom(&items[1]).to_string();
                let g = self.gens[&f].clone();
                let mut map: HashMap<String, S> =
                    g.params.iter().zip(&items[2..]).map(|(p, x)| (p.0.clone(), x.clone())).collect();
                let mut guard = vec![a("and"), subst(&g.pre, &map)];
                if f == me {
                    let smaller = subst(&g.measure, &map);
                    guard.push(l(vec![a("<="), a("0"), smaller.clone()]));
                    guard.push(l(vec![a("<"), smaller, g.measure.clone()]));
                }
                map.insert("v".into(), v.clone());
                guard.push(subst(&g.post, &map));
                l(guard)
            }
            other => panic!("unknown program {other}"),
        }
    }

    fn sort_text(&mut self, s: SortRef) -> S {
        let row = self.st().sorts[s.0 as usize].clone();
        match row {
            SortRow::Int => a("int"),
            SortRow::Data(d, _) => {
                a(&self.sort_names.iter().find(|(_, x)| **x == d).map(|(n, _)| n.clone()).expect("sort"))
            }
            _ => panic!("sort"),
        }
    }

    /// Loads everything, with the condition of each named generator.
    pub(super) fn load(mut self, names: &[&str]) -> Loads {
        let mut roots = vec![];
        for &name in names {
            let g = self.gens.get(name).unwrap_or_else(|| panic!("generator {name}")).clone();
            let mut env = Env::new();
            let mut locals = vec![];
            for (i, (p, s)) in g.params.iter().enumerate() {
                let sort = self.sort(s, &[]);
                env.insert(p.clone(), Var::Local(i as u32, sort));
                locals.push(sort);
            }
            let pre = self.formula(&g.pre, &env);
            let coverage = self.cover(&g.body, &a("v"), name);
            let goal = l(vec![
                a("all"),
                l(vec![l(vec![a("v"), g.result.clone()])]),
                l(vec![a("=>"), g.post.clone(), coverage]),
            ]);
            let goal = self.formula(&goal, &env);
            roots.push((name.to_string(), locals, pre, goal));
        }
        let statement = self.statement.take().expect("statement");
        let mut arena = Arena::default();
        let (loaded, theory) = load_theory(&mut arena, &statement).expect("theory loads");
        let expr = |i: u32| -> ExprId { loaded.exprs[i as usize] };
        let lemmas = self
            .lemmas
            .iter()
            .map(|(n, e)| (n.clone(), Formula { sort_params: 0, statement: expr(*e) }))
            .collect();
        let conditions = roots
            .into_iter()
            .map(|(n, locals, pre, goal)| {
                let scope = Scope {
                    locals: locals.iter().map(|s| Some(loaded.sorts[s.0 as usize])).collect(),
                    ..Scope::default()
                };
                (n, Sequent { scope, facts: vec![expr(pre.0)], goal: expr(goal.0) })
            })
            .collect();
        Loads { arena, theory, loaded, statement, lemmas, conditions }
    }
}
