//! What samples of a generator had, as rows of cells: for people to look at.

use crate::seen::{Constructor, Extent, Seen, in_place, is_plumbing, name_of};
use covenant_kernel::tables::{FIRST_DATATYPE, Statement};
use std::collections::BTreeSet;

/// What samples had, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// How many samples there were.
    pub samples: usize,
    /// The rows: a type with its constructors, or numbers and lengths at a place.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub title: String,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// A constructor, or from where to where.
    pub text: String,
    /// Whether it comes.
    pub comes: Comes,
}

/// Whether something comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// Some sample had it.
    Seen,
    /// No sample had it.
    NotSeen,
    /// No sample had it, and a value with it is one that no run returns.
    Missing,
}

/// Rows of a picture.
const MOST_ROWS: usize = 16;

impl Picture {
    pub(crate) fn of(
        statement: &Statement,
        seen: &Seen,
        never: &BTreeSet<Constructor>,
        samples: usize,
    ) -> Picture {
        let mut rows = Vec::new();
        for (index, datatype) in statement.datatypes.iter().enumerate() {
            let data = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(FIRST_DATATYPE);
            let of_type = |tag: usize| (data, u32::try_from(tag).unwrap_or(u32::MAX));
            let known = |constructor: &Constructor| {
                seen.constructors.contains(constructor) || never.contains(constructor)
            };
            let all: Vec<Constructor> = (0..datatype.ctors.len()).map(of_type).collect();
            let plain = all.iter().all(|constructor| !is_plumbing(statement, *constructor));
            if !plain || all.len() < 2 || !all.iter().any(known) {
                continue;
            }
            let cells = all.iter().map(|constructor| Cell {
                text: name_of(statement, *constructor).to_owned(),
                comes: match () {
                    () if seen.constructors.contains(constructor) => Comes::Seen,
                    () if never.contains(constructor) => Comes::Missing,
                    () => Comes::NotSeen,
                },
            });
            rows.push(Row { title: datatype.name.clone(), cells: cells.collect() });
        }
        for (place, at) in &seen.places {
            let of = in_place(statement, *place);
            let mut row = |what: &str, text: String| {
                rows.push(Row {
                    title: format!("{what}{of}"),
                    cells: vec![Cell { text, comes: Comes::Seen }],
                });
            };
            if let Some(Extent { low, high }) = at.numbers {
                row("numbers", format!("{low} to {high}"));
            }
            for (extent, what) in [(at.texts, "lengths of strings"), (at.lists, "lengths of lists")] {
                if let Some(Extent { low, high }) = extent {
                    row(what, format!("{low} to {high}"));
                }
            }
        }
        rows.truncate(MOST_ROWS);
        Picture { samples, rows }
    }
}
