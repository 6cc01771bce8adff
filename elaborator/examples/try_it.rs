use covenant_elaborator::pipeline::{Options, check_source};
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let start = std::time::Instant::now();
        let report = check_source(&file, &text, &Options::default());
        for d in &report.diagnostics {
            println!("{:?} {}:{} {} | {}", d.kind, d.line, d.column, d.message, d.advice);
        }
        for c in &report.claims {
            println!(
                "{} {} {:?} missing={:?} lemmas={:?} {}ms",
                if c.declined { "declined" } else { c.verdict.word() },
                c.claim,
                c.assumptions,
                c.missing.as_ref().map(|m| &m.text),
                c.lemmas,
                c.time.as_millis()
            );
            for o in &c.obstacles {
                println!("    {} {:?}", o.message, o.details);
            }
        }
        println!("-- {file} {} ms", start.elapsed().as_millis());
    }
}
