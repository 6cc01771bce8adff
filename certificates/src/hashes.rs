//! Content hashes of the rows of a certificate, as a Merkle tree over the tables.
//!
//! The hash of a row covers its kind, its own data, and the hashes of the rows that it refers
//! to; it does not depend on the numbers of rows. So equal sub-derivations have equal hashes,
//! wherever they are and in whichever file, and one changed leaf changes exactly the hashes
//! above it.
//!
//! Declarations are referred to by name, as programs do it. The hash of `sorted v` covers the
//! word `sorted`, not its definition: otherwise a changed definition would change every hash
//! around it and a diff would show nothing but noise. References to lemmas and assumed formulas
//! cover what they state too. [`Hashes::statement`] and [`Hashes::certificate`] cover all
//! declarations, so they identify the whole. Of declarations with the same name the reference
//! also covers which one it is.
//!
//! The exact bytes that are hashed are part of the format; `docs/CERTIFICATE.md` states them.

use std::collections::HashMap;

use covenant_kernel::tables::*;

use crate::canonical::group_ranks;
use crate::codec;
use crate::content_hash::ContentHash;
use crate::references::{Reference, References};
use crate::structure::{ProgramRow, StructureError, check_structure, empty_proof, program_order};

/// The hash of a derivation node.
pub type NodeHash = ContentHash;

/// Content hashes of all rows. Lists are parallel to the tables; those of sorts, expressions
/// and types cover the statement's rows and then the proof's.
#[derive(Clone, Debug)]
pub struct Hashes {
    /// Sorts.
    pub sorts: Vec<ContentHash>,
    /// Expressions.
    pub exprs: Vec<ContentHash>,
    /// Function types.
    pub types: Vec<ContentHash>,
    /// Datatypes, with their fields.
    pub datatypes: Vec<ContentHash>,
    /// Definitions, with their bodies.
    pub defs: Vec<ContentHash>,
    /// Assumed formulas.
    pub axioms: Vec<ContentHash>,
    /// Core terms.
    pub cores: Vec<ContentHash>,
    /// Function values.
    pub funs: Vec<ContentHash>,
    /// Schemes: sort parameters, predicate variables and claimed type of the globals.
    pub schemes: Vec<ContentHash>,
    /// Globals: name, scheme and body.
    pub globals: Vec<ContentHash>,
    /// Steps.
    pub steps: Vec<ContentHash>,
    /// What the lemmas state.
    pub lemma_statements: Vec<ContentHash>,
    /// Lemmas, with their proofs.
    pub lemmas: Vec<ContentHash>,
    /// Derivation nodes.
    pub nodes: Vec<NodeHash>,
    /// The whole statement.
    pub statement: ContentHash,
    /// Statement and proof.
    pub certificate: ContentHash,
}

/// Hash of data and of the hashes of its parts. `domain` keeps the kinds of rows apart.
fn digest(domain: &str, data: &[u8], parts: &[ContentHash]) -> ContentHash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[u8::try_from(domain.len()).unwrap_or(u8::MAX)]);
    hasher.update(domain.as_bytes());
    hasher.update(&(data.len() as u64).to_le_bytes());
    hasher.update(data);
    for part in parts {
        hasher.update(&part.0);
    }
    ContentHash(*hasher.finalize().as_bytes())
}

impl Hashes {
    /// The hashes of a statement on its own.
    pub fn of_statement(statement: &Statement) -> Result<Self, StructureError> {
        Self::of(&Certificate { statement: statement.clone(), proof: empty_proof() })
    }

    /// Hash everything.
    pub fn of(certificate: &Certificate) -> Result<Self, StructureError> {
        check_structure(certificate)?;
        let (statement, proof) = (&certificate.statement, &certificate.proof);
        let mut tree = Tree::new(statement);

        // Children before parents: each table after those it refers to.
        for row in statement.sorts.iter().chain(&proof.sorts) {
            let hash = tree.row("sort", row);
            tree.sorts.push(hash);
        }
        for row in statement.exprs.iter().chain(&proof.exprs) {
            let hash = tree.row("expr", row);
            tree.exprs.push(hash);
        }
        for row in statement.types.iter().chain(&proof.types) {
            let hash = tree.row("type", row);
            tree.types.push(hash);
        }
        let datatypes = tree.rows("datatype", &statement.datatypes);
        let defs = statement.defs.iter().map(|d| tree.def(d)).collect::<Vec<_>>();
        let axioms = tree.rows("axiom", &statement.axioms);
        tree.axiom_names = named("name.axiom", statement.axioms.iter().map(|a| &a.name), &axioms);
        for row in program_order(statement) {
            match row {
                ProgramRow::Core(i) => {
                    tree.cores[i as usize] = tree.row("core", &statement.cores[i as usize]);
                }
                ProgramRow::Fun(i) => {
                    tree.funs[i as usize] = tree.row("fun", &statement.funs[i as usize]);
                }
            }
        }
        let schemes: Vec<_> = statement.globals.iter().map(|g| tree.scheme(g)).collect();
        let globals = tree.rows("global", &statement.globals);
        let whole = statement_hash(statement, &datatypes, &defs, &axioms, &globals);

        let lemma_statements: Vec<_> = proof
            .lemmas
            .iter()
            .map(|l| {
                let data = codec::encode(&(&l.name, l.sort_params));
                digest("lemma.statement", &data, &[tree.exprs[l.statement.0 as usize]])
            })
            .collect();
        tree.lemma_names = named("name.lemma", proof.lemmas.iter().map(|l| &l.name), &lemma_statements);
        for row in &proof.steps {
            let hash = tree.row("step", row);
            tree.steps.push(hash);
        }
        let lemmas = tree.rows("lemma", &proof.lemmas);
        for row in &proof.nodes {
            let hash = tree.row("node", row);
            tree.nodes.push(hash);
        }

        let mut parts = vec![whole];
        parts.extend(&lemmas);
        parts.extend(proof.derivations.iter().flatten().map(|node| tree.nodes[node.0 as usize]));
        let shape: Vec<bool> = proof.derivations.iter().map(Option::is_some).collect();
        let data = codec::encode(&(lemmas.len() as u64, shape));
        Ok(Hashes {
            certificate: digest("certificate", &data, &parts),
            statement: whole,
            datatypes,
            defs,
            axioms,
            schemes,
            globals,
            lemma_statements,
            lemmas,
            sorts: tree.sorts,
            exprs: tree.exprs,
            types: tree.types,
            cores: tree.cores,
            funs: tree.funs,
            steps: tree.steps,
            nodes: tree.nodes,
        })
    }

    /// Hash of a derivation node.
    pub fn node(&self, node: NodeRef) -> Option<NodeHash> {
        self.nodes.get(node.0 as usize).copied()
    }
}

fn statement_hash(
    statement: &Statement,
    datatypes: &[ContentHash],
    defs: &[ContentHash],
    axioms: &[ContentHash],
    globals: &[ContentHash],
) -> ContentHash {
    let data = codec::encode(&(
        &statement.opaque_sorts,
        &statement.literals,
        datatypes.len() as u64,
        defs.len() as u64,
        axioms.len() as u64,
        globals.len() as u64,
        statement.claim,
        group_ranks(&statement.defs),
    ));
    let domain = match statement.kind {
        Kind::Every => "statement",
        Kind::Only => "statement.only",
        Kind::Exactly => "statement.exactly",
    };
    digest(domain, &data, &[datatypes, defs, axioms, globals].concat())
}

/// Hashes that stand for references to declarations: the name, how many declarations before
/// have the same name, and what they state, if that is to be covered.
fn named<'a>(
    domain: &str,
    names: impl Iterator<Item = &'a String>,
    stated: &[ContentHash],
) -> Vec<ContentHash> {
    let mut seen: HashMap<&str, u64> = HashMap::new();
    names
        .enumerate()
        .map(|(i, name)| {
            let count = seen.entry(name).or_default();
            let data = codec::encode(&(name, *count));
            *count += 1;
            digest(domain, &data, stated.get(i).map_or(&[], std::slice::from_ref))
        })
        .collect()
}

/// The hashes so far, as references need them.
struct Tree {
    opaque_names: Vec<ContentHash>,
    literal_names: Vec<ContentHash>,
    datatype_names: Vec<ContentHash>,
    def_names: Vec<ContentHash>,
    global_names: Vec<ContentHash>,
    axiom_names: Vec<ContentHash>,
    lemma_names: Vec<ContentHash>,
    sorts: Vec<ContentHash>,
    exprs: Vec<ContentHash>,
    types: Vec<ContentHash>,
    cores: Vec<ContentHash>,
    funs: Vec<ContentHash>,
    steps: Vec<ContentHash>,
    nodes: Vec<ContentHash>,
}

impl Tree {
    fn new(statement: &Statement) -> Self {
        let nothing = ContentHash([0; 32]);
        let built_in = ["bool".to_owned(), "unit".to_owned()];
        let datatypes = statement.datatypes.iter().map(|d| &d.name);
        Tree {
            opaque_names: named("name.opaque", statement.opaque_sorts.iter(), &[]),
            literal_names: named("name.literal", statement.literals.iter(), &[]),
            datatype_names: named("name.datatype", built_in.iter().chain(datatypes), &[]),
            def_names: named("name.def", statement.defs.iter().map(|d| &d.name), &[]),
            global_names: named("name.global", statement.globals.iter().map(|g| &g.name), &[]),
            axiom_names: Vec::new(),
            lemma_names: Vec::new(),
            sorts: Vec::new(),
            exprs: Vec::new(),
            types: Vec::new(),
            cores: vec![nothing; statement.cores.len()],
            funs: vec![nothing; statement.funs.len()],
            steps: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Hash of what a reference leads to. The structure was checked: it leads somewhere.
    fn referred(&self, reference: &Reference<'_>) -> ContentHash {
        let (list, index) = match reference {
            Reference::Sort(r) => (&self.sorts, r.0),
            Reference::Expr(r) => (&self.exprs, r.0),
            Reference::Type(r) => (&self.types, r.0),
            Reference::Core(r) => (&self.cores, r.0),
            Reference::Fun(r) => (&self.funs, r.0),
            Reference::Step(r) => (&self.steps, r.0),
            Reference::Node(r) => (&self.nodes, r.0),
            Reference::Global(r) => (&self.global_names, r.0),
            Reference::Def(r) => (&self.def_names, r.0),
            Reference::Axiom(r) => (&self.axiom_names, r.0),
            Reference::Lemma(r) => (&self.lemma_names, r.0),
            Reference::Datatype(r) => (&self.datatype_names, **r),
            Reference::OpaqueSort(r) => (&self.opaque_names, **r),
            Reference::Literal(r) => (&self.literal_names, **r),
        };
        list[index as usize]
    }

    /// The row's own data is the row with every reference set to 0.
    fn row<R: References + Clone + serde::Serialize>(&self, domain: &str, row: &R) -> ContentHash {
        let mut parts = Vec::new();
        let mut own = row.clone();
        own.references(&mut |reference: Reference<'_>| {
            parts.push(self.referred(&reference));
            clear(reference);
        });
        digest(domain, &codec::encode(&own), &parts)
    }

    fn rows<R: References + Clone + serde::Serialize>(&self, domain: &str, rows: &[R]) -> Vec<ContentHash> {
        rows.iter().map(|row| self.row(domain, row)).collect()
    }

    /// The number of a group says how it is ordered among the others; the statement's hash covers
    /// that.
    fn def(&self, def: &DefRow) -> ContentHash {
        let def = DefRow { group: 0, ..def.clone() };
        self.row("def", &def)
    }

    /// What a global claims, without its name and body.
    fn scheme(&self, global: &GlobalRow) -> ContentHash {
        let claim = GlobalRow { name: String::new(), body: None, ..global.clone() };
        self.row("scheme", &claim)
    }
}

fn clear(reference: Reference<'_>) {
    match reference {
        Reference::Sort(r) => r.0 = 0,
        Reference::Expr(r) => r.0 = 0,
        Reference::Type(r) => r.0 = 0,
        Reference::Core(r) => r.0 = 0,
        Reference::Fun(r) => r.0 = 0,
        Reference::Global(r) => r.0 = 0,
        Reference::Def(r) => r.0 = 0,
        Reference::Axiom(r) => r.0 = 0,
        Reference::Lemma(r) => r.0 = 0,
        Reference::Node(r) => r.0 = 0,
        Reference::Step(r) => r.0 = 0,
        Reference::Datatype(r) | Reference::OpaqueSort(r) | Reference::Literal(r) => *r = 0,
    }
}
