//! The kernel and the verified checker on many certificates: in chunks, each with its table of outcomes in a file, so that a run that is
//! ended early has counted for something.

use crate::steps::{cargo, root};
use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

/// Comparisons of one chunk.
const CHUNK: u64 = 100_000;
const FOLDER: &str = "target/checkers";

/// What was counted, by the row of the table: the origin and the two verdicts, or the reason of a refusal.
type Counts = BTreeMap<String, Vec<u64>>;

/// Compares the two on so many random changes of certificates and random statements. Chunk `i` starts from the number `seed + i`. Ends at the
/// first chunk that has a difference.
pub fn compare(count: u64, seed: u64) -> Result<(), String> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut total = Counts::new();
    let (mut left, mut seed) = (count, seed);
    while left > 0 {
        let chunk = left.min(CHUNK);
        let mut command =
            cargo(&["test", "--release", "--quiet", "--package", "covenant-tests", "--test", "checkers"]);
        command.args(["--", "--nocapture", "the_two_checkers_agree"]).stderr(Stdio::inherit());
        command.env("CHECKERS_COUNT", chunk.to_string()).env("CHECKERS_SEED", seed.to_string());
        let done = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
        let text = String::from_utf8_lossy(&done.stdout);
        let file = folder.join(format!("{seed}.txt"));
        fs::write(&file, text.as_bytes()).map_err(|error| format!("{}: {error}", file.display()))?;
        add(&text, &mut total);
        if !done.status.success() {
            print!("{text}");
            return Err(format!("the checkers disagree; see {FOLDER}/{seed}.txt"));
        }
        let compared: u64 = total.iter().filter(|(_, counts)| counts.len() == 1).map(|(_, c)| c[0]).sum();
        println!("  {compared} compared, up to seed {seed}");
        left -= chunk;
        seed += 1;
    }
    println!();
    for (row, counts) in &total {
        let counts: Vec<String> = counts.iter().map(|count| format!("{count:>12}")).collect();
        println!("{row:<42}{}", counts.join(""));
    }
    Ok(())
}

/// Adds the rows of a table: words, then one number (by verdicts) or two (refused by both, for the same reason).
fn add(table: &str, total: &mut Counts) {
    for line in table.lines() {
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
