//! `covenant scan`: what the generators of source files cannot produce, without annotations.

use covenant_cli::args::Scan;
use covenant_cli::engine::UnderWay;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::siblings::{self, Bundle};
use covenant_cli::terminal::{self, Style, counted, styled};
use covenant_cli::{inputs, qcheck, snippet};
use covenant_elaborator::pipeline::Options;
use covenant_scan::{FileScan, Finding, Scanned, scan, with_proved_claims};
use serde_json::{Value, json};
use std::path::Path;

/// What was found altogether.
#[derive(Default)]
struct Tally {
    generators: usize,
    read: usize,
    complete: usize,
    with_gaps: usize,
    open: usize,
}

/// Scans files.
pub fn run(arguments: &Scan) -> Result<Exit, Failure> {
    let files = inputs::files(&arguments.files, inputs::SOURCE)?;
    let options = Options { jobs: arguments.jobs, ..Options::default() };
    let bar = terminal::progress(files.len(), "scanning");
    let mut tally = Tally::default();
    let mut without_version = false;
    let mut pages = Vec::new();
    let mut broken = false;
    for path in &files {
        let _under_way = UnderWay::begin(path);
        let Bundle { text, start, .. } = match siblings::source(path) {
            Ok(bundle) => bundle,
            Err(failure) => {
                failure.print();
                broken = true;
                continue;
            }
        };
        let shown = path.display().to_string();
        if qcheck::is_used(&text) {
            let reading = qcheck::reading(arguments.qcheck, path);
            without_version |= reading.qcheck.is_none();
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            match scan(&name, &text, start, reading, &options) {
                Ok(found) => bar.suspend(|| {
                    report(arguments, &shown, &found, &mut tally);
                    if arguments.write_claims {
                        write_claims(path, &text, start, &found)?;
                    }
                    pages.push((shown, found));
                    Ok::<(), Failure>(())
                })?,
                Err(diagnostics) => bar.suspend(|| {
                    broken = true;
                    for diagnostic in &diagnostics {
                        terminal::error_text(&snippet::diagnostic(&shown, &text, diagnostic));
                    }
                }),
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(page) = &arguments.html {
        inputs::write(page, html(&pages).as_bytes())?;
    }
    if !arguments.json {
        if without_version {
            terminal::line(qcheck::WITHOUT_VERSION);
        }
        terminal::line(&format!(
            "read {} of {}: {} complete, {} with gaps, {} open",
            tally.read,
            counted(tally.generators, "generator"),
            tally.complete,
            tally.with_gaps,
            tally.open
        ));
    }
    Ok(match tally {
        _ if broken => Exit::Input,
        Tally { with_gaps: 1.., .. } => Exit::Rejected,
        Tally { open: 1.., .. } => Exit::Unknown,
        Tally { read, generators, .. } if read < generators => Exit::Unknown,
        _ => Exit::Good,
    })
}

fn report(arguments: &Scan, shown: &str, found: &FileScan, tally: &mut Tally) {
    for scanned in &found.generators {
        tally.generators += 1;
        tally.read += usize::from(scanned.finding.is_read());
        match &scanned.finding {
            Finding::Complete(_) => tally.complete += 1,
            Finding::Gaps(_) => tally.with_gaps += 1,
            Finding::Bounded(_) | Finding::Unknown(_) => tally.open += 1,
            Finding::Claimed | Finding::Function | Finding::NotRead(..) => {}
        }
        if arguments.json {
            terminal::json(&as_json(shown, scanned));
        } else {
            lines(shown, scanned);
        }
    }
}

fn lines(shown: &str, scanned: &Scanned) {
    let style = match &scanned.finding {
        Finding::Complete(_) => Style::Good,
        Finding::Gaps(_) => Style::Error,
        Finding::Bounded(_) | Finding::Unknown(_) | Finding::NotRead(..) => Style::Doubt,
        Finding::Claimed | Finding::Function => Style::Faint,
    };
    let said = match &scanned.finding {
        Finding::Complete(_) => format!("every value of type `{}`", scanned.generator.result),
        Finding::Gaps(gaps) => counted(gaps.len(), "gap"),
        Finding::Bounded(count) => format!("all {count} small values can be produced; not proved for all"),
        Finding::Unknown(why) => why.clone(),
        Finding::Claimed => "has a claim: `covenant check`".to_owned(),
        Finding::Function => "judged where it is used".to_owned(),
        Finding::NotRead(why, line) => format!("line {line}: {why}"),
    };
    let word = format!("{:<10}", scanned.finding.word());
    let place = format!("{shown}:{}", scanned.line);
    terminal::line(&terminal::already_styled(&format!(
        "{} {:<24} {place:<36} {}",
        styled(style, &word),
        terminal_text(&scanned.generator.name),
        terminal_text(&said)
    )));
    if let Finding::Gaps(gaps) = &scanned.finding {
        for gap in gaps {
            let sure = if gap.confirmed { "" } else { " (not confirmed)" };
            terminal::line(&format!("           - {}: cannot produce {}{sure}", gap.what, gap.value));
        }
        if scanned.assuming.is_some() {
            terminal::line(&format!("           {ASSUMING}"));
        }
    }
}

/// What is said of findings that rest on names whose meaning is not known for certain.
const ASSUMING: &str =
    "taken as if the modules that are opened and not known define no name that is used here";

fn terminal_text(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn as_json(shown: &str, scanned: &Scanned) -> Value {
    let mut object = json!({
        "file": shown,
        "generator": scanned.generator.name,
        "line": scanned.line,
        "type": scanned.generator.result,
        "finding": scanned.finding.word(),
    });
    match &scanned.finding {
        Finding::Complete(hash) => object["hash"] = json!(hash),
        Finding::Gaps(gaps) => {
            let gap = |gap: &covenant_scan::Gap| json!({ "kind": gap.kind.word(), "what": gap.what, "value": gap.value, "confirmed": gap.confirmed });
            object["gaps"] = gaps.iter().map(gap).collect();
        }
        Finding::Bounded(count) => object["values"] = json!(count),
        Finding::Unknown(why) => object["why"] = json!(why),
        Finding::NotRead(why, line) => object["stopped"] = json!({ "why": why, "line": line }),
        Finding::Claimed | Finding::Function => {}
    }
    if let Some(why) = &scanned.assuming {
        object["assuming"] = json!(why);
    }
    object
}

fn write_claims(path: &Path, text: &str, start: usize, found: &FileScan) -> Result<(), Failure> {
    let annotated = with_proved_claims(text, found);
    if annotated == text {
        return Ok(());
    }
    // What stands before it is other files, which nothing is written into.
    inputs::write(path, annotated.get(start..).unwrap_or_default().as_bytes())
}

/// One page: a table of all generators.
fn html(pages: &[(String, FileScan)]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut rows = String::new();
    for (shown, found) in pages {
        for scanned in &found.generators {
            let detail = match &scanned.finding {
                Finding::Gaps(gaps) => {
                    let item = |gap: &covenant_scan::Gap| {
                        format!("<li>{}: <code>{}</code></li>", escaped(&gap.what), escaped(&gap.value))
                    };
                    format!("<ul>{}</ul>", gaps.iter().map(item).collect::<String>())
                }
                Finding::NotRead(why, line) => escaped(&format!("line {line}: {why}")),
                Finding::Unknown(why) => escaped(why),
                Finding::Bounded(count) => format!("all {count} small values"),
                Finding::Complete(_) => format!("every <code>{}</code>", escaped(&scanned.generator.result)),
                Finding::Claimed | Finding::Function => String::new(),
            };
            rows.push_str(&format!(
                "<tr class=\"{}\"><td>{}</td><td>{}:{}</td><td>{}</td><td>{detail}</td></tr>\n",
                scanned.finding.word().replace(' ', "-"),
                escaped(&scanned.generator.name),
                escaped(shown),
                scanned.line,
                scanned.finding.word(),
            ));
        }
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>covenant scan</title>\n<style>\
         body{{font:16px sans-serif;margin:2rem}}table{{border-collapse:collapse}}td,th{{padding:.3rem .8rem;\
         text-align:left;vertical-align:top;border-bottom:1px solid #ddd}}.complete td:nth-child(3){{color:#080}}\
         .gaps td:nth-child(3){{color:#b00}}.not-read td:nth-child(3){{color:#a60}}</style>\n\
         <h1>What the generators cannot produce</h1>\n<table><tr><th>generator<th>place<th>finding<th></tr>\n{rows}</table></html>\n"
    )
}
