//! What an everyday user waits for: an old build beside this one, in one run, and what has a goal of its own.
//!
//! Both builds are the programs that users have, and both check the files of the old build's tree, which both understand.
//! All times are processor time with everything in it, the start of the program included: on a machine that does other
//! things as well, the wall clock measures the other things. The two builds take turns, so that what slows the machine
//! down slows both.
//!
//! Not measured here: what an editor waits for. That is mostly a wait of the wall clock.

use crate::isolation::{self, Isolated};
use crate::report::{Cell, Goal, Table};
use crate::scaling::programs::Series;
use crate::suite::suites;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Goals: ratios are times of this build over times of the old one.
const TABLE3_RATIO: f64 = 0.6;
const SUITES_RATIO: f64 = 0.35;
const REFUTATION_SECONDS: f64 = 2.0;
const UNKNOWN_SECONDS: f64 = 4.0;
const EXPONENT: f64 = 1.3;
/// A little more than linear: tables double.
const MEMORY_EXPONENT: f64 = 1.1;
const CLAIMS_SECONDS: f64 = 60.0;
const CLAIMS_MIB: f64 = 500.0;
const FIRST_MILLISECONDS: f64 = 100.0;
const UNCHANGED_SECONDS: f64 = 2.0;

/// How often Table 3 and a single claim are measured; the fastest counts.
const REPEATS: u32 = 5;
/// So many of the claims that took longest are measured again by themselves.
const SLOWEST: usize = 6;
/// Sizes between which exponents are taken. A type of the kernel has at most 1,024 parts, which `parameters` would exceed.
const FROM: u32 = 256;
const TO: u32 = 1000;
/// Claims in one file.
const CLAIMS: u32 = 20_000;
/// What takes longer is given up, and counts as endless.
const LIMIT: Duration = Duration::from_secs(100);
/// The same for everything together: what is not measured by then is not measured.
const ALL: Duration = Duration::from_secs(15 * 60);
/// What this build is told beside `check`: the old one neither remembers nor runs OCaml.
const ALONE: [&str; 5] = ["--no-cache", "--confirm", "off", "--second-reading", "off"];

/// What a run took.
#[derive(Clone, Copy)]
struct Taken {
    seconds: f64,
    mib: f64,
}

/// The two programs and the places that they use.
struct Bench {
    old: Option<Old>,
    new: PathBuf,
    /// Certificates, caches and made programs; removed in the end.
    work: PathBuf,
    /// When the time of all measurements is over.
    end: Instant,
}

/// What was measured, as soon as it was.
pub type Tell<'a> = &'a mut dyn FnMut(&Table, &[Goal]);

/// A tree with an optimised build in its `target`.
struct Old {
    program: PathBuf,
    benchmarks: PathBuf,
}

/// Measures. `old` is the folder of another commit, built in release; without one, what compares is left out.
/// Tables are told as they are complete, and what is being measured on the standard error.
pub fn measure(old: Option<&Path>, benchmarks: &Path, tell: Tell<'_>) -> Result<(), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let new = own.with_file_name("covenant");
    let old = old.map(|folder| Old {
        program: folder.join("target/release/covenant"),
        benchmarks: folder.join("benchmarks"),
    });
    for program in [Some(&new), old.as_ref().map(|old| &old.program)].into_iter().flatten() {
        if !program.is_file() {
            return Err(format!(
                "{} is missing: build `covenant` and `covenant-engine` in release",
                program.display()
            ));
        }
    }
    let work = std::env::temp_dir().join(format!("covenant-everyday-{}", std::process::id()));
    std::fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let bench = Bench { old, new, work, end: Instant::now() + ALL };
    let measured = bench.all(benchmarks, tell);
    // What is left there is of no use, and no reason to fail.
    let _ = std::fs::remove_dir_all(&bench.work);
    measured
}

impl Bench {
    fn all(&self, benchmarks: &Path, tell: Tell<'_>) -> Result<(), String> {
        let (table, goals) = self.single(benchmarks)?;
        tell(&table, &goals);
        if let Some(old) = &self.old {
            let (table, goals) = self.suites_of_both(old)?;
            tell(&table, &goals);
        }
        let (table, goals) = self.exponents();
        tell(&table, &goals);
        let (table, goals) = self.slowest(benchmarks)?;
        tell(&table, &goals);
        Ok(())
    }

    /// How long the next measurement may take.
    fn left(&self) -> Duration {
        LIMIT.min(self.end.saturating_duration_since(Instant::now()))
    }

    /// Says what is being measured; the table comes when it is complete.
    fn say(&self, what: &str, taken: Taken) {
        let left = self.end.saturating_duration_since(Instant::now()).as_secs();
        eprintln!("{what}: {:.2} s, {:.0} MiB ({left} s left)", taken.seconds, taken.mib);
    }

    /// Runs one of the programs by itself; its verdicts do not matter here.
    fn run(&self, program: &Path, arguments: &[&str]) -> Result<Taken, String> {
        let text = program.to_string_lossy();
        let all: Vec<&str> = ["program", text.as_ref()].iter().chain(arguments).copied().collect();
        match isolation::run(&all, self.left()) {
            Isolated::Finished(value) => {
                let seconds = value["cpu_seconds"].as_f64().ok_or("no processor time")?;
                let mib = value["peak_kib"].as_f64().ok_or("no peak memory")? / 1024.0;
                Ok(Taken { seconds, mib })
            }
            Isolated::TimedOut => Ok(Taken { seconds: f64::INFINITY, mib: f64::INFINITY }),
            Isolated::Crashed(why) => Err(format!("{}: {why}", all.join(" "))),
        }
    }

    /// Checks with this build, without what it remembers.
    fn check(&self, place: &Path, more: &[&str]) -> Result<Taken, String> {
        let (out, place) = (self.out("new")?, place.to_string_lossy().into_owned());
        let words = ["check", "--out", &out, &place];
        self.run(&self.new, &[&words[..], &ALONE, more].concat())
    }

    /// An empty folder for certificates.
    fn out(&self, name: &str) -> Result<String, String> {
        let out = self.work.join(name);
        if out.exists() {
            std::fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        }
        Ok(out.to_string_lossy().into_owned())
    }

    fn suites_of_both(&self, old: &Old) -> Result<(Table, Vec<Goal>), String> {
        let columns = ["suite", "old s", "new s", "ratio", "old MiB", "new MiB"];
        let mut table =
            Table::new("everyday-suites", "The old build beside this one, processor time", &columns);
        let mut sums = (0.0, 0.0);
        let mut goals = Vec::new();
        for name in suites() {
            let folder = old.benchmarks.join(name);
            if !folder.is_dir() {
                continue;
            }
            let repeats = if name == "table3" { REPEATS } else { 1 };
            let (mut before, mut now) = (Vec::new(), Vec::new());
            for _ in 0..repeats {
                let (out, place) = (self.out("old")?, folder.to_string_lossy().into_owned());
                before.push(self.run(&old.program, &["check", "--out", &out, &place])?);
                now.push(self.check(&folder, &[])?);
            }
            let (before, now) = (fastest(&before), fastest(&now));
            self.say(&format!("{name}, the old build"), before);
            self.say(&format!("{name}, this build"), now);
            sums = (sums.0 + before.seconds, sums.1 + now.seconds);
            if name == "table3" {
                let what = "Table 3, over the old build".into();
                let measured = now.seconds / before.seconds;
                goals.push(Goal { what, measured, limit: TABLE3_RATIO, unit: "times" });
            }
            table.rows.push(compared(name, before, now));
        }
        let (before, now) = (Taken { seconds: sums.0, mib: 0.0 }, Taken { seconds: sums.1, mib: 0.0 });
        let mut row = compared("all", before, now);
        row.truncate(4);
        row.extend([Cell::Nothing, Cell::Nothing]);
        table.rows.push(row);
        let what = "all suites of both, over the old build".into();
        goals.push(Goal { what, measured: sums.1 / sums.0, limit: SUITES_RATIO, unit: "times" });
        Ok((table, goals))
    }

    /// The claims that took longest, each measured by itself.
    fn slowest(&self, benchmarks: &Path) -> Result<(Table, Vec<Goal>), String> {
        let mut claims = Vec::new();
        for name in suites() {
            claims.extend(self.claims_of(&benchmarks.join(name))?);
        }
        claims.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
        let mut table = Table::new(
            "everyday-slowest",
            "Claims that take longest, each by itself",
            &["claim", "verdict", "s", "MiB"],
        );
        let mut goals = Vec::new();
        for (verdict, limit) in [("rejected", REFUTATION_SECONDS), ("unknown", UNKNOWN_SECONDS)] {
            let mut worst: f64 = 0.0;
            for claim in claims.iter().filter(|claim| claim.verdict == verdict).take(SLOWEST) {
                let taken = self.check(&claim.file, &["--claim", &claim.name])?;
                worst = worst.max(taken.seconds);
                let file = claim.file.file_stem().unwrap_or_default().to_string_lossy();
                self.say(&format!("{file}: {}", claim.name), taken);
                table.rows.push(vec![
                    format!("{file}: {}", claim.name).into(),
                    verdict.into(),
                    Cell::Number(taken.seconds, 2),
                    Cell::Number(taken.mib, 0),
                ]);
            }
            let what = format!("the slowest claim that is {verdict}");
            goals.push(Goal { what, measured: worst, limit, unit: "s" });
        }
        Ok((table, goals))
    }

    /// The claims of a folder that are decided, or searched in vain.
    fn claims_of(&self, folder: &Path) -> Result<Vec<Slow>, String> {
        let output = Command::new(&self.new)
            .args(["check", "--json", "--out", &self.out("new")?])
            .args(ALONE)
            .arg(folder)
            .output()
            .map_err(|error| error.to_string())?;
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let claim = |value: Value| {
            let known = value["declined"].as_bool() == Some(false);
            known.then_some(())?;
            Some(Slow {
                file: value["file"].as_str()?.into(),
                name: value["claim"].as_str()?.into(),
                verdict: value["verdict"].as_str()?.into(),
                milliseconds: value["time_ms"].as_f64()?,
            })
        };
        Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).filter_map(claim).collect())
    }

    /// A first claim, very many claims, and what did not change.
    fn single(&self, benchmarks: &Path) -> Result<(Table, Vec<Goal>), String> {
        let small = benchmarks.join("table3/sized_list.ml");
        let first = (0..REPEATS).map(|_| self.check(&small, &[])).collect::<Result<Vec<_>, _>>()?;
        let mut source = String::new();
        for i in 0..CLAIMS {
            let _ = writeln!(source, "let gen{i} (n : int) : int = int_range {i} (n + {i})");
            let _ = writeln!(
                source,
                "[@@covers {{| n:{{v:int | 0 <= v}} -> [v:int | {i} <= v && v <= n + {i}] |}}]"
            );
        }
        let file = self.work.join("many.ml");
        std::fs::write(&file, source).map_err(|error| format!("{}: {error}", file.display()))?;
        let first = fastest(&first);
        self.say("the first claim", first);
        let many = self.check(&file, &[])?;
        self.say("many claims", many);
        let cache = self.work.join("cache").to_string_lossy().into_owned();
        let mut table = Table::new(
            "everyday-unchanged",
            "Suites from what is remembered, processor time",
            &["suite", "nothing remembered s", "all remembered s", "MiB"],
        );
        let mut unchanged = 0.0;
        for name in suites() {
            let (out, place) = (self.out("new")?, benchmarks.join(name).to_string_lossy().into_owned());
            let words = ["check", "--cache", &cache, "--out", &out];
            let words = [&words[..], &ALONE[1..], &[&place]].concat();
            let cold = self.run(&self.new, &words)?;
            let warm = self.run(&self.new, &words)?;
            self.say(&format!("{name}, unchanged"), warm);
            unchanged += warm.seconds;
            table.rows.push(vec![
                name.into(),
                Cell::Number(cold.seconds, 2),
                Cell::Number(warm.seconds, 2),
                Cell::Number(warm.mib, 0),
            ]);
        }
        let goal = |what: &str, measured, limit, unit| Goal { what: what.into(), measured, limit, unit };
        let goals = vec![
            goal("the first claim of a project", first.seconds * 1e3, FIRST_MILLISECONDS, "ms"),
            goal("20,000 claims in one file", many.seconds, CLAIMS_SECONDS, "s"),
            goal("20,000 claims in one file", many.mib, CLAIMS_MIB, "MiB"),
            goal("all suites, unchanged", unchanged, UNCHANGED_SECONDS, "s"),
        ];
        Ok((table, goals))
    }

    /// How time and memory of the scaling series grow.
    fn exponents(&self) -> (Table, Vec<Goal>) {
        let columns = [
            "series",
            "ms at 256",
            "ms at 1,000",
            "exponent",
            "MiB at 256",
            "MiB at 1,000",
            "exponent of memory",
        ];
        let mut table = Table::new("everyday-scaling", "Growth from N = 256 to N = 1,000", &columns);
        let mut goals = Vec::new();
        for series in Series::ALL {
            let point = |n: u32| match isolation::run(&["point", series.name(), &n.to_string()], self.left())
            {
                Isolated::Finished(value) if value["verdict"] == "valid" => {
                    Some((value["ms"].as_f64()?, value["peak_kib"].as_f64()? / 1024.0))
                }
                // Not proved, which is worse than slow.
                _ => None,
            };
            let (from, to) = (point(FROM), point(TO));
            if let Some((ms, mib)) = to {
                self.say(&format!("{}, N = {TO}", series.name()), Taken { seconds: ms / 1e3, mib });
            }
            let exponent = |part: fn((f64, f64)) -> f64| match (from, to) {
                (Some(from), Some(to)) => {
                    (part(to) / part(from)).ln() / (f64::from(TO) / f64::from(FROM)).ln()
                }
                _ => f64::INFINITY,
            };
            let (time, memory) = (exponent(|(ms, _)| ms), exponent(|(_, mib)| mib));
            let number = |value: Option<f64>| value.map_or(Cell::Nothing, |value| Cell::Number(value, 0));
            table.rows.push(vec![
                series.name().into(),
                number(from.map(|p| p.0)),
                number(to.map(|p| p.0)),
                Cell::Number(time, 2),
                number(from.map(|p| p.1)),
                number(to.map(|p| p.1)),
                Cell::Number(memory, 2),
            ]);
            let what = |of: &str| format!("{}: exponent of {of}", series.name());
            goals.push(Goal { what: what("time"), measured: time, limit: EXPONENT, unit: "" });
            goals.push(Goal { what: what("memory"), measured: memory, limit: MEMORY_EXPONENT, unit: "" });
        }
        (table, goals)
    }
}

/// A claim that may be slow.
struct Slow {
    file: PathBuf,
    name: String,
    verdict: String,
    milliseconds: f64,
}

fn fastest(runs: &[Taken]) -> Taken {
    let least = runs.iter().copied().min_by(|a, b| a.seconds.total_cmp(&b.seconds));
    least.unwrap_or(Taken { seconds: f64::INFINITY, mib: f64::INFINITY })
}

fn compared(name: &str, before: Taken, now: Taken) -> Vec<Cell> {
    vec![
        name.into(),
        Cell::Number(before.seconds, 2),
        Cell::Number(now.seconds, 2),
        Cell::Number(now.seconds / before.seconds, 2),
        Cell::Number(before.mib, 0),
        Cell::Number(now.mib, 0),
    ]
}
