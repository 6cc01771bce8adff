//! A certificate, loaded, with the Rocq names of everything that has one.
//!
//! The kernel's arena is used as the representation of expressions, so that formulas are
//! substituted and compared exactly as in the kernel. Nothing of the kernel's *checking* is
//! used: whether the derivation and the evidence are right is for Rocq to say.

use crate::error::ExportError;
use crate::names::Names;
use covenant_certificates::{CertificateFile, SourceMap};
use covenant_kernel::arena::{Arena, Expr, ExprId, Sort, SortId};
use covenant_kernel::load::Loaded;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{BOOL, DefBody, FIRST_DATATYPE, GlobalRow, Proof, Statement, UNIT};
use covenant_kernel::theory::{self, Theory};
use covenant_kernel::types::{self, FunType};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What the export makes of a global's name.
const OF_GLOBAL: &[&str] = &["_type", "_holds", "_covers", "_preds", "_call", "_scheme"];

/// Names of a datatype.
#[derive(Clone, Debug)]
pub(crate) struct DataNames {
    pub name: String,
    pub cases: String,
    pub eq_dec: String,
    pub instance: String,
    /// The size function; it shows that values are finite.
    pub size: String,
    pub ctors: Vec<String>,
    pub numbering: Numbering,
}

/// Names of what a datatype with many constructors has besides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbering {
    pub number: String,
    pub fields: String,
    pub get: String,
    pub make: String,
    pub same: String,
}

/// Everything about a certificate that the translation looks at.
pub(crate) struct World<'a> {
    pub statement: &'a Statement,
    pub proof: &'a Proof,
    pub source: &'a SourceMap,
    pub arena: Arena,
    pub theory: Theory,
    pub loaded: Loaded,
    pub types: Vec<Arc<FunType>>,
    pub names: Names,
    /// Datatypes, `bool` and `unit` first.
    pub data: Vec<DataNames>,
    pub defs: Vec<String>,
    /// Definitions that take the decidable equality of their sort parameters.
    pub needs_dec: HashSet<u32>,
    /// Decidable predicates that are defined together with their decision.
    pub decided: HashSet<u32>,
    /// Those of them whose definition is being written: under these names.
    pub deciding: HashMap<u32, String>,
    pub axioms: Vec<String>,
    pub lemmas: Vec<String>,
    pub globals: Vec<String>,
    pub opaque: Vec<String>,
    pub literals: Vec<String>,
    /// Names of the sort parameters and predicate variables in scope.
    pub scheme: Scheme,
    /// How many parameters a datatype lacks that those it is mutually recursive with have.
    pub lacking: HashMap<u32, u32>,
    /// Names of quantified variables in the source, by quantifier.
    pub binder_names: HashMap<ExprId, String>,
    /// Names of the lists of parameter types of functions with many parameters.
    pub long_lists: HashMap<String, String>,
    /// Large formulas that have been defined: the name and what it is applied to.
    pub named: HashMap<ExprId, (String, Vec<ExprId>)>,
    /// Whether a proof so far mentions the size of a value.
    pub uses_sizes: bool,
    /// The functions of globals that have been written, for the generators that ask.
    pub functions_of: HashMap<u32, std::rc::Rc<crate::pieces::Fun>>,
}

/// What a scheme, definition or lemma binds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scheme {
    pub sorts: Vec<String>,
    pub preds: Vec<String>,
}

pub(crate) fn at(i: u32) -> usize {
    usize::try_from(i).unwrap_or(usize::MAX)
}

pub(crate) fn get<T>(table: &[T], i: u32) -> Result<&T, ExportError> {
    table.get(at(i)).ok_or(ExportError::Tables(Why::BadReference))
}

impl<'a> World<'a> {
    pub fn load(file: &'a CertificateFile) -> Result<Self, ExportError> {
        let (statement, proof) = (&file.certificate.statement, &file.certificate.proof);
        let located = |(_, why): (_, Why)| ExportError::Tables(why);
        let mut arena = Arena::default();
        let (mut loaded, theory) = theory::load_theory(&mut arena, statement).map_err(located)?;
        let mut types = Vec::new();
        types::load_types(&arena, &statement.types, &loaded, &mut types).map_err(located)?;
        loaded.extend(&mut arena, statement, proof).map_err(located)?;
        types::load_types(&arena, &proof.types, &loaded, &mut types).map_err(located)?;

        let mut names = Names::new();
        let mut data = vec![
            DataNames {
                name: "bool".into(),
                cases: "bool_cases".into(),
                eq_dec: "EqDec_bool".into(),
                instance: "EqDec_bool".into(),
                size: String::new(),
                ctors: vec!["false".into(), "true".into()],
                numbering: Numbering::default(),
            },
            DataNames {
                name: "unit".into(),
                cases: "unit_cases".into(),
                eq_dec: "EqDec_unit".into(),
                instance: "EqDec_unit".into(),
                size: String::new(),
                ctors: vec!["tt".into()],
                numbering: Numbering::default(),
            },
        ];
        for row in &statement.datatypes {
            let name = names.constant(&row.name, &["_ind", "_rect", "_rec", "_sind"]);
            data.push(DataNames {
                cases: names.constant(&format!("{name}_cases"), &[]),
                eq_dec: names.constant(&format!("{name}_eq_dec"), &[]),
                instance: names.constant(&format!("EqDec_{name}"), &[]),
                size: names.constant(&format!("{name}_size"), &[]),
                ctors: row.ctors.iter().map(|c| names.constant(&c.name, &[])).collect(),
                numbering: Numbering {
                    number: names.constant(&format!("{name}_number"), &[]),
                    fields: names.constant(&format!("{name}_fields"), &[]),
                    get: names.constant(&format!("{name}_get"), &[]),
                    make: names.constant(&format!("{name}_make"), &[]),
                    same: names.constant(&format!("{name}_same"), &[]),
                },
                name,
            });
        }
        let defs = statement.defs.iter().map(|d| names.constant(&d.name, &["_local"])).collect();
        let axioms = statement.axioms.iter().map(|a| names.constant(&a.name, &[])).collect();
        let lemmas = proof.lemmas.iter().map(|l| names.constant(&l.name, &[])).collect();
        let globals = statement.globals.iter().map(|g| names.constant(&g.name, OF_GLOBAL)).collect();
        let opaque = statement.opaque_sorts.iter().map(|s| names.constant(s, &["_dec"])).collect();
        let literals =
            (0..statement.literals.len()).map(|i| names.constant(&format!("literal_{i}"), &[])).collect();
        let mut world = World {
            statement,
            proof,
            source: &file.source,
            arena,
            theory,
            loaded,
            types,
            names,
            data,
            defs,
            needs_dec: HashSet::new(),
            decided: HashSet::new(),
            deciding: HashMap::new(),
            axioms,
            lemmas,
            globals,
            opaque,
            literals,
            scheme: Scheme::default(),
            lacking: HashMap::new(),
            binder_names: HashMap::new(),
            long_lists: HashMap::new(),
            named: HashMap::new(),
            uses_sizes: false,
            functions_of: HashMap::new(),
        };
        for (row, name) in &file.source.binders {
            if let Ok(e) = world.loaded.expr(*row) {
                world.binder_names.insert(e, name.clone());
            }
        }
        world.lacking = world.find_lacking();
        world.decided = world.find_decided();
        world.needs_dec = world.find_needs_dec();
        Ok(world)
    }

    /// A definition needs decidable equality if it is polymorphic and its body, or one that it
    /// calls, has a conditional; or if it is defined together with its decision.
    fn find_needs_dec(&self) -> HashSet<u32> {
        let polymorphic = |d: &u32| self.statement.defs.get(at(*d)).is_some_and(|row| row.sort_params > 0);
        let mut needs: HashSet<u32> = self.decided.iter().copied().filter(polymorphic).collect();
        loop {
            let before = needs.len();
            for (d, body) in (0u32..).zip(&self.theory.bodies) {
                if self.statement.defs.get(at(d)).is_none_or(|row| row.sort_params == 0) {
                    continue;
                }
                let roots: &[ExprId] = match body {
                    DefBody::Direct(e) => std::slice::from_ref(e),
                    DefBody::Cases { cases, .. } => cases,
                    DefBody::Opaque => &[],
                };
                if roots.iter().any(|&e| {
                    self.mentions(e, &mut |node| match node {
                        Expr::Ite(..) => true,
                        Expr::Fn(callee, ..) => needs.contains(&callee.0),
                        _ => false,
                    })
                }) {
                    needs.insert(d);
                }
            }
            if needs.len() == before {
                return needs;
            }
        }
    }

    /// Whether some subexpression satisfies `test`.
    pub fn mentions(&self, root: ExprId, test: &mut impl FnMut(&Expr) -> bool) -> bool {
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        while let Some(e) = stack.pop() {
            if seen.insert(e) {
                if test(self.arena.expr(e)) {
                    return true;
                }
                self.arena.expr(e).for_children(|c, _| stack.push(c));
            }
        }
        false
    }

    pub fn global(&self, g: u32) -> Result<&'a GlobalRow, ExportError> {
        get(&self.statement.globals, g)
    }

    pub fn sort_of(&self, e: ExprId) -> Result<SortId, ExportError> {
        self.arena.sort_of(e).ok_or(ExportError::Tables(Why::SortMismatch))
    }

    /// Sort parameter names for a row with `n` of them, avoiding what is in use.
    pub fn sort_names(&self, n: u32, wanted: &[String]) -> Vec<String> {
        let mut names = self.names.clone();
        (0..n)
            .map(|i| {
                let default = char::from(b'A'.saturating_add(u8::try_from(i % 20).unwrap_or(0))).to_string();
                let wanted = wanted.get(at(i)).map(|w| capitalised(w)).unwrap_or(default);
                names.with_suffixes(&wanted, &["_dec", "_size"])
            })
            .collect()
    }

    /// The Rocq type of a sort.
    pub fn sort(&self, s: SortId) -> String {
        match self.arena.sort(s) {
            Sort::Int => "Z".to_owned(),
            // Rocq refuses the name: a sort parameter that nothing binds proves nothing.
            Sort::Abstract(i) => {
                self.scheme.sorts.get(at(*i)).cloned().unwrap_or_else(|| "unbound_sort_parameter".to_owned())
            }
            Sort::Opaque(i) => self.opaque.get(at(*i)).cloned().unwrap_or_default(),
            Sort::Data(d, args) => {
                let name = self.data.get(at(*d)).map(|d| d.name.as_str()).unwrap_or_default();
                let args = self.data_args(*d, args);
                if args.is_empty() { name.to_owned() } else { format!("({name}{args})") }
            }
        }
    }

    /// The arguments of a datatype. Rocq wants mutually recursive Inductives to have the same
    /// parameters: those that a datatype lacks are `unit`.
    pub fn data_args(&self, d: u32, args: &[SortId]) -> String {
        let lacking = self.lacking.get(&d).copied().unwrap_or(0);
        format!("{}{}", self.sort_args(args), " unit".repeat(at(lacking)))
    }

    /// Sorts as arguments, each after a space.
    pub fn sort_args(&self, sorts: &[SortId]) -> String {
        sorts.iter().map(|&s| format!(" {}", self.sort(s))).collect()
    }

    /// Sorts as arguments, each followed by its decidable equality.
    pub fn sort_args_dec(&self, sorts: &[SortId]) -> String {
        sorts.iter().map(|&s| format!(" {} _", self.sort(s))).collect()
    }

    /// `[A; B]`.
    pub fn sort_list(&self, sorts: &[SortId]) -> String {
        format!("[{}]", sorts.iter().map(|&s| self.sort(s)).collect::<Vec<_>>().join("; "))
    }

    /// A constructor with its sort arguments.
    pub fn ctor(&self, s: SortId, tag: u32) -> Result<String, ExportError> {
        let Sort::Data(d, args) = self.arena.sort(s) else { return Err(Why::SortMismatch.into()) };
        let names = get(&self.data, *d)?;
        let name = get(&names.ctors, tag)?;
        let args = self.data_args(*d, args);
        Ok(if args.is_empty() { name.clone() } else { format!("@{name}{args}") })
    }

    /// The name of a definition; where it is being defined with its decision, of the pair.
    pub fn def_name(&self, d: u32) -> Result<&str, ExportError> {
        match self.deciding.get(&d) {
            Some(name) => Ok(name),
            None => Ok(get(&self.defs, d)?),
        }
    }

    /// A definition with its sort arguments.
    pub fn def(&self, d: u32, sorts: &[SortId]) -> Result<String, ExportError> {
        let name = self.def_name(d)?;
        Ok(if sorts.is_empty() {
            name.to_owned()
        } else if self.needs_dec.contains(&d) {
            format!("@{name}{}", self.sort_args_dec(sorts))
        } else {
            format!("@{name}{}", self.sort_args(sorts))
        })
    }

    /// Binders for the sort parameters in scope: `(A : Set) (A_dec : EqDec A)`.
    pub fn sort_binders(&self, with_dec: bool, brackets: (&str, &str)) -> String {
        let (open, close) = brackets;
        self.scheme
            .sorts
            .iter()
            .map(|a| {
                let dec = if with_dec { format!(" {open}{a}_dec : EqDec {a}{close}") } else { String::new() };
                format!(" {open}{a} : Set{close}{dec}")
            })
            .collect()
    }

    /// The number of the datatype of a sort.
    pub fn datatype(&self, s: SortId) -> Result<u32, ExportError> {
        match self.arena.sort(s) {
            Sort::Data(d, _) => Ok(*d),
            _ => Err(Why::SortMismatch.into()),
        }
    }
}

/// Whether a datatype is one of the two that every theory has.
pub(crate) fn is_builtin(d: u32) -> bool {
    d == BOOL || d == UNIT || d < FIRST_DATATYPE
}

fn capitalised(name: &str) -> String {
    let name = name.trim_start_matches('\'');
    let mut chars = name.chars();
    chars.next().map(|c| c.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
