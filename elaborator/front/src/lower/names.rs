//! Which of the user's names a level of the core program goes by.
//!
//! Lowering knows the value of a variable before the row that binds its level
//! exists: rows are made from the inside out. So a name is noted when a variable
//! of the source comes to stand for a level, and taken when that level is bound.
//! The first name wins: it is the one that the user gave where the value was made,
//! and later ones are parameters of functions that it was passed to.
//!
//! Names are for readers only. No row depends on them.

use std::collections::BTreeMap;

use covenant_kernel::tables::ExprRow;

use super::Lowerer;
use super::values::{Frame, Value};
use crate::typed::LocalId;

/// The names of the levels that are going to be bound.
#[derive(Default)]
pub(super) struct LevelNames {
    names: BTreeMap<u32, String>,
}

impl LevelNames {
    fn note(&mut self, level: u32, name: &str) {
        self.names.entry(level).or_insert_with(|| name.to_owned());
    }

    /// A level is about to be bound anew.
    pub(super) fn forget(&mut self, first: u32, count: u32) {
        for level in first..first.saturating_add(count) {
            self.names.remove(&level);
        }
    }

    /// The names of levels that are being bound; empty where there is none.
    pub(super) fn take(&mut self, first: u32, count: u32) -> Vec<String> {
        (first..first.saturating_add(count))
            .map(|level| self.names.remove(&level).unwrap_or_default())
            .collect()
    }
}

impl<'p> Lowerer<'p> {
    /// `frame` with one more variable, whose name is noted.
    pub(super) fn bind_local(&mut self, frame: &Frame<'p>, local: LocalId, value: Value<'p>) -> Frame<'p> {
        if let Value::Base(row) = &value
            && let Some(ExprRow::Local(level, _)) = self.tables.row(*row)
            && let Some(name) = self.program.local_names.get(&local)
            && name.starts_with(char::is_alphabetic)
        {
            self.level_names.note(*level, name);
        }
        frame.with(local, value)
    }
}
