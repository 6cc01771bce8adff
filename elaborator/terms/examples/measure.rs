use covenant_terms::*;
fn main() {
    let env = read::environment(DEFAULT_ENVIRONMENT).unwrap();
    let args: Vec<String> = std::env::args().collect();
    let goal = types::parse(&args[1], &env, true).unwrap().ty;
    let n: u64 = args[2].parse().unwrap();
    let size: usize = args[3].parse().unwrap();
    let extra = args.get(5).map(|p| std::fs::read_to_string(p).unwrap()).unwrap_or_default();
    let w = match args[4].as_str() { "local" => Weights::local(), "paper" => Weights::paper(), _ => Weights::default() }.read(&extra).unwrap();
    let mut g = Generator::new(&env, w, &goal).unwrap();
    let t = std::time::Instant::now();
    let mut steps = 0;
    for i in 0..n { g.grow(1, i, size, &mut |_, _| {}); steps += g.steps(); }
    let e = t.elapsed().as_secs_f64();
    println!("grow only: {:.0} terms/s, {:.0} ns/step, {:.1} steps/term", n as f64 / e, e * 1e9 / steps as f64, steps as f64 / n as f64);
    let t = std::time::Instant::now();
    let mut terms = Vec::new();
    for i in 0..n { terms.push(g.generate(1, i, size)); }
    let e = t.elapsed().as_secs_f64();
    println!("with export: {:.0} terms/s", n as f64 / e);
    let mut u = Usage::default();
    for t in &terms { u.add(t); }
    println!("size {:.1} {:?} depth {:.1} plain {:.1}% ({}) ext {:.1}% ({}) params {:.1}% lets {:.1}% ({}) patterns {:.1}% ({}) thunks {}/{}", u.size as f64 / n as f64, u.sizes, u.depth as f64/n as f64, u.plain.percent(), u.plain.all, u.extensible.percent(), u.extensible.all, u.parameters().percent(), u.lets.percent(), u.lets.all, u.patterns.percent(), u.patterns.all, u.thunks, u.extensible_lambdas);
    let p = print::Printer::new(&env, print::Language::Ocaml, false);
    for t in terms.iter().take(6) { println!("{}", p.print(t)); }
}
