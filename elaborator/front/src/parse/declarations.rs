//! The state of `declared`.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::Exports;

/// Found in one walk over the tree.
#[derive(Default)]
pub(crate) struct Declared {
    /// The fields of the inline record of a constructor. Nothing for a name that stands for several constructors.
    pub inline_records: BTreeMap<String, Option<Vec<String>>>,
    /// What a module type that is a signature lists. Nothing for one that is not, or that stands for several.
    pub module_types: BTreeMap<String, Option<Exports>>,
    /// Names of values and modules that are bound somewhere, at whatever depth.
    pub defined: BTreeSet<String>,
    /// Modules that are opened or included by a structure, by the first names of their paths.
    pub opened: BTreeSet<String>,
}
