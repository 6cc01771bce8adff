//! `covenant-benchmarks`: prints the measurements. Exit code 1 means a wrong verdict, 2 a usage
//! or input error; a goal that is missed is printed and is not an error.

use covenant_benchmarks::isolation::{self, Isolated};
use covenant_benchmarks::report::{Cell, Format, Goal, Table, goals_table};
use covenant_benchmarks::scaling::programs::Series;
use covenant_benchmarks::suite::{Outcome, SuiteReport, suites};
use covenant_benchmarks::{
    audit_speed, everyday, functions, repair, replay, resources, sample, scaling, strategies, suite, systems,
    table3, table5, values, verified_speed,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: covenant-benchmarks COMMAND [--json]

  table3 [RUNS]         Table 3 beside the paper's figures, with ratios and goals (default 5 runs)
  table5 [FAMILY…]      families of programs, each verdict judged by exhaustive execution
  suites [FOLDER…]      verdicts against the expectations in the files' headers
                        (default: every suite of the benchmarks folder)
  heldout               the same for the held-out suites and their incomplete variants
  scaling [SERIES…]     time, memory, certificates and audits as programs grow
  audit                 speed of the kernel on derivations of 10² to 10⁵ nodes
  verified [FOLDER]     the verified checker beside the kernel, on the same and on a function with a
                        thousand alternatives (default: table3)
  replay [FOLDER]       time and memory of coqc per certificate (default: table3)
  replay-scaling        the same for the scaling series
  repair [NAME…]        repairs of the variants in `repair/`, beside the paper's figures (default: all)
  repair-strategies     the same beside one-sided repairs, and with fewer components
  repair-sabotaged      the same without a component that each needs
  repair-wrong [FOLDER…]     repairs of the incomplete suites
  repair-deleted [N [FOLDER…]]   repairs of valid generators without some leaves, of every Nth file (default 4)
  systems [N [NAME…]]   generators synthesized for the systems in `systems/`, N runs each (default 10000), beside the
                        paper's figures; needs `covenant` and `covenant-engine` beside this program
  everyday [OLD]        what a user waits for: suites, slow claims, growth, many claims; OLD is the folder of another
                        commit, built in release, that is measured beside; needs `covenant` and `covenant-engine`
                        beside this program
  values                values of specs, directly, by models of Z3 and by generate-and-filter
  functions             functions under test, to the depths of Fig. 8, beside generate-and-filter
  sample FOLDER…        what `scan` reads of the generators of repositories, and what stops it
  all                   everything above but the sample
  source SERIES N       print a program of a scaling series
";

/// A file of a suite that takes longer is stopped and counted as unknown.
const FILE_LIMIT: Duration = Duration::from_secs(300);
/// Deletion mutants are made of every so manyth file.
const DEFAULT_EVERY: usize = 4;
/// Executions of a generator against a system.
const DEFAULT_EXECUTIONS: u32 = 10_000;
/// How often Table 3 is measured.
const DEFAULT_RUNS: u32 = 5;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let before = words.len();
    words.retain(|word| word != "--json");
    let format = if words.len() < before { Format::Json } else { Format::Text };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words, format) {
        Ok(Correct::Yes) => ExitCode::SUCCESS,
        Ok(Correct::No) => ExitCode::from(1),
        Err(why) => {
            eprintln!("covenant-benchmarks: {why}");
            ExitCode::from(2)
        }
    }
}

/// Whether every verdict was right.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Correct {
    Yes,
    No,
}

impl Correct {
    fn and(self, other: Correct) -> Correct {
        if self == Correct::Yes { other } else { Correct::No }
    }
}

fn all_suites() -> Vec<PathBuf> {
    suites().into_iter().map(suite_folder).collect()
}

fn run(words: &[&str], format: Format) -> Result<Correct, String> {
    match words {
        ["table3"] => run_table3(DEFAULT_RUNS, format),
        ["table3", runs] => run_table3(runs.parse().map_err(|_| USAGE)?, format),
        ["table5", names @ ..] => run_table5(names, format),
        ["suites"] => run_suites(&all_suites(), format),
        ["suites", folders @ ..] => {
            run_suites(&folders.iter().map(PathBuf::from).collect::<Vec<_>>(), format)
        }
        ["heldout"] => {
            let held_out = suites().into_iter().filter(|name| name.starts_with("heldout"));
            run_suites(&held_out.map(suite_folder).collect::<Vec<_>>(), format)
        }
        ["scaling"] => run_scaling(&Series::ALL, format),
        ["scaling", names @ ..] => {
            let series = names.iter().map(|name| Series::named(name).ok_or(USAGE));
            run_scaling(&series.collect::<Result<Vec<_>, _>>()?, format)
        }
        ["audit"] => run_audit(format),
        ["verified"] => run_verified(&suite_folder("table3"), format),
        ["verified", folder] => run_verified(Path::new(folder), format),
        ["replay"] => run_replay(&replay::of_files(&suite::files(&suite_folder("table3"))?)?, format),
        ["replay", folder] => run_replay(&replay::of_files(&suite::files(Path::new(folder))?)?, format),
        ["replay-scaling"] => run_replay(&replay::of_series(), format),
        ["repair", names @ ..] => {
            Ok(print_repairs(&repair::variants(&suite_folder("repair"), names)?, format))
        }
        ["repair-strategies"] => Ok(print_repairs(&strategies::compare(&suite_folder("repair"))?, format)),
        ["repair-sabotaged"] => Ok(print_repairs(&strategies::sabotage(&suite_folder("repair"))?, format)),
        ["repair-wrong"] => {
            let incomplete = suites().into_iter().filter(|name| name.ends_with("-incomplete"));
            let folders: Vec<PathBuf> = incomplete.map(suite_folder).collect();
            Ok(print_repairs(&repair::wrong_terms(&folders)?, format))
        }
        ["repair-wrong", folders @ ..] => Ok(print_repairs(
            &repair::wrong_terms(&folders.iter().map(PathBuf::from).collect::<Vec<_>>())?,
            format,
        )),
        ["repair-deleted"] => run_deletions(DEFAULT_EVERY, &[], format),
        ["repair-deleted", every, folders @ ..] => {
            run_deletions(every.parse().map_err(|_| USAGE)?, folders, format)
        }
        ["systems"] => run_systems(DEFAULT_EXECUTIONS, &[], format),
        ["systems", n, names @ ..] => run_systems(n.parse().map_err(|_| USAGE)?, names, format),
        ["everyday"] => run_everyday(None, format),
        ["everyday", old] => run_everyday(Some(Path::new(old)), format),
        ["functions"] => {
            let (table, goals) = functions::measure(&suite_folder("functions"))?;
            format.print(&table);
            print_goals(format, &goals);
            Ok(Correct::Yes)
        }
        ["values"] => run_values(format),
        ["sample", first, more @ ..] => {
            let folders = std::iter::once(first).chain(more).map(PathBuf::from).collect::<Vec<_>>();
            print_sample(&sample::scan(&folders)?, format);
            Ok(Correct::Yes)
        }
        ["all"] => {
            let mut correct = run_table3(DEFAULT_RUNS, format)?;
            correct = correct.and(run_table5(&[], format)?);
            correct = correct.and(run_suites(&all_suites(), format)?);
            correct = correct.and(run_scaling(&Series::ALL, format)?);
            correct = correct.and(run_audit(format)?);
            let table3 = replay::of_files(&suite::files(&suite_folder("table3"))?)?;
            correct = correct.and(run_replay(&table3, format)?);
            correct = correct.and(run_replay(&replay::of_series(), format)?);
            Ok(correct.and(run_values(format)?))
        }
        ["source", series, n] => {
            let n: u32 = n.parse().map_err(|_| USAGE)?;
            if n == 0 {
                return Err("the smallest program has size 1".into());
            }
            print!("{}", Series::named(series).ok_or(USAGE)?.source(n));
            Ok(Correct::Yes)
        }
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(Correct::Yes)
        }
        // The four commands below are how this program calls itself for one measurement.
        ["point", series, n] => {
            let n = n.parse().map_err(|_| USAGE)?;
            println!("{}", scaling::measure_point(Series::named(series).ok_or(USAGE)?, n)?);
            Ok(Correct::Yes)
        }
        ["values-point", way, claim, depth] => {
            println!("{}", values::measure_point(way, claim, depth.parse().map_err(|_| USAGE)?)?);
            Ok(Correct::Yes)
        }
        ["file", path] => {
            println!("{}", judged_json(&suite::judge(Path::new(path))?));
            Ok(Correct::Yes)
        }
        ["program", program, arguments @ ..] => {
            let arguments: Vec<String> = arguments.iter().map(|&word| word.into()).collect();
            println!("{}", replay::run_json(&resources::run_program(program, &arguments)?));
            Ok(Correct::Yes)
        }
        _ => Err(USAGE.into()),
    }
}

/// A folder of the benchmarks, from where cargo or a user starts this program.
fn suite_folder(name: &str) -> PathBuf {
    let root =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("benchmarks"), PathBuf::from);
    root.join(name)
}

fn print_goals(format: Format, goals: &[Goal]) {
    format.print(&goals_table("Goals", goals));
}

/// Without folders: the suites whose claims hold.
fn run_deletions(every: usize, folders: &[&str], format: Format) -> Result<Correct, String> {
    let valid = suites().into_iter().filter(|name| !name.ends_with("-incomplete") && *name != "pitfalls");
    let folders: Vec<PathBuf> = if folders.is_empty() {
        valid.map(suite_folder).collect()
    } else {
        folders.iter().map(PathBuf::from).collect()
    };
    Ok(print_repairs(&repair::deletions(&folders, every)?, format))
}

fn print_repairs((tables, goals): &(Vec<Table>, Vec<Goal>), format: Format) -> Correct {
    tables.iter().for_each(|table| format.print(table));
    print_goals(format, goals);
    Correct::Yes
}

fn run_table3(runs: u32, format: Format) -> Result<Correct, String> {
    let measured = table3::measure(&suite_folder("table3"), runs)?;
    format.print(&measured.beside);
    format.print(&measured.evidence);
    print_goals(format, &measured.goals);
    if !measured.unproved.is_empty() {
        eprintln!("not proved: {}", measured.unproved.join(", "));
    }
    Ok(Correct::Yes)
}

fn run_table5(names: &[&str], format: Format) -> Result<Correct, String> {
    let (table, remarks) = table5::measure(names)?;
    format.print(&table);
    let mut correct = Correct::Yes;
    for remark in remarks {
        eprintln!(
            "{}: {}\nexecution: {:?}\n{}",
            remark.outcome.name(),
            remark.detail,
            remark.truth,
            remark.source
        );
        if matches!(remark.outcome, Outcome::WronglyAccepted | Outcome::WronglyRejected) {
            correct = Correct::No;
        }
    }
    Ok(correct)
}

fn run_scaling(series: &[Series], format: Format) -> Result<Correct, String> {
    let mut goals = Vec::new();
    for &series in series {
        let (table, mut reached) = scaling::measure(series);
        format.print(&table);
        goals.append(&mut reached);
    }
    print_goals(format, &goals);
    Ok(Correct::Yes)
}

fn run_audit(format: Format) -> Result<Correct, String> {
    let certificates = audit_speed::certificates(&suite::files(&suite_folder("table3"))?)?;
    let (table, goals) = audit_speed::measure(&certificates)?;
    format.print(&table);
    format.print(&audit_speed::measure_deep()?);
    print_goals(format, &goals);
    Ok(Correct::Yes)
}

fn run_verified(folder: &Path, format: Format) -> Result<Correct, String> {
    let work = suite_folder("..").join("target").join("verified-benchmark");
    let (table, goals) = verified_speed::measure(&suite::files(folder)?, &work)?;
    format.print(&table);
    print_goals(format, &goals);
    Ok(Correct::Yes)
}

fn run_replay(programs: &[replay::Replayed], format: Format) -> Result<Correct, String> {
    let theories = suite_folder("..").join("coq-export").join("theories");
    let (table, goals) = replay::measure(programs, &theories)?;
    format.print(&table);
    print_goals(format, &goals);
    Ok(Correct::Yes)
}

fn run_systems(executions: u32, names: &[&str], format: Format) -> Result<Correct, String> {
    let folder = suite_folder("systems");
    let mut measured = Vec::new();
    for system in systems::systems(&folder, names)? {
        let one = systems::measure(&folder, &system, executions)?;
        // It takes minutes: what is known is said.
        eprintln!("{}: {:.2} s, {} against {}", system.name, one.seconds, one.rates[0], one.rates[1]);
        measured.push(one);
    }
    let (table, silent) = systems::table(&measured, executions);
    format.print(&table);
    Ok(if silent { Correct::Yes } else { Correct::No })
}

fn print_sample(sample: &sample::Sample, format: Format) {
    let mut table = Table::new("sample", "Generators that people wrote", &["what", "count"]);
    let counts = [
        ("repositories with generators", sample.repositories),
        ("files", sample.files),
        ("files not scanned", sample.not_scanned),
        ("generators", sample.generators()),
        ("judged", sample.judged()),
        ("rest on what unknown modules do not define", sample.assuming),
    ];
    let row = |what: &str, count: usize| vec![Cell::from(what.to_owned()), Cell::from(count)];
    table.rows.extend(counts.into_iter().map(|(what, count)| row(what, count)));
    table.rows.extend(sample.findings.iter().map(|(word, count)| row(&format!("- {word}"), *count)));
    format.print(&table);
    let mut stopped: Vec<_> = sample.stopped.iter().collect();
    stopped.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let mut table = Table::new("stopped", "What stops the reader", &["what", "count"]);
    table.rows.extend(stopped.into_iter().map(|(why, count)| row(why, *count)));
    format.print(&table);
}

fn run_everyday(old: Option<&Path>, format: Format) -> Result<Correct, String> {
    everyday::measure(old, &suite_folder(""), &mut |table, goals| {
        format.print(table);
        print_goals(format, goals);
    })?;
    Ok(Correct::Yes)
}

fn run_values(format: Format) -> Result<Correct, String> {
    let (tables, goals) = values::measure()?;
    for table in &tables {
        format.print(table);
    }
    print_goals(format, &goals);
    Ok(Correct::Yes)
}

fn run_suites(folders: &[PathBuf], format: Format) -> Result<Correct, String> {
    let mut correct = Correct::Yes;
    let mut summary =
        Table::new("summary", "All suites", &[&["suite"][..], &Outcome::ALL.map(Outcome::name)].concat());
    for folder in folders {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let report = judge_isolated(folder)?;
        format.print(&report.table(&name));
        format.print(&report.tally(&name));
        let counts = Outcome::ALL.map(|outcome| Cell::from(report.count(outcome)));
        summary.rows.push(std::iter::once(Cell::from(name)).chain(counts).collect());
        if !report.sound() {
            correct = Correct::No;
        }
    }
    if folders.len() > 1 {
        format.print(&summary);
    }
    Ok(correct)
}

/// Judges each file of a folder in a process of its own.
fn judge_isolated(folder: &Path) -> Result<SuiteReport, String> {
    let mut report = SuiteReport::default();
    for path in suite::files(folder)? {
        let argument = path.to_string_lossy().into_owned();
        let judged = match isolation::run(&["file", &argument], FILE_LIMIT) {
            Isolated::Finished(value) => {
                judged_from_json(&value).ok_or_else(|| format!("{argument}: not a result: {value}"))?
            }
            Isolated::TimedOut => suite::unfinished(&path, &format!("stopped after {FILE_LIMIT:?}")),
            Isolated::Crashed(why) => suite::unfinished(&path, &why),
        };
        report.files.push(judged);
    }
    Ok(report)
}

fn judged_json(file: &suite::JudgedFile) -> Value {
    let claims: Vec<Value> = file
        .claims
        .iter()
        .map(|claim| {
            json!({
                "claim": claim.claim,
                "outcome": claim.outcome.name(),
                "detail": claim.detail,
                "seconds": claim.time.as_secs_f64(),
            })
        })
        .collect();
    json!({ "file": file.file, "level": file.level, "seconds": file.time.as_secs_f64(), "claims": claims })
}

fn judged_from_json(value: &Value) -> Option<suite::JudgedFile> {
    let seconds = |value: &Value| Duration::try_from_secs_f64(value["seconds"].as_f64()?).ok();
    let claim = |value: &Value| {
        let name = value["outcome"].as_str()?;
        Some(suite::JudgedClaim {
            claim: value["claim"].as_str()?.into(),
            outcome: Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)?,
            detail: value["detail"].as_str()?.into(),
            time: seconds(value)?,
        })
    };
    Some(suite::JudgedFile {
        file: value["file"].as_str()?.into(),
        level: value["level"].as_u64().and_then(|level| u32::try_from(level).ok()),
        claims: value["claims"].as_array()?.iter().map(claim).collect::<Option<_>>()?,
        time: seconds(value)?,
    })
}
