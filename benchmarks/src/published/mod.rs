//! The figures of the coverage-types paper, from a data file that says where they come from.

/// One row of the paper's Table 3.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedRow {
    /// Stem of the file in `benchmarks/table3` that corresponds to it.
    pub file: String,
    /// The paper's name.
    pub name: String,
    /// #Branch.
    pub branches: u64,
    /// Rec.
    pub recursive: bool,
    /// #LVar.
    pub let_variables: u64,
    /// #UP.
    pub predicates: u64,
    /// #Query.
    pub queries: u64,
    /// Largest number of universal quantifiers in a query.
    pub max_forall: u64,
    /// Largest number of existential quantifiers in a query.
    pub max_exists: u64,
    /// Solver time in milliseconds.
    pub total_ms: f64,
    /// Solver time per query in milliseconds.
    pub average_ms: f64,
}

const TABLE3: &str = include_str!("table3.tsv");

/// Table 3, in the paper's order.
pub fn table3() -> Result<Vec<PublishedRow>, String> {
    let lines = TABLE3.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| row(line).ok_or_else(|| format!("not a row of Table 3: {line}"))).collect()
}

fn row(line: &str) -> Option<PublishedRow> {
    let mut fields = line.split('\t');
    let row = PublishedRow {
        file: fields.next()?.into(),
        name: fields.next()?.into(),
        branches: fields.next()?.parse().ok()?,
        recursive: match fields.next()? {
            "yes" => true,
            "no" => false,
            _ => return None,
        },
        let_variables: fields.next()?.parse().ok()?,
        predicates: fields.next()?.parse().ok()?,
        queries: fields.next()?.parse().ok()?,
        max_forall: fields.next()?.parse().ok()?,
        max_exists: fields.next()?.parse().ok()?,
        total_ms: fields.next()?.parse().ok()?,
        average_ms: fields.next()?.parse().ok()?,
    };
    fields.next().is_none().then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_has_a_benchmark() {
        let rows = table3().expect("the data file is well formed");
        assert_eq!(rows.len(), 14);
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("table3");
        for row in &rows {
            assert!(folder.join(&row.file).with_extension("ml").is_file(), "{} has no file", row.file);
        }
    }

    #[test]
    fn averages_are_totals_over_queries() {
        // One published average (BatchedQueue, 6.58 / 5 = 1.32 against 1.65) does not follow from
        // its total and count; all others do, which guards against slips in copying.
        let odd: Vec<String> = table3()
            .expect("the data file is well formed")
            .into_iter()
            .filter(|row| (row.total_ms / row.queries as f64 - row.average_ms).abs() > 0.011)
            .map(|row| row.name)
            .collect();
        assert_eq!(odd, ["BatchedQueue"]);
    }
}
