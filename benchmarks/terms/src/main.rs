//! `covenant-terms-benchmarks`: prints the measurements, each beside the figure of the paper and the goal. Times are those of this
//! process, not of the clock on the wall.

use covenant_terms::{DEFAULT_ENVIRONMENT, Environment, Generator, Type, Usage, Weights, notation, read};
use covenant_terms_benchmarks::optimise::Bug;
use covenant_terms_benchmarks::{bugs, small};
use nix::sys::resource::{UsageWho, getrusage};
use std::process::ExitCode;

const USAGE: &str = "\
usage: covenant-terms-benchmarks [WHAT]

  usage    shares of variables that are used, by weights and by type
  speed    terms per second, and time per step as terms grow
  bugs     tests until a seeded bug is noticed, local and non-local
  small    all terms of at most seven nodes: which rules make which
  all      everything above (the default)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["usage"] => usage(),
        ["speed"] => speed(),
        ["bugs"] => seeded_bugs(),
        ["small"] => small_terms(),
        [] | ["all"] => {
            usage();
            speed();
            seeded_bugs();
            small_terms();
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Seconds that this process has used.
fn cpu_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_SELF).map_or(0.0, |usage| {
        let time = usage.user_time();
        time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
    })
}

fn shipped() -> Environment {
    match read::environment(DEFAULT_ENVIRONMENT) {
        Ok(environment) => environment,
        Err(error) => unreachable!("{}", error.message),
    }
}

fn parsed(environment: &Environment, text: &str) -> Type {
    match notation::parse(text, environment, true) {
        Ok(scheme) => scheme.ty,
        Err(error) => unreachable!("{}", error.message),
    }
}

fn generator<'e>(environment: &'e Environment, weights: Weights, goal: &Type) -> Generator<'e> {
    match Generator::new(environment, weights, goal) {
        Ok(generator) => generator,
        Err(why) => unreachable!("{why}"),
    }
}

/// What the paper's harness is about.
const LISTS: &str = "int list -> int list";

fn kinds() -> [(&'static str, Weights); 3] {
    [("shipped", Weights::default()), ("no preference", Weights::plain()), ("local", Weights::local())]
}

fn usage() {
    let environment = shipped();
    println!("Variables that are used, in percent; 10,000 terms of size 50");
    println!(
        "{:<44} {:>10} {:>10} {:>10} {:>6} {:>9} {:>6}",
        "", "parameters", "extensible", "others", "lets", "patterns", "size"
    );
    println!("{:<44} {:>10} {:>10} {:>10} {:>6}", "paper, its default", "35", "66", "30", "100");
    println!("{:<44} {:>10}", "paper, local (Pałka et al.)", "30");
    println!("{:<44} {:>10}", "paper, real programs", "94.9");
    println!("{:<44} {:>10} {:>10} {:>10} {:>6}", "goal", "80", "95", "", "100");
    for (name, weights) in kinds() {
        row(&environment, &format!("{name}, {LISTS}"), &weights, LISTS);
    }
    for ty in ["int", "int -> int", "(int -> bool) -> int list -> bool option", ".. -> int list"] {
        row(&environment, &format!("shipped, {ty}"), &Weights::default(), ty);
    }
}

fn row(environment: &Environment, name: &str, weights: &Weights, ty: &str) {
    let mut generator = generator(environment, weights.clone(), &parsed(environment, ty));
    let mut usage = Usage::default();
    for index in 0..10_000 {
        usage.add(&generator.generate(1, index, 50));
    }
    let shown = |used: covenant_terms::usage::Used| {
        if used.all == 0 { "-".to_owned() } else { format!("{:.1}", used.percent()) }
    };
    println!(
        "{name:<44} {:>10} {:>10} {:>10} {:>6} {:>9} {:>6.1}",
        shown(usage.parameters()),
        shown(usage.extensible),
        shown(usage.plain),
        shown(usage.lets),
        shown(usage.patterns),
        usage.size as f64 / usage.terms as f64
    );
}

fn speed() {
    let environment = shipped();
    let goal = parsed(&environment, LISTS);
    println!(
        "\nSpeed; goal: 20,000 terms of size 50 in a second, and a step that takes at most twice as long at size 5,000"
    );
    println!(
        "{:>6} {:>7} {:>14} {:>12} {:>14}",
        "size", "terms", "terms/second", "ns per step", "to size 50"
    );
    let mut first = None;
    let mut generator = generator(&environment, Weights::default(), &goal);
    for (size, terms) in [(50, 30_000u64), (500, 3000), (5000, 300)] {
        // Types and what makes them are looked up once; that is not part of a step.
        for index in 0..terms / 10 {
            generator.generate(2, index, size);
        }
        let (mut steps, start) = (0, cpu_seconds());
        for index in 0..terms {
            generator.generate(1, index, size);
            steps += generator.steps();
        }
        let seconds = cpu_seconds() - start;
        let per_step = seconds * 1e9 / steps as f64;
        let base = *first.get_or_insert(per_step);
        println!(
            "{size:>6} {terms:>7} {:>14.0} {per_step:>12.0} {:>14.2}",
            terms as f64 / seconds,
            per_step / base
        );
    }
}

fn seeded_bugs() {
    const SEEDS: u64 = 100;
    /// Terms for a bug that shows in one of a thousand.
    const MANY: u64 = 100_000;
    let environment = shipped();
    let goal = parsed(&environment, LISTS);
    println!(
        "\nTests until a seeded bug is noticed, at most {}: mean of {SEEDS} seeds with its 95 % interval",
        bugs::MOST_TESTS
    );
    println!(
        "Goal: half of what the local rules need. The paper: 19.6 batches of 1,000 with local rules, 10.1 with non-local ones"
    );
    println!("{:<14} {:>32} {:>20} {:>8}", "bug", "local", "non-local", "ratio");
    for bug in Bug::ALL {
        if bug == Bug::Forcing {
            continue;
        }
        let measure = |weights: Weights| bugs::tests_to_bug(&environment, &goal, &weights, bug, SEEDS, 50);
        let (local, nonlocal) = (measure(Weights::local()), measure(Weights::default()));
        let shown = |mean: bugs::Mean| {
            let unfound =
                if mean.unfound > 0 { format!(" ({} not found)", mean.unfound) } else { String::new() };
            format!("{:.1} ± {:.1}{unfound}", mean.mean, mean.within)
        };
        println!(
            "{:<14} {:>32} {:>20} {:>8.2}",
            bug.name(),
            shown(local),
            shown(nonlocal),
            nonlocal.mean / local.mean
        );
    }
    let many =
        |weights: Weights| bugs::terms_that_notice(&environment, &goal, &weights, Bug::Forcing, MANY, 50);
    println!(
        "{}, of {MANY} terms: {} notice it with local rules, {} with non-local ones",
        Bug::Forcing.name(),
        many(Weights::local()),
        many(Weights::default())
    );
}

fn small_terms() {
    const SAMPLES: u64 = 300_000;
    let listed = small::all_terms(small::MOST_NODES);
    println!(
        "\nAll {} terms of type t with at most {} nodes in an environment of three constants; {SAMPLES} terms of each size",
        listed.len(),
        small::MOST_NODES
    );
    for (name, weights) in small::rules() {
        let made = small::sample(&weights, &listed, SAMPLES);
        println!("{name:<10} {:>6} made, each at least {} times", made.made, made.least);
        for (reason, (count, first)) in &made.missing {
            println!("{:<10} {count:>6} never: {reason}; e.g. {}", "", small::shown(first, 0));
        }
    }
}
