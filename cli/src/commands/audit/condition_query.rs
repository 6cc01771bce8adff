//! A verification condition as a question for solvers, made from what the kernel has: the facts, the
//! negation of the goal, and the definitions and proved lemmas as quantified formulas. Nothing of it
//! comes from the solver log.

use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort, SortId, Sorts};
use covenant_kernel::tables::{BOOL, DefBody, DefRef};
use covenant_kernel::theory::Theory;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Terms that are deeper, or scripts that are longer, are not written.
const MOST_DEPTH: usize = 400;
const MOST_BYTES: usize = 4 << 20;
/// Datatypes and definitions at different types.
const MOST_INSTANCES: usize = 500;
/// Levels of the variables that definitions are written for: above all that a condition has.
const VARIABLES: u32 = u32::MAX - 10_000;

/// The script; none if the condition is too large.
pub fn script(arena: &mut Arena, theory: &Theory, facts: &[ExprId], goal: ExprId) -> Option<String> {
    let mut writer = Writer {
        arena,
        theory,
        declarations: String::new(),
        sorts: HashMap::new(),
        functions: HashMap::new(),
        predicates: HashMap::new(),
        constants: HashMap::new(),
        literals: BTreeMap::new(),
        pending: Vec::new(),
        written: 0,
    };
    let mut assertions = Vec::new();
    for fact in facts {
        assertions.push(writer.closed(*fact)?);
    }
    let goal = writer.closed(goal)?;
    assertions.push(format!("(not {goal})"));
    for formula in theory.axioms.iter().chain(&theory.lemmas) {
        if formula.sort_params == 0 {
            assertions.push(writer.closed(formula.statement)?);
        }
    }
    while let Some((def, sorts)) = writer.pending.pop() {
        writer.equations(def, &sorts, &mut assertions)?;
    }
    for constants in writer.literals.values().filter(|constants| constants.len() > 1) {
        let list: Vec<&str> = constants.iter().map(String::as_str).collect();
        assertions.push(format!("(distinct {})", list.join(" ")));
    }
    let mut text = format!("(set-logic ALL)\n{}", writer.declarations);
    for assertion in assertions {
        text.push_str(&format!("(assert {assertion})\n"));
        if text.len() > MOST_BYTES {
            return None;
        }
    }
    Some(text)
}

struct Writer<'a> {
    arena: &'a mut Arena,
    theory: &'a Theory,
    declarations: String,
    sorts: HashMap<SortId, String>,
    functions: HashMap<(DefRef, Sorts), String>,
    predicates: HashMap<u32, String>,
    constants: HashMap<ExprId, String>,
    literals: BTreeMap<String, BTreeSet<String>>,
    pending: Vec<(DefRef, Sorts)>,
    written: usize,
}

impl Writer<'_> {
    fn closed(&mut self, e: ExprId) -> Option<String> {
        self.expr(e, &mut Vec::new(), 0)
    }

    fn declare(&mut self, line: &str) -> Option<()> {
        self.declarations.push_str(line);
        self.declarations.push('\n');
        (self.declarations.len() <= MOST_BYTES).then_some(())
    }

    fn expr(&mut self, e: ExprId, bound: &mut Vec<String>, depth: usize) -> Option<String> {
        if depth > MOST_DEPTH {
            return None;
        }
        let text = self.node(e, bound, depth + 1)?;
        self.written += text.len();
        (self.written <= 64 * MOST_BYTES && text.len() <= MOST_BYTES).then_some(text)
    }

    fn node(&mut self, e: ExprId, bound: &mut Vec<String>, depth: usize) -> Option<String> {
        Some(match self.arena.expr(e).clone() {
            Expr::Bound(i, _) => bound.iter().rev().nth(usize::try_from(i).ok()?)?.clone(),
            Expr::Local(level, _) if level >= VARIABLES => format!("v{}", level - VARIABLES),
            Expr::Local(_, sort) | Expr::Nu(sort) => self.constant(e, sort)?,
            Expr::Literal(_, sort) => {
                let constant = self.constant(e, sort)?;
                let sort = self.sort(sort)?;
                self.literals.entry(sort).or_default().insert(constant.clone());
                constant
            }
            Expr::Int(n) if n < 0 => format!("(- {})", n.unsigned_abs()),
            Expr::Int(n) => n.to_string(),
            Expr::Ctor(s, tag, _) if matches!(self.arena.sort(s), Sort::Data(BOOL, _)) => {
                (tag == 1).to_string()
            }
            Expr::Ctor(s, tag, args) => {
                let head = format!("{}c{tag}", self.sort(s)?);
                self.apply(&head, &args, bound, depth)?
            }
            Expr::Fn(def, sorts, args) => {
                let head = self.function(def, sorts)?;
                self.apply(&head, &args, bound, depth)?
            }
            Expr::PredVar(p, args) => {
                let head = self.predicate(p, &args)?;
                self.apply(&head, &args, bound, depth)?
            }
            Expr::Bin(op, a, b) => {
                let head = match op {
                    Bin::Add => "+",
                    Bin::Sub => "-",
                    Bin::Mul => "*",
                    Bin::Eq | Bin::Iff => "=",
                    Bin::Le => "<=",
                    Bin::Lt => "<",
                    Bin::And => "and",
                    Bin::Or => "or",
                    Bin::Imp => "=>",
                };
                self.apply(head, &[a, b], bound, depth)?
            }
            Expr::Div(a, k) => format!("(div {} {k})", self.expr(a, bound, depth)?),
            Expr::Mod(a, k) => format!("(mod {} {k})", self.expr(a, bound, depth)?),
            Expr::Ite(c, a, b) => self.apply("ite", &[c, a, b], bound, depth)?,
            Expr::True => "true".to_owned(),
            Expr::False => "false".to_owned(),
            Expr::Not(a) => self.apply("not", &[a], bound, depth)?,
            Expr::Quant(quantifier, sort, body) => {
                let word = if quantifier == Quant::Forall { "forall" } else { "exists" };
                let sort = self.sort(sort)?;
                let name = format!("b{}", bound.len());
                bound.push(name.clone());
                let body = self.expr(body, bound, depth)?;
                bound.pop();
                format!("({word} (({name} {sort})) {body})")
            }
        })
    }

    fn apply(
        &mut self,
        head: &str,
        args: &[ExprId],
        bound: &mut Vec<String>,
        depth: usize,
    ) -> Option<String> {
        if args.is_empty() {
            return Some(head.to_owned());
        }
        let args = args.iter().map(|a| self.expr(*a, bound, depth)).collect::<Option<Vec<_>>>()?;
        Some(format!("({head} {})", args.join(" ")))
    }

    fn constant(&mut self, e: ExprId, sort: SortId) -> Option<String> {
        if let Some(name) = self.constants.get(&e) {
            return Some(name.clone());
        }
        let sort = self.sort(sort)?;
        let name = format!("c{}", self.constants.len());
        self.declare(&format!("(declare-fun {name} () {sort})"))?;
        self.constants.insert(e, name.clone());
        Some(name)
    }

    fn function(&mut self, def: DefRef, sorts: Sorts) -> Option<String> {
        if let Some(name) = self.functions.get(&(def, sorts.clone())) {
            return Some(name.clone());
        }
        let signature = self.arena.def_sig(def)?.clone();
        let mut domain = Vec::new();
        for param in signature.params {
            let param = self.arena.instantiate_sort(param, &sorts).ok()?;
            domain.push(self.sort(param)?);
        }
        let range = match signature.result {
            Some(result) => {
                let result = self.arena.instantiate_sort(result, &sorts).ok()?;
                self.sort(result)?
            }
            None => "Bool".to_owned(),
        };
        let name = format!("f{}_{}", def.0, self.functions.len());
        self.declare(&format!("(declare-fun {name} ({}) {range})", domain.join(" ")))?;
        self.functions.insert((def, sorts.clone()), name.clone());
        self.pending.push((def, sorts));
        (self.functions.len() <= MOST_INSTANCES).then_some(name)
    }

    fn predicate(&mut self, number: u32, args: &[ExprId]) -> Option<String> {
        if let Some(name) = self.predicates.get(&number) {
            return Some(name.clone());
        }
        let mut domain = Vec::new();
        for arg in args {
            let sort = self.arena.sort_of(*arg)?;
            domain.push(self.sort(sort)?);
        }
        let name = format!("P{number}");
        self.declare(&format!("(declare-fun {name} ({}) Bool)", domain.join(" ")))?;
        self.predicates.insert(number, name.clone());
        Some(name)
    }

    /// The defining equations of a definition, one per constructor where it is by cases.
    fn equations(&mut self, def: DefRef, sorts: &Sorts, out: &mut Vec<String>) -> Option<()> {
        let params = self.arena.def_sig(def)?.params.clone();
        let mut variables = Vec::new();
        let mut binders = Vec::new();
        for param in params {
            let sort = self.arena.instantiate_sort(param, sorts).ok()?;
            self.variable(sort, &mut variables, &mut binders)?;
        }
        let theory = self.theory;
        match theory.bodies.get(usize::try_from(def.0).ok()?)? {
            DefBody::Opaque => {}
            DefBody::Direct(_) => self.equation((def, sorts), &variables, &binders, out)?,
            DefBody::Cases { on, .. } => {
                let on = usize::try_from(*on).ok()?;
                let sort = self.arena.sort_of(*variables.get(on)?)?;
                for tag in 0..self.arena.ctor_count(sort).ok()? {
                    let (mut all, mut binders) = (variables.clone(), binders.clone());
                    let fields = self.arena.ctor_fields(sort, tag).ok()?;
                    for field in fields.iter() {
                        self.variable(*field, &mut all, &mut binders)?;
                    }
                    let fields = all.split_off(variables.len());
                    let value = self.arena.mk(Expr::Ctor(sort, tag, fields.into())).ok()?;
                    *all.get_mut(on)? = value;
                    self.equation((def, sorts), &all, &binders, out)?;
                }
            }
        }
        Some(())
    }

    fn variable(
        &mut self,
        sort: SortId,
        variables: &mut Vec<ExprId>,
        binders: &mut Vec<String>,
    ) -> Option<()> {
        let number = u32::try_from(binders.len()).ok().filter(|n| *n < 1000)?;
        variables.push(self.arena.mk(Expr::Local(VARIABLES + number, sort)).ok()?);
        let sort = self.sort(sort)?;
        binders.push(format!("(v{number} {sort})"));
        Some(())
    }

    fn equation(
        &mut self,
        (def, sorts): (DefRef, &Sorts),
        arguments: &[ExprId],
        binders: &[String],
        out: &mut Vec<String>,
    ) -> Option<()> {
        let term = self.arena.mk(Expr::Fn(def, sorts.clone(), arguments.into())).ok()?;
        let body = self.theory.unfold(self.arena, term, None).ok()?;
        let equation = format!("(= {} {})", self.closed(term)?, self.closed(body)?);
        out.push(if binders.is_empty() {
            equation
        } else {
            format!("(forall ({}) {equation})", binders.join(" "))
        });
        Some(())
    }

    fn sort(&mut self, sort: SortId) -> Option<String> {
        if let Some(name) = self.sorts.get(&sort) {
            return Some(name.clone());
        }
        let name = match self.arena.sort(sort).clone() {
            Sort::Int => "Int".to_owned(),
            Sort::Data(BOOL, _) => "Bool".to_owned(),
            Sort::Data(..) => {
                self.datatypes(sort)?;
                return self.sorts.get(&sort).cloned();
            }
            Sort::Abstract(i) => format!("A{i}"),
            Sort::Opaque(i) => format!("O{i}"),
        };
        if matches!(self.arena.sort(sort), Sort::Abstract(_) | Sort::Opaque(_)) {
            self.declare(&format!("(declare-sort {name} 0)"))?;
        }
        self.sorts.insert(sort, name.clone());
        Some(name)
    }

    /// Declares a datatype with all that its values are made of, in one command.
    fn datatypes(&mut self, sort: SortId) -> Option<()> {
        let mut group = vec![sort];
        let mut fields = Vec::new();
        let mut next = 0;
        while let Some(s) = group.get(next).copied() {
            next += 1;
            let mut constructors = Vec::new();
            for tag in 0..self.arena.ctor_count(s).ok()? {
                let sorts = self.arena.ctor_fields(s, tag).ok()?.to_vec();
                for field in &sorts {
                    let data = matches!(self.arena.sort(*field), Sort::Data(d, _) if *d != BOOL);
                    if data && !group.contains(field) && !self.sorts.contains_key(field) {
                        group.push(*field);
                    }
                }
                constructors.push(sorts);
            }
            fields.push(constructors);
            if group.len() > MOST_INSTANCES {
                return None;
            }
        }
        let first = self.sorts.len();
        for (i, s) in group.iter().enumerate() {
            self.sorts.insert(*s, format!("D{}", first + i));
        }
        let (mut heads, mut bodies) = (String::new(), String::new());
        for (s, constructors) in group.iter().zip(fields) {
            let name = self.sorts.get(s)?.clone();
            heads.push_str(&format!("({name} 0)"));
            bodies.push('(');
            for (tag, sorts) in constructors.iter().enumerate() {
                bodies.push_str(&format!("({name}c{tag}"));
                for (j, field) in sorts.iter().enumerate() {
                    let field = self.sort(*field)?;
                    bodies.push_str(&format!(" ({name}c{tag}_{j} {field})"));
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        self.declare(&format!("(declare-datatypes ({heads}) ({bodies}))"))
    }
}
