//! The kernel and the verified checker on many certificates: in chunks, each with its table of outcomes in a file, so that a run that is
//! ended early has counted for something.
//!
//! The first chunk makes the certificates that are changed; the others read them. A chunk is one process that feeds a resident verified
//! checker through a pipe.

use crate::steps::{cargo, root};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::Stdio;
use std::time::Instant;

/// Comparisons of one chunk.
const CHUNK: u64 = 100_000;
const FOLDER: &str = "target/checkers";
/// Where the table is shown, between two marks.
const DOCUMENT: &str = "docs/TRUST.md";
const MARKS: (&str, &str) = ("<!-- checkers -->\n", "<!-- end of checkers -->");

/// What was counted, by the row of the table: the origin and the two verdicts, or the reason of a refusal.
type Counts = BTreeMap<String, Vec<u64>>;

/// Compares the two on so many random changes of certificates and random statements. Chunk `i` starts from the number `seed + i`. Ends at the
/// first chunk that has a difference. With `UPDATE_DOCUMENTS` the table is written into the document.
pub fn compare(count: u64, first: u64) -> Result<(), String> {
    let folder = root().join(FOLDER);
    let certificates = folder.join("certificates");
    // Those of another build may be others.
    let _ = fs::remove_dir_all(&certificates);
    fs::create_dir_all(&certificates).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut total = Counts::new();
    let (mut left, mut seed) = (count, first);
    while left > 0 {
        let chunk = left.min(CHUNK);
        let mut command =
            cargo(&["test", "--release", "--quiet", "--package", "covenant-tests", "--test", "checkers"]);
        command.args(["--", "--nocapture", "the_two_checkers_agree"]).stderr(Stdio::inherit());
        command.env("CHECKERS_COUNT", chunk.to_string()).env("CHECKERS_SEED", seed.to_string());
        command.env(if seed == first { "CHECKERS_KEEP" } else { "CHECKERS_FOLDER" }, &certificates);
        let start = Instant::now();
        let done = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
        let text = String::from_utf8_lossy(&done.stdout);
        let file = folder.join(format!("{seed}.txt"));
        fs::write(&file, text.as_bytes()).map_err(|error| format!("{}: {error}", file.display()))?;
        // The certificates themselves are compared by every chunk, and count once.
        add(text.lines().filter(|line| seed == first || !line.starts_with("suites ")), &mut total);
        if !done.status.success() {
            print!("{text}");
            return Err(format!("the checkers disagree; see {FOLDER}/{seed}.txt"));
        }
        println!(
            "  {} compared, up to seed {seed}; this chunk took {:.0} s",
            compared(&total),
            start.elapsed().as_secs_f64()
        );
        left -= chunk;
        seed += 1;
    }
    println!();
    for (row, counts) in &total {
        let counts: Vec<String> = counts.iter().map(|count| format!("{count:>12}")).collect();
        println!("{row:<42}{}", counts.join(""));
    }
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        show(&shown(&total, first, seed))?;
    }
    Ok(())
}

/// All verdicts.
fn compared(total: &Counts) -> u64 {
    total.values().filter(|counts| counts.len() == 1).map(|counts| counts[0]).sum()
}

/// Adds the rows of a table: words, then one number (by verdicts) or two (refused by both, for the same reason).
fn add<'a>(table: impl Iterator<Item = &'a str>, total: &mut Counts) {
    for line in table {
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers = words.iter().rev().map_while(|word| word.parse().ok()).collect::<Vec<u64>>();
        let name = words.len() - numbers.len();
        if !matches!((name, numbers.len()), (3, 1) | (1, 2)) {
            continue;
        }
        let counts = total.entry(words[..name].join(" ")).or_insert_with(|| vec![0; numbers.len()]);
        for (sum, number) in counts.iter_mut().zip(numbers.iter().rev()) {
            *sum += number;
        }
    }
}

/// The table for the document.
fn shown(total: &Counts, first: u64, end: u64) -> String {
    let mut text = format!(
        "{} comparisons by `cargo xtask fuzz --checkers` (seeds {first} to {}):\n\n| from | both valid | both valid modulo | both refuse | one of them declines | differ |\n|---|---|---|---|---|---|\n",
        digits(compared(total)),
        end - 1
    );
    let origins = [
        ("suites", "certificates, unchanged"),
        ("mutants", "one change"),
        ("several", "several changes"),
        ("forged", "a made-up step or rule"),
        ("invented", "random statements and proofs"),
    ];
    for (origin, words) in origins {
        let mut columns = [0; 5];
        for (row, counts) in total.iter().filter(|(row, _)| row.starts_with(&format!("{origin} "))) {
            let column = match row.split(' ').skip(1).collect::<Vec<_>>()[..] {
                ["valid", "valid"] => 0,
                ["valid-modulo", "valid-modulo"] => 1,
                ["refused", "refused"] => 2,
                ["declined", _] | [_, "declined"] => 3,
                _ => 4,
            };
            columns[column] += counts[0];
        }
        let columns: String = columns.iter().map(|count| format!(" {} |", digits(*count))).collect();
        let _ = writeln!(text, "| {words} |{columns}");
    }
    text.push_str("\n| refused by both | | with the same place or reason |\n|---|---|---|\n");
    for (row, counts) in total.iter().filter(|(_, counts)| counts.len() == 2) {
        // A place is a word in small letters; a reason is the kernel's name for it.
        let kind = if row.starts_with(char::is_uppercase) { "because of" } else { "at" };
        let _ = writeln!(text, "| {kind} `{row}` | {} | {} |", digits(counts[0]), digits(counts[1]));
    }
    text
}

/// `1,234,567`.
fn digits(number: u64) -> String {
    let plain = number.to_string();
    let mut text = String::new();
    for (i, digit) in plain.chars().enumerate() {
        if i > 0 && (plain.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Puts the table between the marks of the document.
fn show(table: &str) -> Result<(), String> {
    let path = root().join(DOCUMENT);
    let text = fs::read_to_string(&path).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let parts = text.split_once(MARKS.0).and_then(|(before, rest)| Some((before, rest.split_once(MARKS.1)?)));
    let Some((before, (_, after))) = parts else {
        return Err(format!(
            "{DOCUMENT} has no place for the table, between `{}` and `{}`",
            MARKS.0.trim(),
            MARKS.1
        ));
    };
    fs::write(&path, format!("{before}{}{table}{}{after}", MARKS.0, MARKS.1))
        .map_err(|error| format!("{DOCUMENT}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{Counts, add, compared, digits, shown};

    #[test]
    fn chunks_are_added_up() {
        let chunk = "from kernel verified compared\nmutants refused refused 1200\nsuites valid valid 16\n\
                     1216 compared; 3 more are no file\n\nevidence 700 700\nNotAFact 500 500\n";
        let mut total = Counts::new();
        add(chunk.lines(), &mut total);
        add(chunk.lines().filter(|line| !line.starts_with("suites ")), &mut total);
        assert_eq!(compared(&total), 2_416);
        let text = shown(&total, 1, 3);
        assert!(text.contains("2,416 comparisons") && text.contains("seeds 1 to 2"), "{text}");
        assert!(text.contains("| one change | 0 | 0 | 2,400 | 0 | 0 |"), "{text}");
        assert!(text.contains("| because of `NotAFact` | 1,000 | 1,000 |"), "{text}");
        assert_eq!(digits(1_000_007), "1,000,007");
    }
}
