//! What declarations are called where they are shown.
//!
//! Two declarations of a certificate may have the same name, as in OCaml, where the second hides the
//! first. A reader must see that they are two: the second is shown as `name#2`. No name contains `#`,
//! so this is nobody else's name.

use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, Statement};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The names of all declarations.
pub struct Declared {
    /// Opaque sorts.
    pub opaque_sorts: Vec<String>,
    datatypes: Vec<String>,
    constructors: Vec<Vec<String>>,
    products: Vec<bool>,
    /// Top-level functions.
    pub globals: Vec<String>,
    /// Definitions.
    pub defs: Vec<String>,
    /// Assumed formulas.
    pub axioms: Vec<String>,
    /// Lemmas.
    pub lemmas: Vec<String>,
    /// Functions and definitions together: what no variable may be called.
    pub reserved: Rc<HashSet<String>>,
}

/// The names given so far in one name space, and how often.
#[derive(Default)]
struct Space(HashMap<String, usize>);

impl Space {
    fn with(names: &[&str]) -> Space {
        Space(names.iter().map(|name| ((*name).to_owned(), 1)).collect())
    }

    fn name(&mut self, wanted: &str) -> String {
        let count = self.0.entry(wanted.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { wanted.to_owned() } else { format!("{wanted}#{count}") }
    }
}

impl Declared {
    /// Gives every declaration of a statement, and the lemmas of a proof of it, their names.
    pub fn of<'l>(statement: &Statement, lemmas: impl Iterator<Item = &'l str>) -> Self {
        let Statement { opaque_sorts, datatypes, defs, axioms, globals, .. } = statement;
        let mut types = Space::with(&["int", "bool", "unit"]);
        let opaque_sorts = opaque_sorts.iter().map(|name| types.name(name)).collect();
        let mut of_values = Space::with(&["true", "false", "()"]);
        let constructors =
            datatypes.iter().map(|d| d.ctors.iter().map(|c| of_values.name(&c.name)).collect());
        let constructors = constructors.collect();
        let datatype_names: Vec<String> = datatypes.iter().map(|d| types.name(&d.name)).collect();
        // Only one constructor, with as many fields as the name says: else a tuple hides something.
        let products = datatypes.iter().zip(&datatype_names).map(|(row, name)| {
            let arity = name.strip_prefix("tuple").and_then(|arity| arity.parse::<usize>().ok());
            matches!(row.ctors.as_slice(), [one] if Some(one.fields.len()) == arity && one.fields.len() > 1)
                && arity == Some(row.params as usize)
        });
        let products = products.collect();
        let mut functions = Space::default();
        let globals: Vec<String> = globals.iter().map(|g| functions.name(&g.name)).collect();
        let defs: Vec<String> = defs.iter().map(|d| functions.name(&d.name)).collect();
        let mut facts = Space::default();
        let axioms = axioms.iter().map(|a| facts.name(&a.name)).collect();
        let lemmas = lemmas.map(|name| facts.name(name)).collect();
        let reserved = Rc::new(globals.iter().chain(&defs).cloned().collect());
        Declared {
            opaque_sorts,
            datatypes: datatype_names,
            constructors,
            products,
            globals,
            defs,
            axioms,
            lemmas,
            reserved,
        }
    }

    /// The name of a datatype, counted from `bool`.
    #[must_use]
    pub fn datatype(&self, number: u32) -> &str {
        match number.checked_sub(FIRST_DATATYPE) {
            None if number == BOOL => "bool",
            None => "unit",
            Some(row) => self.datatypes.get(row as usize).map_or("?", String::as_str),
        }
    }

    /// The name of a constructor.
    #[must_use]
    pub fn constructor(&self, datatype: u32, tag: u32) -> &str {
        match (datatype.checked_sub(FIRST_DATATYPE), tag) {
            (None, 0) if datatype == BOOL => "false",
            (None, _) if datatype == BOOL => "true",
            (None, _) => "()",
            (Some(row), tag) => {
                let constructors = self.constructors.get(row as usize);
                constructors.and_then(|list| list.get(tag as usize)).map_or("?", String::as_str)
            }
        }
    }

    /// The name of a definition.
    #[must_use]
    pub fn definition(&self, number: u32) -> &str {
        self.defs.get(number as usize).map_or("?", String::as_str)
    }

    /// Is this datatype written as a tuple?
    #[must_use]
    pub fn is_product(&self, number: u32) -> bool {
        let row = number.checked_sub(FIRST_DATATYPE);
        row.and_then(|row| self.products.get(row as usize)).copied().unwrap_or(false)
    }
}
