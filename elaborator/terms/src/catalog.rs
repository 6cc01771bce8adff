//! What the environment has for a type: constants, calls, constructors, fields, and a smallest term.
//!
//! Answers are found once per type and kept, in urns where one of several is chosen. They depend on the environment and the type
//! alone, so that a term does not depend on the ones that were made before it.

use crate::environment::{Environment, FIRST_OWN, INT, STRING, UNIT};
use crate::table::{QuickMap, Shape, Table, Ty, Types};
use crate::urn::Urn;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// What the variables of a scheme stand for, as far as it is known.
pub type Found = SmallVec<[Option<Ty>; 4]>;

/// A constant that fits.
#[derive(Clone, Debug)]
pub struct Producer {
    /// The constant.
    pub constant: u32,
    /// Its type variables.
    pub found: Found,
}

/// A call of a constant that makes the wanted type and takes a given one.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The constant.
    pub constant: u32,
    /// The argument that has the given type.
    pub argument: usize,
    /// Its type variables.
    pub found: Found,
}

/// A field of a constructor that has the wanted type.
#[derive(Clone, Debug)]
pub struct Projection {
    /// The datatype.
    pub data: u32,
    /// The constructor.
    pub tag: u32,
    /// The field.
    pub field: usize,
    /// The arguments of the datatype.
    pub found: Found,
}

/// What makes a type.
#[derive(Clone, Debug, Default)]
pub struct Producers {
    /// Constants of exactly this type, and constructors without arguments.
    pub constants: Urn<Result<Producer, u32>>,
    /// Constants whose result it is.
    pub calls: Urn<Producer>,
    /// Constructors with arguments.
    pub constructors: Urn<u32>,
}

/// The first step of a smallest closed term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// A literal.
    Literal,
    /// A constructor.
    Con(u32),
    /// A constant, perhaps called, with its type variables.
    Const(u32, Types),
    /// A lambda.
    Lam,
}

/// A constant with its type as numbers.
#[derive(Clone, Debug)]
pub struct ConstantScheme {
    /// The whole type.
    pub ty: Ty,
    /// The arguments.
    pub params: Types,
    /// The result; the whole type if there are no arguments.
    pub result: Ty,
    /// The number of type variables.
    pub variables: usize,
}

/// An entry of the table of smallest terms: its size, and the first step; none if there is no such term.
type Entry = Option<(u32, Smallest)>;

/// How much more likely a constant is whose result has the wanted shape than one that makes anything.
pub const COMMON: u64 = 10;
/// Types that are looked at to find a smallest term; a type that needs more counts as one without.
const MOST_TYPES: usize = 400;

/// See the module.
#[derive(Debug)]
pub struct Catalog<'e> {
    /// The environment.
    pub environment: &'e Environment,
    /// Its constants.
    pub constants: Vec<ConstantScheme>,
    /// Fields of constructors: by datatype and constructor.
    pub fields: Vec<Vec<Vec<Ty>>>,
    /// Constants whose result is a type variable: they make every type.
    of_anything: Vec<u32>,
    none: Vec<u32>,
    /// The other constants, by the datatype of their result; functions at the end.
    by_result: Vec<Vec<u32>>,
    /// The first step of a smallest term of each datatype, if its arguments have terms.
    first_of_data: Vec<Option<Smallest>>,
    /// The types without variables that constants have or take.
    pub known_types: Vec<Ty>,
    /// The datatypes that are not built in: those without parameters, then the others.
    own: Vec<u32>,
    /// How many of them have no parameters.
    own_plain: usize,
    producers: QuickMap<Ty, Rc<Producers>>,
    open_producers: QuickMap<Ty, Rc<Producers>>,
    bridges: QuickMap<(Ty, Ty), Rc<Urn<Bridge>>>,
    projections: QuickMap<Ty, Rc<Vec<Projection>>>,
    smallest: QuickMap<Ty, Entry>,
    open_smallest: QuickMap<Ty, Entry>,
}

impl<'e> Catalog<'e> {
    /// Prepares an environment.
    pub fn new(environment: &'e Environment, table: &mut Table) -> Self {
        let constants = environment
            .constants
            .iter()
            .map(|constant| {
                let ty = table.of_tree(&constant.ty);
                let (params, result) = match table.shape(ty) {
                    Shape::Fun(params, result) => (params.clone(), *result),
                    _ => (Types::new(), ty),
                };
                ConstantScheme { ty, params, result, variables: constant.ty.variables() as usize }
            })
            .collect();
        let fields = environment
            .datatypes
            .iter()
            .map(|data| {
                data.constructors
                    .iter()
                    .map(|constructor| constructor.fields.iter().map(|field| table.of_tree(field)).collect())
                    .collect()
            })
            .collect();
        let constants: Vec<ConstantScheme> = constants;
        let functions = environment.datatypes.len();
        let mut of_anything = Vec::new();
        let mut by_result = vec![Vec::new(); functions + 1];
        for (at, constant) in constants.iter().enumerate() {
            match table.shape(constant.result) {
                Shape::Var(_) => of_anything.push(at as u32),
                Shape::Data(data, _) => by_result[*data as usize].push(at as u32),
                Shape::Fun(..) | Shape::Ext(..) => by_result[functions].push(at as u32),
            }
            // As a whole, a function may stand for itself.
            if !constant.params.is_empty() {
                by_result[functions].push(at as u32);
            }
        }
        let (mut own, with_params): (Vec<u32>, Vec<u32>) = (FIRST_OWN..environment.datatypes.len() as u32)
            .partition(|data| environment.datatypes[*data as usize].params == 0);
        let own_plain = own.len();
        own.extend(with_params);
        let mut known_types: Vec<Ty> = Vec::new();
        for (constant, declared) in constants.iter().zip(&environment.constants) {
            if declared.ty.variables() == 0 {
                let all = std::iter::once(constant.ty).chain(constant.params.iter().copied());
                known_types.extend(all);
            }
        }
        known_types.sort_unstable();
        known_types.dedup();
        let mut catalog = Catalog {
            environment,
            known_types,
            own,
            own_plain,
            constants,
            fields,
            of_anything,
            none: Vec::new(),
            by_result,
            first_of_data: Vec::new(),
            producers: QuickMap::default(),
            open_producers: QuickMap::default(),
            bridges: QuickMap::default(),
            projections: QuickMap::default(),
            smallest: QuickMap::default(),
            open_smallest: QuickMap::default(),
        };
        let int = table.data(INT, &[]);
        let mut first_of_data = Vec::new();
        for (data, declared) in environment.datatypes.iter().enumerate() {
            let ty = table.data(data as u32, &vec![int; declared.params as usize]);
            let first = catalog.smallest(table, ty).map(|(_, first)| first);
            // A constant has types of its own.
            first_of_data.push(first.filter(|first| !matches!(first, Smallest::Const(..))));
        }
        catalog.first_of_data = first_of_data;
        catalog
    }

    /// The datatypes that are not built in; without `all`, only those that have no parameters.
    #[must_use]
    pub fn own_datatypes(&self, all: bool) -> &[u32] {
        if all { &self.own } else { &self.own[..self.own_plain] }
    }

    /// Forgets what is about types of one term.
    pub fn forget_term(&mut self) {
        self.open_producers.clear();
        self.open_smallest.clear();
    }

    /// The types of a constructor's arguments.
    pub fn field_types(&self, table: &mut Table, ty: Ty, tag: u32) -> Types {
        let Shape::Data(data, args) = table.shape(ty).clone() else { return Types::new() };
        let fields = &self.fields[data as usize][tag as usize];
        fields.iter().map(|field| table.instantiate(*field, &args)).collect()
    }

    /// What makes a type.
    pub fn producers(&mut self, table: &Table, ty: Ty) -> Rc<Producers> {
        let known = if ty.is_open() { &self.open_producers } else { &self.producers };
        if let Some(known) = known.get(&ty) {
            return known.clone();
        }
        let mut producers = Producers::default();
        if let Shape::Data(data, _) = table.shape(ty) {
            for (tag, fields) in self.fields[*data as usize].iter().enumerate() {
                if fields.is_empty() {
                    producers.constants.insert(Err(tag as u32), COMMON);
                } else {
                    producers.constructors.insert(tag as u32, 1);
                }
            }
        }
        let functions = self.environment.datatypes.len();
        let same_head = match table.shape(ty) {
            Shape::Data(data, _) => &self.by_result[*data as usize],
            Shape::Fun(..) | Shape::Ext(..) => &self.by_result[functions],
            Shape::Var(_) => &self.none,
        };
        for &at in same_head.iter().chain(&self.of_anything) {
            let constant = &self.constants[at as usize];
            let mut found: Found = smallvec![None; constant.variables];
            // What makes anything is less likely than what makes this.
            let weight = if matches!(table.shape(constant.result), Shape::Var(_)) { 1 } else { COMMON };
            if table.matches(constant.ty, ty, &mut found) {
                let producer = Producer { constant: at, found: found.clone() };
                producers.constants.insert(Ok(producer), weight);
            }
            if !constant.params.is_empty() {
                found.iter_mut().for_each(|found| *found = None);
                if table.matches(constant.result, ty, &mut found) {
                    producers.calls.insert(Producer { constant: at, found }, weight);
                }
            }
        }
        let producers = Rc::new(producers);
        let known = if ty.is_open() { &mut self.open_producers } else { &mut self.producers };
        known.insert(ty, producers.clone());
        producers
    }

    /// Calls that make `wanted` and take `given`. Not for types with arguments holes, of which there is no end.
    pub fn bridges(&mut self, table: &Table, given: Ty, wanted: Ty) -> Option<Rc<Urn<Bridge>>> {
        if given.is_open() || wanted.is_open() {
            return None;
        }
        if let Some(known) = self.bridges.get(&(given, wanted)) {
            return Some(known.clone());
        }
        let mut urn = Urn::default();
        for (at, constant) in self.constants.iter().enumerate() {
            let mut result: Found = smallvec![None; constant.variables];
            if constant.params.is_empty() || !table.matches(constant.result, wanted, &mut result) {
                continue;
            }
            for (argument, param) in constant.params.iter().enumerate() {
                let mut found = result.clone();
                if table.matches(*param, given, &mut found) {
                    // An argument of any type is one that the function cannot look at; it is not worth
                    // more functions beside it, whose parameters would need a use as well.
                    let blind = matches!(table.shape(*param), Shape::Var(_));
                    let functions =
                        constant.params.iter().any(|param| matches!(table.shape(*param), Shape::Fun(..)));
                    if blind && functions {
                        continue;
                    }
                    urn.insert(Bridge { constant: at as u32, argument, found }, if blind { 1 } else { 12 });
                }
            }
        }
        let urn = Rc::new(urn);
        self.bridges.insert((given, wanted), urn.clone());
        Some(urn)
    }

    /// Like a bridge, for any two types: a constant whose result is a type variable and that takes another one, like `seq`.
    #[must_use]
    pub fn bridge_for_any(&self, table: &Table, given: Ty, wanted: Ty) -> Option<Bridge> {
        self.of_anything.iter().find_map(|at| {
            let constant = &self.constants[*at as usize];
            let Shape::Var(result) = table.shape(constant.result) else { return None };
            let argument = constant
                .params
                .iter()
                .position(|param| matches!(table.shape(*param), Shape::Var(n) if n != result))?;
            let mut found: Found = smallvec![None; constant.variables];
            let fits = table.matches(constant.result, wanted, &mut found)
                && table.matches(constant.params[argument], given, &mut found);
            fits.then_some(Bridge { constant: *at, argument, found })
        })
    }

    /// Fields of this type.
    pub fn projections(&mut self, table: &Table, ty: Ty) -> Rc<Vec<Projection>> {
        if let Some(known) = self.projections.get(&ty) {
            return known.clone();
        }
        let mut projections = Vec::new();
        for (data, constructors) in self.fields.iter().enumerate() {
            let params = self.environment.datatypes[data].params as usize;
            for (tag, fields) in constructors.iter().enumerate() {
                for (field, scheme) in fields.iter().enumerate() {
                    let mut found: Found = smallvec![None; params];
                    if table.matches(*scheme, ty, &mut found) {
                        projections.push(Projection { data: data as u32, tag: tag as u32, field, found });
                    }
                }
            }
        }
        let projections = Rc::new(projections);
        if !ty.is_open() {
            self.projections.insert(ty, projections.clone());
        }
        projections
    }

    /// The first step of a small closed term of this type, if there is one.
    pub fn first_step(&mut self, table: &mut Table, ty: Ty) -> Option<Smallest> {
        if self.inhabited(table, ty) {
            // New types come all the time, and few are worth a search.
            match table.shape(ty) {
                Shape::Ext(..) | Shape::Fun(..) => return Some(Smallest::Lam),
                Shape::Data(data, args) => {
                    let (data, args) = (*data as usize, args.clone());
                    if self.first_of_data[data].is_some()
                        && args.iter().all(|arg| self.inhabited(table, *arg))
                    {
                        return self.first_of_data[data].clone();
                    }
                }
                Shape::Var(_) => {}
            }
        }
        self.smallest(table, ty).map(|(_, first)| first)
    }

    /// The first step of a smallest closed term of this type, with its size.
    fn smallest(&mut self, table: &mut Table, ty: Ty) -> Option<(u32, Smallest)> {
        let known = if ty.is_open() { &self.open_smallest } else { &self.smallest };
        if let Some(known) = known.get(&ty) {
            return known.clone();
        }
        self.find_smallest(table, ty);
        let known = if ty.is_open() { &self.open_smallest } else { &self.smallest };
        known.get(&ty).cloned().flatten()
    }

    /// Is there a closed term of this type?
    pub fn inhabited(&mut self, table: &mut Table, ty: Ty) -> bool {
        let known = if ty.is_open() { &self.open_smallest } else { &self.smallest };
        if let Some(known) = known.get(&ty) {
            return known.is_some();
        }
        if !self.first_of_data.is_empty() {
            match table.shape(ty) {
                Shape::Ext(_, result) => return self.inhabited(table, *result),
                Shape::Fun(params, result) => {
                    let (own, result) = (params.contains(result), *result);
                    return own || self.inhabited(table, result);
                }
                Shape::Data(data, args) => {
                    let (data, args) = (*data as usize, args.clone());
                    if self.first_of_data[data].is_some()
                        && args.iter().all(|arg| self.inhabited(table, *arg))
                    {
                        return true;
                    }
                }
                Shape::Var(_) => {}
            }
        }
        self.smallest(table, ty).is_some()
    }

    /// All types that a term of type `ty` could need, then sizes from below until nothing gets smaller.
    fn find_smallest(&mut self, table: &mut Table, ty: Ty) {
        let mut types = vec![ty];
        let mut ways: Vec<Vec<(Smallest, Types, u32)>> = Vec::new();
        let mut at = 0;
        while at < types.len() && at < MOST_TYPES {
            let found = self.first_steps(table, types[at]);
            for (_, needs, _) in &found {
                for need in needs {
                    if !types.contains(need) {
                        types.push(*need);
                    }
                }
            }
            ways.push(found);
            at += 1;
        }
        let mut sizes: QuickMap<Ty, (u32, Smallest)> = QuickMap::default();
        loop {
            let mut changed = false;
            for (ty, ways) in types.iter().zip(&ways) {
                for (step, needs, cost) in ways {
                    let parts: Option<u32> =
                        needs.iter().map(|need| sizes.get(need).map(|(size, _)| *size)).sum();
                    let Some(size) = parts.map(|parts| parts.saturating_add(*cost)) else { continue };
                    if sizes.get(ty).is_none_or(|(known, _)| size < *known) {
                        sizes.insert(*ty, (size, step.clone()));
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        // What was cut off is not known; the type that was asked for is.
        let complete = types.len() <= MOST_TYPES;
        for other in types {
            if complete || other == ty {
                let entry = sizes.get(&other).cloned();
                let known = if other.is_open() { &mut self.open_smallest } else { &mut self.smallest };
                known.entry(other).or_insert(entry);
            }
        }
    }

    /// Every way to begin a term of a type: the step, the types of what is then missing, and the size of the step.
    fn first_steps(&mut self, table: &mut Table, ty: Ty) -> Vec<(Smallest, Types, u32)> {
        let (mut ways, mut of_anything) = (Vec::new(), Vec::new());
        match table.shape(ty).clone() {
            Shape::Data(INT | STRING, _) => ways.push((Smallest::Literal, Types::new(), 1)),
            Shape::Data(data, _) => {
                for tag in 0..self.fields[data as usize].len() as u32 {
                    ways.push((Smallest::Con(tag), self.field_types(table, ty, tag), 1));
                }
            }
            Shape::Fun(params, result) => {
                let own = params.contains(&result);
                ways.push((
                    Smallest::Lam,
                    if own { Types::new() } else { smallvec![result] },
                    1 + u32::from(own),
                ));
            }
            Shape::Ext(_, result) => ways.push((Smallest::Lam, smallvec![result], 1)),
            Shape::Var(_) => {}
        }
        let producers = self.producers(table, ty);
        let whole = producers.constants.entries().iter().filter_map(|entry| entry.as_ref().ok());
        for (producer, called) in
            whole.map(|p| (p, false)).chain(producers.calls.entries().iter().map(|p| (p, true)))
        {
            let unit = table.data(UNIT, &[]);
            let types: Types = producer.found.iter().map(|found| found.unwrap_or(unit)).collect();
            let constant = self.constants[producer.constant as usize].clone();
            let needs = if called {
                constant.params.iter().map(|param| table.instantiate(*param, &types)).collect()
            } else {
                Types::new()
            };
            let step = (Smallest::Const(producer.constant, types), needs, 1 + u32::from(called));
            if matches!(table.shape(constant.result), Shape::Var(_)) {
                of_anything.push(step);
            } else {
                ways.push(step);
            }
        }
        // `hd`, `failwith` and the like make every type, from types without end.
        if ways.is_empty() { of_anything } else { ways }
    }
}
