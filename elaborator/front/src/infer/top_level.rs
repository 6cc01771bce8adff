//! What names mean at top level, from the prelude to the item that is being typed.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::Library;
use crate::syntax::{Item, Namespace, PatternKind, Reason, TypeBody, TypeExpr};
use crate::typed::{DataId, FunctionId, PredicateId, Ty};

/// What a type name stands for.
#[derive(Clone, Debug)]
pub(super) enum TypeEntry {
    Int,
    /// `nat`: the integers, with a bound where a variable is declared.
    Nat,
    /// `'a gen`
    Generator,
    Data(DataId),
    Opaque(u32),
    Alias(usize, Ty),
}

/// The names.
#[derive(Default)]
pub(super) struct TopLevel {
    pub(super) types: BTreeMap<String, TypeEntry>,
    /// Types that the file declares: OCaml takes each name once.
    pub(super) own_types: BTreeSet<String>,
    pub(super) constructors: BTreeMap<String, (DataId, u32)>,
    pub(super) fields: BTreeMap<String, (DataId, u32)>,
    pub(super) predicates: BTreeMap<String, PredicateId>,
    pub(super) functions: BTreeMap<String, FunctionId>,
    /// Names with a basic type only.
    pub(super) declared_values: BTreeMap<String, TypeExpr>,
    /// Names of items with a problem: using one is no mistake of its own.
    pub(super) set_aside: BTreeMap<(Namespace, String), Reason>,
}

/// The names that were known before a module of the library.
pub(super) struct Before {
    types: BTreeMap<String, TypeEntry>,
    constructors: BTreeMap<String, (DataId, u32)>,
    predicates: BTreeMap<String, PredicateId>,
    functions: BTreeMap<String, FunctionId>,
}

impl TopLevel {
    /// The names that a module of the library hides for as long as its items are typed.
    pub(super) fn before_module(&self) -> Before {
        Before {
            types: self.types.clone(),
            constructors: self.constructors.clone(),
            predicates: self.predicates.clone(),
            functions: self.functions.clone(),
        }
    }

    /// After a module: what was known before, and what the module's items define, with the module's name
    /// before it, but for what OCaml knows without.
    pub(super) fn leave_module(&mut self, before: Before, library: &Library, items: &[Item]) {
        let module = library.name;
        let global = |own: &str| library.global.contains(&own);
        let defined = defined(items);
        let inside = std::mem::take(&mut self.predicates);
        self.predicates = outside(module, before.predicates, inside, &defined, global);
        let inside = std::mem::take(&mut self.functions);
        self.functions = outside(module, before.functions, inside, &defined, global);
        let inside = std::mem::take(&mut self.constructors);
        self.constructors = outside(module, before.constructors, inside, &defined, |_| false);
        let mut known = before.types;
        for (own, entry) in std::mem::take(&mut self.types) {
            if known.get(&own).is_none_or(|old| !same_type(old, &entry)) {
                let name = if global(&own) { own } else { format!("{module}.{own}") };
                known.insert(name, entry);
            }
        }
        // `Option.t` is `option`, `Char.t` is `char`.
        if let Some(entry) = known.get(&module.to_lowercase()).cloned() {
            known.entry(format!("{module}.t")).or_insert(entry);
        }
        self.types = known;
    }
}

fn same_type(a: &TypeEntry, b: &TypeEntry) -> bool {
    match (a, b) {
        (TypeEntry::Data(a), TypeEntry::Data(b)) => a == b,
        (TypeEntry::Opaque(a), TypeEntry::Opaque(b)) => a == b,
        (TypeEntry::Data(_) | TypeEntry::Opaque(_), _) | (_, TypeEntry::Data(_) | TypeEntry::Opaque(_)) => {
            false
        }
        _ => true,
    }
}

/// The names of values and constructors that items define.
fn defined(items: &[Item]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for item in items {
        match item {
            Item::Program(bindings) | Item::Predicates(bindings) => {
                for binding in &bindings.list {
                    let mut pattern = &binding.pattern;
                    while let PatternKind::Typed(inner, _) = &pattern.kind {
                        pattern = inner;
                    }
                    if let PatternKind::Variable(name) = &pattern.kind {
                        out.insert(name.clone());
                    }
                }
            }
            Item::Types(declarations) => {
                for declaration in declarations {
                    if let TypeBody::Variant(list) = &declaration.body {
                        out.extend(list.iter().map(|(name, _)| name.text.clone()));
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// What is known after a module: what was known before, and what is new under its name outside.
fn outside<T: Copy>(
    module: &str,
    mut known: BTreeMap<String, T>,
    inside: BTreeMap<String, T>,
    defined: &BTreeSet<String>,
    global: impl Fn(&str) -> bool,
) -> BTreeMap<String, T> {
    for (own, meaning) in inside {
        if !defined.contains(&own) {
            continue;
        }
        if global(&own) {
            known.insert(own.clone(), meaning);
        }
        known.insert(format!("{module}.{own}"), meaning);
    }
    known
}
