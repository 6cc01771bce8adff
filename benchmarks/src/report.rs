//! Results as tables: aligned text for people, one JSON object per row for programs.
//!
//! Both come from the same rows, so that a figure in one cannot differ from the other. A
//! table-printing crate was not worth a dependency for right-aligned columns.

use serde_json::{Map, Value, json};

/// One figure, with the way it is written for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A count.
    Count(u64),
    /// A measured or computed number, with the decimals that are worth reading.
    Number(f64, usize),
    /// Nothing was measured.
    Nothing,
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(n) => n.to_string(),
            Cell::Number(x, decimals) => format!("{x:.decimals$}"),
            Cell::Nothing => "-".into(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(n) => json!(n),
            Cell::Number(x, _) => json!(x),
            Cell::Nothing => Value::Null,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(n: u64) -> Self {
        Cell::Count(n)
    }
}

impl From<usize> for Cell {
    fn from(n: usize) -> Self {
        Cell::Count(n as u64)
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Machine-readable name, the `table` field of each JSON row.
    pub name: &'static str,
    /// What the table shows.
    pub title: String,
    /// Column names; also the keys of the JSON rows.
    pub columns: Vec<&'static str>,
    /// Rows, each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &'static str, title: impl Into<String>, columns: &[&'static str]) -> Self {
        Table { name, title: title.into(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Text with right-aligned figures; the first column is left-aligned.
    pub fn render(&self) -> String {
        let cells: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect();
        let width = |column: usize| {
            let longest = cells.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max();
            longest.unwrap_or(0).max(self.columns[column].chars().count())
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |words: Vec<&str>| {
            let mut line = String::new();
            for (i, (word, width)) in words.iter().zip(&widths).enumerate() {
                if i == 0 {
                    line.push_str(&format!("{word:<width$}"));
                } else {
                    line.push_str(&format!("  {word:>width$}"));
                }
            }
            line.push('\n');
            line
        };
        let mut text = format!("{}\n\n", self.title);
        text.push_str(&line(self.columns.clone()));
        for row in &cells {
            text.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        text
    }

    /// One JSON object per row.
    pub fn json_rows(&self) -> Vec<Value> {
        let row = |row: &Vec<Cell>| {
            let mut object = Map::new();
            object.insert("table".into(), json!(self.name));
            for (column, cell) in self.columns.iter().zip(row) {
                object.insert((*column).into(), cell.json());
            }
            Value::Object(object)
        };
        self.rows.iter().map(row).collect()
    }
}

/// A figure that has a goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What is measured.
    pub what: String,
    /// What was measured.
    pub measured: f64,
    /// At most this is wanted.
    pub limit: f64,
    /// Unit of both.
    pub unit: &'static str,
}

impl Goal {
    /// Whether the goal is reached.
    pub fn reached(&self) -> bool {
        self.measured <= self.limit
    }
}

/// Goals as a table.
pub fn goals_table(title: &str, goals: &[Goal]) -> Table {
    let mut table = Table::new("goals", title, &["goal", "measured", "limit", "unit", "reached"]);
    for goal in goals {
        table.rows.push(vec![
            goal.what.clone().into(),
            Cell::Number(goal.measured, 3),
            Cell::Number(goal.limit, 3),
            goal.unit.into(),
            if goal.reached() { "yes" } else { "no" }.into(),
        ]);
    }
    table
}

/// Where tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned text.
    Text,
    /// One JSON object per row and line.
    Json,
}

impl Format {
    /// Prints a table.
    pub fn print(self, table: &Table) {
        match self {
            Format::Text => println!("{}", table.render()),
            Format::Json => table.json_rows().iter().for_each(|row| println!("{row}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new("sample", "A sample", &["name", "ms"]);
        table.rows.push(vec!["long name".into(), Cell::Number(1.256, 2)]);
        table.rows.push(vec!["b".into(), Cell::Nothing]);
        table
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(sample().render(), "A sample\n\nname         ms\nlong name  1.26\nb             -\n");
    }

    #[test]
    fn json_keeps_full_precision_and_nothing_is_null() {
        let rows: Vec<String> = sample().json_rows().iter().map(Value::to_string).collect();
        assert_eq!(
            rows,
            [
                r#"{"table":"sample","name":"long name","ms":1.256}"#,
                r#"{"table":"sample","name":"b","ms":null}"#
            ]
        );
    }
}
