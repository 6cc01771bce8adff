//! From the kernel's tables to trees with names: programs.
//!
//! The tables are in monadic normal form, where every step has a variable. Steps that nobody
//! named in the source and that only compute are put back where they are used.

use covenant_kernel::tables::{
    ArgRow, BOOL, CoreRef, CoreRow, ExprRef, ExprRow, FunRef, FunRow, ParamRow, Prim, SortRef, SortRow,
    Statement, TypeRef, UNIT,
};

use super::names::Source;
use super::tree::{Arg, Arrow, Branch, Code, Draw, Function, Lambda, Param, Scope, Term, Type};
use covenant_certificates::core_parts::{Parts, locals_of};

/// What cannot be exported: said to the user.
pub(super) type Outcome<T> = Result<T, String>;

/// Terms larger than this get a variable instead of being repeated.
const LARGE: usize = 12;

/// A variable in scope.
#[derive(Clone)]
enum Entry {
    Base(Term),
    Fun(Function),
}

/// Reads one statement.
pub(super) struct Reader<'a> {
    pub statement: &'a Statement,
    pub source: Source<'a>,
    taken: Vec<String>,
    counter: u32,
}

impl<'a> Reader<'a> {
    pub fn new(statement: &'a Statement, source: Source<'a>) -> Self {
        Reader { statement, source, taken: Vec::new(), counter: 0 }
    }

    pub fn expr(&self, e: ExprRef) -> &'a ExprRow {
        &self.statement.exprs[e.0 as usize]
    }

    pub fn sort(&self, s: SortRef) -> Outcome<Type> {
        Ok(match &self.statement.sorts[s.0 as usize] {
            SortRow::Int => Type::Int,
            SortRow::Data(BOOL, _) => Type::Bool,
            SortRow::Data(UNIT, _) => Type::Unit,
            SortRow::Data(d, args) => {
                Type::Data(*d, args.iter().map(|a| self.sort(*a)).collect::<Outcome<_>>()?)
            }
            SortRow::Abstract(i) => Type::Param(*i),
            SortRow::Opaque(i) => {
                let name = self.statement.opaque_sorts.get(*i as usize).map_or("?", String::as_str);
                return Err(format!("it uses values of type `{name}`, which have no generator"));
            }
        })
    }

    pub fn arrow(&self, arrow: TypeRef) -> Outcome<Arrow> {
        let row = &self.statement.types[arrow.0 as usize];
        let params = row.params.iter().map(|p| {
            Ok(match p {
                ParamRow::Base(s, _) => Param::Base(self.sort(*s)?),
                ParamRow::Fun(a) => Param::Fun(self.arrow(*a)?),
            })
        });
        Ok(Arrow { params: params.collect::<Outcome<_>>()?, result: self.sort(row.result)? })
    }

    /// A name that is not taken in this function.
    pub fn name(&mut self, wanted: &str) -> String {
        let base = super::names::plain(wanted);
        let mut name = base.clone();
        for n in 2.. {
            if !self.taken.contains(&name) {
                break;
            }
            name = format!("{base}_{n}");
        }
        self.taken.push(name.clone());
        name
    }

    /// Starts another function.
    pub fn start(&mut self) {
        self.taken.clear();
        self.counter = 0;
    }

    /// A top-level function.
    pub fn global(&mut self, body: FunRef, params: &[String]) -> Outcome<Lambda> {
        self.start();
        self.lambda(body, params, &mut Vec::new())
    }

    fn lambda(&mut self, f: FunRef, wanted: &[String], env: &mut Vec<Entry>) -> Outcome<Lambda> {
        let (arrow, core, recursive) = match &self.statement.funs[f.0 as usize] {
            FunRow::Lam(a, c) => (*a, *c, false),
            FunRow::Fix(a, c) => (*a, *c, true),
            _ => return Err("it is not a function that is written out".to_owned()),
        };
        let Arrow { params, result } = self.arrow(arrow)?;
        let depth = env.len();
        let mut named = Vec::new();
        for (i, param) in params.into_iter().enumerate() {
            let name = match (&param, wanted.get(i)) {
                (_, Some(name)) => self.name(name),
                (Param::Base(_), None) => self.name("x"),
                (Param::Fun(_), None) => self.name("f"),
            };
            env.push(match &param {
                Param::Base(ty) => Entry::Base(Term::Var(name.clone(), ty.clone())),
                Param::Fun(_) => Entry::Fun(Function::Local(name.clone())),
            });
            named.push((name, param));
        }
        let own = recursive.then(|| self.name("self"));
        if let Some(own) = &own {
            env.push(Entry::Fun(Function::Local(own.clone())));
        }
        let body = self.core(core, env);
        env.truncate(depth);
        Ok(Lambda { own, params: named, result, body: body? })
    }

    fn function(&mut self, f: FunRef, env: &mut Vec<Entry>) -> Outcome<Function> {
        match &self.statement.funs[f.0 as usize] {
            FunRow::Var(l) => match env.get(*l as usize) {
                Some(Entry::Fun(f)) => Ok(f.clone()),
                _ => Err("a function variable is not in scope".to_owned()),
            },
            FunRow::Global(g, _) => Ok(Function::Global(g.0)),
            FunRow::Lam(..) | FunRow::Fix(..) => Ok(Function::Lambda(Box::new(self.lambda(f, &[], env)?))),
        }
    }

    fn value(&self, e: ExprRef, env: &[Entry]) -> Outcome<Term> {
        Ok(match self.expr(e) {
            ExprRow::Local(l, _) => match env.get(*l as usize) {
                Some(Entry::Base(term)) => term.clone(),
                _ => return Err("a variable is not in scope".to_owned()),
            },
            ExprRow::Int(n) => Term::Int(*n),
            ExprRow::Ctor(sort, tag, args) => {
                let args = args.iter().map(|a| self.value(*a, env)).collect::<Outcome<Vec<_>>>()?;
                constructor(&self.sort(*sort)?, *tag, args)
            }
            ExprRow::Literal(..) => return Err("it uses a literal of a type without generator".to_owned()),
            _ => return Err("a value of an unexpected form".to_owned()),
        })
    }

    fn core(&mut self, core: CoreRef, env: &mut Vec<Entry>) -> Outcome<Code> {
        let statement = self.statement;
        match &statement.cores[core.0 as usize] {
            CoreRow::Ret(e) => Ok(Code::Value(self.value(*e, env)?)),
            CoreRow::Err(_) => Ok(Code::Fail),
            CoreRow::LetE(first, second) => self.bind(*first, *second, env),
            CoreRow::LetV(f, body) => {
                let lambda = self.lambda(*f, &[], env)?;
                let name = match &lambda.own {
                    Some(own) => own.clone(),
                    None => self.name("f"),
                };
                env.push(Entry::Fun(Function::Local(name.clone())));
                let body = self.core(*body, env);
                env.pop();
                Ok(Code::LetFun(name, Box::new(lambda), Box::new(body?)))
            }
            CoreRow::Op(prim) => {
                let drawn = self.operation(prim, env)?;
                Ok(match (drawn, self.source.weights(core)) {
                    (Code::Draw(Draw::Bool, none), Some((yes, no))) => {
                        Code::Draw(Draw::Weighed(yes, no), none)
                    }
                    (drawn, _) => drawn,
                })
            }
            CoreRow::App(f, args) => {
                let function = self.function(*f, env)?;
                let mut given = Vec::new();
                for arg in args {
                    given.push(match arg {
                        ArgRow::Base(e) => Arg::Base(self.value(*e, env)?),
                        ArgRow::Fun(f) => Arg::Fun(self.function(*f, env)?),
                    });
                }
                Ok(Code::Call(function, given))
            }
            CoreRow::Match(on, rows) => {
                let scrutinee = self.value(*on, env)?;
                let (ExprRow::Local(_, sort) | ExprRow::Ctor(sort, ..)) = self.expr(*on) else {
                    return Err("a match on an unexpected value".to_owned());
                };
                let sort = *sort;
                let mut branches: Vec<Branch> = Vec::new();
                for row in rows {
                    let types = self.fields(sort, row.tag)?;
                    let wanted = self.source.fields(core, self.constructor_name(sort, row.tag), types.len());
                    let mut fields = Vec::new();
                    for (i, ty) in types.into_iter().enumerate() {
                        let name = self.name(wanted.get(i).map_or("y", String::as_str));
                        env.push(Entry::Base(Term::Var(name.clone(), ty.clone())));
                        fields.push((name, ty));
                    }
                    let body = self.core(row.body, env);
                    env.truncate(env.len() - fields.len());
                    branches.push((row.tag, fields, body?));
                }
                match self.sort(sort)? {
                    Type::Bool => {
                        let mut branch = |tag: u32| {
                            let at = branches.iter().position(|b| b.0 == tag);
                            Box::new(at.map_or(Code::Fail, |at| branches.remove(at).2))
                        };
                        let (yes, no) = (branch(1), branch(0));
                        Ok(Code::If(Box::new(Code::Value(scrutinee)), yes, no))
                    }
                    Type::Data(data, _) => {
                        let partial = branches.len() < self.datatype(data).ctors.len();
                        Ok(Code::Match(scrutinee, data, branches, partial))
                    }
                    Type::Unit => branches.pop().map(|b| b.2).ok_or_else(|| "an empty match".to_owned()),
                    _ => Err("a match on a value that has no constructors".to_owned()),
                }
            }
        }
    }

    fn operation(&mut self, prim: &Prim, env: &[Entry]) -> Outcome<Code> {
        let draw = |draw| Ok(Code::Draw(draw, Vec::new()));
        match prim {
            Prim::IntGen => draw(Draw::Int),
            Prim::NatGen => draw(Draw::Nat),
            Prim::BoolGen => draw(Draw::Bool),
            Prim::IntRange(a, b) => {
                Ok(Code::Draw(Draw::Range, vec![self.value(*a, env)?, self.value(*b, env)?]))
            }
            Prim::OpaqueGen(_) => Err("it draws values of a type without generator".to_owned()),
            Prim::Div(a, b) => Ok(Code::Divide(true, self.value(*a, env)?, self.value(*b, env)?)),
            Prim::Mod(a, b) => Ok(Code::Divide(false, self.value(*a, env)?, self.value(*b, env)?)),
            Prim::Eval(e) => {
                // A function cannot be mentioned; something has to take its place.
                let locals = env.iter().map(|entry| match entry {
                    Entry::Base(term) => term.clone(),
                    Entry::Fun(_) => Term::Unit,
                });
                let scope = Scope { locals: locals.collect(), ..Scope::default() };
                Ok(Code::Value(self.formula(*e, &scope)?))
            }
        }
    }

    /// `let x = first in second`
    fn bind(&mut self, first: CoreRef, second: CoreRef, env: &mut Vec<Entry>) -> Outcome<Code> {
        let bound = self.core(first, env)?;
        // A call whose arguments are computed first begins with those; it ends with the call.
        let named = self.source.binder(first).or_else(|| self.source.binder(self.end_of(first)));
        if let (None, Code::Value(term)) = (&named, &bound)
            && term.size() <= LARGE
        {
            env.push(Entry::Base(term.clone()));
            let body = self.core(second, env);
            env.pop();
            return body;
        }
        let name = match &named {
            Some(name) => self.name(name),
            None => {
                self.counter += 1;
                self.name(&format!("t{}", self.counter))
            }
        };
        // The type is on the uses; a variable that is never used needs none.
        let ty = self.type_of_local(second, u32::try_from(env.len()).unwrap_or(u32::MAX))?;
        env.push(Entry::Base(Term::Var(name.clone(), ty)));
        let body = self.core(second, env);
        env.pop();
        Ok(joined(name, named.is_some(), bound, body?))
    }

    /// The last step of a sequence.
    fn end_of(&self, mut core: CoreRef) -> CoreRef {
        while let CoreRow::LetE(_, rest) = &self.statement.cores[core.0 as usize] {
            core = *rest;
        }
        core
    }

    /// The type at which a variable is used.
    fn type_of_local(&self, core: CoreRef, level: u32) -> Outcome<Type> {
        let mut cores = vec![core];
        while let Some(core) = cores.pop() {
            let Parts { exprs, cores: inside, funs } = Parts::of(&self.statement.cores[core.0 as usize]);
            cores.extend(inside);
            for f in funs {
                if let FunRow::Lam(_, c) | FunRow::Fix(_, c) = &self.statement.funs[f.0 as usize] {
                    cores.push(*c);
                }
            }
            if let Some(sort) = locals_of(&self.statement.exprs, exprs).get(&level) {
                return self.sort(*sort);
            }
        }
        Ok(Type::Unit)
    }

    pub fn datatype(&self, data: u32) -> &'a covenant_kernel::tables::DatatypeRow {
        &self.statement.datatypes[(data - covenant_kernel::tables::FIRST_DATATYPE) as usize]
    }

    fn constructor_name(&self, sort: SortRef, tag: u32) -> &'a str {
        match &self.statement.sorts[sort.0 as usize] {
            SortRow::Data(d, _) if *d > UNIT => &self.datatype(*d).ctors[tag as usize].name,
            _ => "",
        }
    }

    /// The types of the fields of a constructor, at the arguments of the sort.
    pub fn fields(&self, sort: SortRef, tag: u32) -> Outcome<Vec<Type>> {
        let SortRow::Data(d, args) = &self.statement.sorts[sort.0 as usize] else { return Ok(Vec::new()) };
        if *d <= UNIT {
            return Ok(Vec::new());
        }
        let args = args.iter().map(|a| self.sort(*a)).collect::<Outcome<Vec<_>>>()?;
        let row = &self.datatype(*d).ctors[tag as usize];
        row.fields.iter().map(|f| Ok(at(&self.sort(*f)?, &args))).collect()
    }
}

/// A type with its parameters replaced.
pub(super) fn at(ty: &Type, args: &[Type]) -> Type {
    match ty {
        Type::Param(i) => args.get(*i as usize).cloned().unwrap_or(Type::Param(*i)),
        Type::Data(d, inner) => Type::Data(*d, inner.iter().map(|t| at(t, args)).collect()),
        other => other.clone(),
    }
}

/// A constructor, or a constant of a built-in type.
pub(super) fn constructor(ty: &Type, tag: u32, args: Vec<Term>) -> Term {
    match ty {
        Type::Bool => Term::Bool(tag == 1),
        Type::Data(d, _) => Term::Ctor(*d, tag, args),
        _ => Term::Unit,
    }
}

/// `let name = bound in body`, or without the variable where it says nothing.
fn joined(name: String, keep: bool, bound: Code, body: Code) -> Code {
    let is_it = |t: &Term| matches!(t, Term::Var(n, _) if *n == name);
    match body {
        Code::Value(t) if is_it(&t) => bound,
        Code::If(test, yes, no)
            if !keep
                && matches!(&*test, Code::Value(t) if is_it(t))
                && yes.count(&name) + no.count(&name) == 0 =>
        {
            Code::If(Box::new(bound), yes, no)
        }
        body => Code::Let(name, Box::new(bound), Box::new(body)),
    }
}
