//! What an exported module needs: types, definitions, functions, each once. The claims of a file
//! have tables of their own, which repeat what they share.

use covenant_kernel::tables::{Bin, FIRST_DATATYPE, ParamRow};
use std::collections::{BTreeMap, BTreeSet};

use super::Language;
use super::names::{Source, TYPES_OF_OCAML, TYPES_OF_RUST, camel, plain};
use super::read::{Outcome, Reader};
use super::spec::Definition;
use super::tree::{Function, Lambda, Param, Scope, Term, Type};
use covenant_front::{Unit, Weighed};

/// A datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Datatype {
    pub name: String,
    pub params: u32,
    /// Names as in the source, and fields.
    pub ctors: Vec<(String, Vec<Type>)>,
}

impl Datatype {
    /// Whether it is the prelude's list, option or tuple, which both languages have.
    pub fn is_list(&self) -> bool {
        self.name == "list" && self.ctors.iter().any(|(name, _)| name == "::")
    }

    pub fn is_option(&self) -> bool {
        let shape: Vec<(&str, usize)> =
            self.ctors.iter().map(|(name, fields)| (name.as_str(), fields.len())).collect();
        self.name == "option" && self.params == 1 && shape == [("None", 0), ("Some", 1)]
    }

    /// Its name in OCaml.
    pub fn ocaml_name(&self) -> String {
        self.kept_apart(plain(&self.name), &TYPES_OF_OCAML)
    }

    /// Its name in Rust.
    pub fn rust_name(&self) -> String {
        self.kept_apart(camel(&self.name), &TYPES_OF_RUST)
    }

    fn kept_apart(&self, mut name: String, taken: &[&str]) -> String {
        if taken.contains(&name.as_str()) && !self.is_list() && !self.is_option() {
            name.push('_');
        }
        name
    }

    pub fn is_tuple(&self) -> bool {
        matches!(self.ctors.as_slice(), [(name, fields)] if *name == format!("Tuple{}", fields.len()))
    }
}

/// A generator that a user of the module calls.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub name: String,
    /// Which of the functions it is.
    pub function: usize,
    /// What of its specification can be executed: parameters, value, conjuncts.
    pub spec: Option<Spec>,
}

/// An executable specification.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub params: Vec<(String, Type)>,
    pub value: (String, Type),
    pub conjuncts: Vec<Term>,
    /// Why it is not all of the specification.
    pub missing: Vec<String>,
}

/// A function that draws.
#[derive(Clone, Debug)]
pub(super) struct TopFunction {
    pub name: String,
    pub type_params: u32,
    pub lambda: Lambda,
}

impl TopFunction {
    /// The name in the module of a function that is called by this name inside: its own name
    /// inside is the name outside.
    pub fn name_of(&self, inside: &str) -> String {
        if self.lambda.own.as_deref() == Some(inside) { self.name.clone() } else { inside.to_owned() }
    }
}

/// Everything in a module. Numbers in the trees of a unit are numbers of its tables; the maps of
/// [`Unified`] turn them into positions here.
#[derive(Default)]
pub(super) struct Collected {
    pub datatypes: Vec<Datatype>,
    pub definitions: Vec<Definition>,
    pub functions: Vec<TopFunction>,
    pub generators: Vec<Generator>,
    pub declined: Vec<(String, String)>,
    pub partial_specs: Vec<(String, String)>,
}

impl Collected {
    /// The datatype with this position.
    pub fn data(&self, d: u32) -> &Datatype {
        &self.datatypes[d as usize]
    }
}

/// Numbers of one unit's tables as positions in the module.
#[derive(Default)]
struct Unified {
    datatypes: BTreeMap<u32, u32>,
    definitions: BTreeMap<u32, u32>,
    functions: BTreeMap<u32, u32>,
}

impl Collected {
    /// Adds a claim with what it needs, or says why it cannot be exported.
    pub fn add(&mut self, unit: &Unit, text: &str, weights: &[Weighed], language: Language) {
        let before = (self.datatypes.len(), self.definitions.len(), self.functions.len());
        if let Err(why) = self.try_add(unit, text, weights, language) {
            self.datatypes.truncate(before.0);
            self.definitions.truncate(before.1);
            self.functions.truncate(before.2);
            self.declined.push((unit.claim.clone(), why));
        }
    }

    fn try_add(&mut self, unit: &Unit, text: &str, weights: &[Weighed], language: Language) -> Outcome<()> {
        let statement = &unit.statement;
        let source = Source { text, cores: &unit.source_map.cores, weights };
        let mut reader = Reader::new(statement, source);
        let mut unified = Unified::default();
        for d in 0..statement.datatypes.len() as u32 {
            self.datatype(&reader, d + FIRST_DATATYPE, &mut unified)?;
        }
        // The functions that the claim's function calls, and the definitions that they run.
        let claim = statement.claim.0;
        let (mut lambdas, mut defs) = (BTreeMap::new(), BTreeSet::new());
        let mut work = vec![claim];
        while let Some(g) = work.pop() {
            if lambdas.contains_key(&g) {
                continue;
            }
            let global = &statement.globals[g as usize];
            let Some(body) = global.body else {
                return Err(format!("it calls `{}`, which has no body", global.name));
            };
            let params: Vec<String> =
                unit.functions[g as usize].parameters.iter().map(|p| p.name.clone()).collect();
            let lambda = reader.global(body, &params)?;
            lambda.body.visit(&mut |t| used(t, &mut defs), &mut |f| {
                if let Function::Global(g) = f {
                    work.push(*g);
                }
            });
            lambdas.insert(g, lambda);
        }
        let takes_functions = lambdas[&claim].params.iter().any(|(_, p)| matches!(p, Param::Fun(_)));
        let polymorphic = statement.globals[claim as usize].sort_params > 0;
        if language == Language::Proptest && (takes_functions || polymorphic) {
            return Err("a strategy cannot take functions; export a generator that calls it".to_owned());
        }
        if language == Language::Proptest && lambdas.values().any(|l| local_recursion(&l.body)) {
            return Err("a local function calls itself, which a closure in Rust cannot".to_owned());
        }
        let spec =
            if takes_functions || polymorphic { None } else { Some(spec(&mut reader, unit, &mut defs)?) };
        self.definitions(&mut reader, &defs, &mut unified)?;
        for (g, mut lambda) in lambdas {
            let name = plain(&statement.globals[g as usize].name);
            unified.lambda(&mut lambda);
            let type_params = statement.globals[g as usize].sort_params;
            let at = self.function(TopFunction { name, type_params, lambda })?;
            unified.functions.insert(g, at as u32);
        }
        let spec = spec.map(|mut spec| {
            spec.params.iter_mut().chain([&mut spec.value]).for_each(|(_, ty)| unified.ty(ty));
            spec.conjuncts.iter_mut().for_each(|t| unified.term(t));
            spec
        });
        if let Some(spec) = spec.as_ref().filter(|s| !s.missing.is_empty()) {
            self.partial_specs.push((unit.claim.clone(), spec.missing.join("; ")));
        }
        let function = unified.functions[&claim] as usize;
        self.generators.push(Generator { name: plain(&unit.claim), function, spec });
        Ok(())
    }

    /// A datatype of the unit as one of the module.
    fn datatype(&mut self, reader: &Reader<'_>, d: u32, unified: &mut Unified) -> Outcome<()> {
        let row = reader.datatype(d);
        // Its own number first: the fields may mention it.
        let position = self.datatypes.iter().position(|t| t.name == row.name);
        unified.datatypes.insert(d, position.unwrap_or(self.datatypes.len()) as u32);
        let reserve = Datatype { name: row.name.clone(), params: row.params, ctors: Vec::new() };
        if position.is_none() {
            self.datatypes.push(reserve);
        }
        for field in row.ctors.iter().flat_map(|c| &c.fields) {
            for inner in mentioned(&reader.sort(*field)?) {
                if !unified.datatypes.contains_key(&inner) {
                    self.datatype(reader, inner, unified)?;
                }
            }
        }
        let mut ctors = Vec::new();
        for ctor in &row.ctors {
            let mut fields = ctor.fields.iter().map(|f| reader.sort(*f)).collect::<Outcome<Vec<_>>>()?;
            fields.iter_mut().for_each(|f| unified.ty(f));
            ctors.push((ctor.name.clone(), fields));
        }
        let own = &mut self.datatypes[unified.datatypes[&d] as usize];
        if !own.ctors.is_empty() && own.ctors != ctors {
            return Err(format!("two different types are called `{}`", row.name));
        }
        own.ctors = ctors;
        Ok(())
    }

    /// The definitions with these numbers and those that they use.
    fn definitions(
        &mut self,
        reader: &mut Reader<'_>,
        defs: &BTreeSet<u32>,
        unified: &mut Unified,
    ) -> Outcome<()> {
        let mut needed = BTreeMap::new();
        let mut work: Vec<u32> = defs.iter().copied().collect();
        while let Some(d) = work.pop() {
            if needed.contains_key(&d) {
                continue;
            }
            let definition = reader.definition(d)?;
            let mut more = BTreeSet::new();
            definition.terms().into_iter().for_each(|t| used(t, &mut more));
            work.extend(more);
            needed.insert(d, definition);
        }
        // A group keeps its order and stays together; equal ones are there already.
        let mut groups: BTreeMap<u32, Vec<(u32, Definition)>> = BTreeMap::new();
        for (d, definition) in needed {
            groups.entry(definition.group).or_default().push((d, definition));
        }
        for members in groups.into_values() {
            let start = self.definitions.len() as u32;
            for (i, (d, _)) in (0u32..).zip(&members) {
                unified.definitions.insert(*d, start + i);
            }
            let mut new: Vec<Definition> = members.iter().map(|(_, def)| def.clone()).collect();
            new.iter_mut().for_each(|def| unified.definition(def));
            match self.same_group(&new, start) {
                Some(at) => {
                    for (i, (d, _)) in (0u32..).zip(&members) {
                        unified.definitions.insert(*d, at + i);
                    }
                }
                None => {
                    for def in &mut new {
                        def.group = start;
                        let base = def.name.clone();
                        for n in 2.. {
                            if self.definitions.iter().all(|other| other.name != def.name) {
                                break;
                            }
                            def.name = format!("{base}_{n}");
                        }
                        self.definitions.push(def.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// Where these definitions are already, if they are. Calls within the group have numbers
    /// from `start` on there, and from the answer on here.
    fn same_group(&self, new: &[Definition], start: u32) -> Option<u32> {
        let shape = |def: &Definition, at: u32| {
            let mut def = def.clone();
            def.group = 0;
            def.name = String::new();
            renumber(&mut def, at);
            format!("{def:?}")
        };
        let wanted: Vec<String> = new.iter().map(|def| shape(def, start)).collect();
        (0..self.definitions.len()).find_map(|i| {
            let old = self.definitions.get(i..i + new.len())?;
            let same = old.iter().zip(&wanted).all(|(def, wanted)| shape(def, i as u32) == *wanted);
            same.then_some(i as u32)
        })
    }

    /// A function, new or known.
    fn function(&mut self, new: TopFunction) -> Outcome<usize> {
        match self.functions.iter().position(|f| f.name == new.name) {
            Some(at) if format!("{:?}", self.functions[at].lambda) == format!("{:?}", new.lambda) => Ok(at),
            Some(_) => Err(format!("two different functions are called `{}`", new.name)),
            None => {
                self.functions.push(new);
                Ok(self.functions.len() - 1)
            }
        }
    }
}

/// Calls within a group, as distances from its first definition and below zero.
fn renumber(def: &mut Definition, start: u32) {
    let change = |d: &mut u32| {
        if *d >= start && *d - start < 1000 {
            *d = u32::MAX - (*d - start);
        }
    };
    each_term(def, &mut |t| {
        if let Term::Define(d, _) = t {
            change(d);
        }
    });
}

fn each_term(def: &mut Definition, change: &mut dyn FnMut(&mut Term)) {
    use super::spec::DefinitionBody;
    match &mut def.body {
        DefinitionBody::Direct(term) => term.change(change),
        DefinitionBody::Cases(_, cases) => cases.iter_mut().for_each(|c| c.2.change(change)),
    }
}

/// The numbers of the definitions in a term.
fn used(term: &Term, defs: &mut BTreeSet<u32>) {
    term.visit(&mut |t| {
        if let Term::Define(d, _) = t {
            defs.insert(*d);
        }
    });
}

fn mentioned(ty: &Type) -> Vec<u32> {
    match ty {
        Type::Data(d, args) => [*d].into_iter().chain(args.iter().flat_map(mentioned)).collect(),
        _ => Vec::new(),
    }
}

fn local_recursion(code: &super::tree::Code) -> bool {
    let mut found = false;
    code.visit(&mut |_| {}, &mut |f| {
        found |= matches!(f, Function::Lambda(lambda) if lambda.own.is_some());
    });
    found || code.has_local_recursion()
}

/// The executable part of the claim's specification.
fn spec(reader: &mut Reader<'_>, unit: &Unit, defs: &mut BTreeSet<u32>) -> Outcome<Spec> {
    let statement = &unit.statement;
    let claim = &statement.globals[statement.claim.0 as usize];
    let ty = &statement.types[claim.claim.0 as usize];
    reader.start();
    let mut params = Vec::new();
    let names = &unit.functions[statement.claim.0 as usize].parameters;
    for (i, param) in ty.params.iter().enumerate() {
        let ParamRow::Base(sort, _) = param else { return Err("a function parameter".to_owned()) };
        let name = reader.name(names.get(i).map_or("x", |p| p.name.as_str()));
        params.push((name, reader.sort(*sort)?));
    }
    let value = (reader.name("v"), reader.sort(ty.result)?);
    let scope = Scope {
        locals: Vec::new(),
        bound: params.iter().map(|(n, t)| Term::Var(n.clone(), t.clone())).collect(),
        nu: Some(Term::Var(value.0.clone(), value.1.clone())),
    };
    let (mut conjuncts, mut missing) = (Vec::new(), Vec::new());
    let mut work = vec![ty.ensures];
    while let Some(e) = work.pop() {
        if let covenant_kernel::tables::ExprRow::Bin(Bin::And, a, b) = reader.expr(e) {
            work.extend([*b, *a]);
            continue;
        }
        let read = reader.formula(e, &scope).and_then(|term| {
            let mut own = BTreeSet::new();
            used(&term, &mut own);
            // Names are per function; definitions are read apart from the specification.
            let mut apart = Reader::new(statement, reader.source);
            let mut all = own.clone();
            let mut more: Vec<u32> = own.iter().copied().collect();
            while let Some(d) = more.pop() {
                let mut inner = BTreeSet::new();
                apart.definition(d)?.terms().into_iter().for_each(|t| used(t, &mut inner));
                more.extend(inner.iter().filter(|d| all.insert(**d)));
            }
            Ok((term, own))
        });
        match read {
            Ok((Term::Bool(true), _)) => {}
            Ok((term, own)) => {
                defs.extend(own);
                conjuncts.push(term);
            }
            Err(why) => missing.push(why),
        }
    }
    Ok(Spec { params, value, conjuncts, missing })
}

impl Unified {
    fn ty(&self, ty: &mut Type) {
        if let Type::Data(d, args) = ty {
            if let Some(new) = self.datatypes.get(d) {
                *d = *new;
            }
            args.iter_mut().for_each(|a| self.ty(a));
        }
    }

    fn term(&self, term: &mut Term) {
        term.change(&mut |t| match t {
            Term::Var(_, ty) => self.ty(ty),
            Term::Ctor(d, _, _) => {
                if let Some(new) = self.datatypes.get(d) {
                    *d = *new;
                }
            }
            Term::Define(d, _) => {
                if let Some(new) = self.definitions.get(d) {
                    *d = *new;
                }
            }
            Term::Quantifier { domain, .. } => match domain {
                super::tree::Domain::Constants(d) => {
                    if let Some(new) = self.datatypes.get(d) {
                        *d = *new;
                    }
                }
                super::tree::Domain::Near(terms, _) => terms.iter_mut().for_each(|(_, ty)| self.ty(ty)),
                super::tree::Domain::Booleans => {}
            },
            _ => {}
        });
    }

    fn definition(&self, def: &mut Definition) {
        use super::spec::DefinitionBody;
        def.params.iter_mut().for_each(|(_, ty)| self.ty(ty));
        self.ty(&mut def.result);
        match &mut def.body {
            DefinitionBody::Direct(term) => self.term(term),
            DefinitionBody::Cases(_, cases) => {
                for (_, fields, term) in cases {
                    fields.iter_mut().for_each(|(_, ty)| self.ty(ty));
                    self.term(term);
                }
            }
        }
    }

    fn param(&self, param: &mut Param) {
        match param {
            Param::Base(ty) => self.ty(ty),
            Param::Fun(arrow) => {
                arrow.params.iter_mut().for_each(|p| self.param(p));
                self.ty(&mut arrow.result);
            }
        }
    }

    fn lambda(&self, lambda: &mut Lambda) {
        lambda.params.iter_mut().for_each(|(_, p)| self.param(p));
        self.ty(&mut lambda.result);
        self.code(&mut lambda.body);
    }

    fn apply(&self, f: &mut Function) {
        match f {
            Function::Global(g) => {
                if let Some(new) = self.functions.get(g) {
                    *g = *new;
                }
            }
            Function::Local(_) => {}
            Function::Lambda(lambda) => self.lambda(lambda),
        }
    }

    fn code(&self, code: &mut super::tree::Code) {
        use super::tree::{Arg, Code};
        match code {
            Code::Value(t) => self.term(t),
            Code::Fail => {}
            Code::Divide(_, a, b) => {
                self.term(a);
                self.term(b);
            }
            Code::Draw(_, terms) => terms.iter_mut().for_each(|t| self.term(t)),
            Code::Call(f, args) => {
                self.apply(f);
                for arg in args {
                    match arg {
                        Arg::Base(t) => self.term(t),
                        Arg::Fun(f) => self.apply(f),
                    }
                }
            }
            Code::Let(_, a, b) => {
                self.code(a);
                self.code(b);
            }
            Code::LetFun(_, lambda, body) => {
                self.lambda(lambda);
                self.code(body);
            }
            Code::If(a, b, c) => {
                for part in [a, b, c] {
                    self.code(part);
                }
            }
            Code::Match(t, d, branches, _) => {
                self.term(t);
                if let Some(new) = self.datatypes.get(d) {
                    *d = *new;
                }
                for (_, fields, body) in branches {
                    fields.iter_mut().for_each(|(_, ty)| self.ty(ty));
                    self.code(body);
                }
            }
        }
    }
}
