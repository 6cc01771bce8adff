//! `covenant scan`: what the generators of source files cannot produce, without annotations.

use covenant_cli::args::Scan;
use covenant_cli::engine::UnderWay;
use covenant_cli::exit::Exit;
use covenant_cli::failure::Failure;
use covenant_cli::project::ExpectedGap;
use covenant_cli::siblings::{self, Bundle};
use covenant_cli::terminal::{self, Style, counted, styled};
use covenant_cli::{inputs, qcheck, snippet};
use covenant_elaborator::pipeline::Options;
use covenant_scan::{
    Assuming, Cell, Comes, FileScan, Finding, Gap, GapKind, Picture, Row, Scanned, scan, with_proved_claims,
};
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
    let mut expected = Expected::of(covenant_cli::project::expected_gaps()?)?;
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
                    expected.meet(path, &found);
                    report(arguments, &shown, path, &found, &expected, &mut tally);
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
    let gone = expected.gone();
    for gap in &gone {
        terminal::error_text(&format!("error: {}\n", terminal_text(gap)));
    }
    if !arguments.json {
        if without_version && tally.generators > 0 {
            terminal::line(qcheck::WITHOUT_VERSION);
        }
        if tally.generators > 0 {
            terminal::line(&format!(
                "read {} of {}: {} complete, {} with gaps, {} open",
                tally.read,
                counted(tally.generators, "generator"),
                tally.complete,
                tally.with_gaps,
                tally.open
            ));
        } else if !broken {
            terminal::line(&format!("no generator of QCheck in {}", counted(files.len(), "file")));
        }
    }
    Ok(match tally {
        _ if broken => Exit::Input,
        _ if !gone.is_empty() => Exit::Rejected,
        Tally { with_gaps: 1.., .. } => Exit::Rejected,
        Tally { open: 1.., .. } => Exit::Unknown,
        Tally { read, generators, .. } if read < generators => Exit::Unknown,
        _ => Exit::Good,
    })
}

/// The gaps that a project expects, and whether each was met.
struct Expected(Vec<(ExpectedGap, GapKind, Met)>);

/// What became of an expected gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    /// Its generator was not judged.
    Open,
    Gone,
    There,
}

impl Expected {
    fn of(gaps: Vec<ExpectedGap>) -> Result<Expected, Failure> {
        let with_kind = |gap: ExpectedGap| {
            let kind = GapKind::ALL.into_iter().find(|kind| kind.word() == gap.kind);
            let words = || GapKind::ALL.map(GapKind::word).join(", ");
            kind.map(|kind| (gap.clone(), kind, Met::Open)).ok_or_else(|| {
                Failure::input(format!("covenant.toml: scan.expect: `{}` is no kind of gap", gap.kind))
                    .help(format!("one of {}", words()))
            })
        };
        Ok(Expected(gaps.into_iter().map(with_kind).collect::<Result<_, _>>()?))
    }

    fn meet(&mut self, path: &Path, found: &FileScan) {
        for (gap, kind, met) in self.0.iter_mut().filter(|(gap, ..)| is_same_file(&gap.file, path)) {
            let Some(scanned) = found.generators.iter().find(|s| s.generator.name == gap.generator) else {
                *met = Met::Gone;
                continue;
            };
            *met = match &scanned.finding {
                Finding::Gaps(gaps) if gaps.iter().any(|gap| gap.kind == *kind) => Met::There,
                Finding::Gaps(_) | Finding::Complete(_) | Finding::Bounded(_) => Met::Gone,
                Finding::Unknown(_) | Finding::Claimed | Finding::Function | Finding::NotRead(..) => {
                    Met::Open
                }
            };
        }
    }

    fn has(&self, path: &Path, scanned: &Scanned, gap: &Gap) -> bool {
        self.0.iter().any(|(expected, kind, _)| {
            is_same_file(&expected.file, path)
                && expected.generator == scanned.generator.name
                && *kind == gap.kind
        })
    }

    /// What is said of those that are gone.
    fn gone(&self) -> Vec<String> {
        let gone = self.0.iter().filter(|(.., met)| *met == Met::Gone);
        let said = gone.map(|(gap, kind, _)| {
            let (file, name) = (gap.file.display(), &gap.generator);
            format!("{file}: `{name}` has no gap of the kind `{}`, which covenant.toml expects", kind.word())
        });
        said.collect()
    }
}

fn is_same_file(expected: &Path, path: &Path) -> bool {
    matches!((expected.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn report(
    arguments: &Scan,
    shown: &str,
    path: &Path,
    found: &FileScan,
    expected: &Expected,
    tally: &mut Tally,
) {
    for scanned in &found.generators {
        tally.generators += 1;
        tally.read += usize::from(scanned.finding.is_read());
        match &scanned.finding {
            Finding::Complete(_) => tally.complete += 1,
            Finding::Gaps(gaps) => {
                let open = gaps.iter().any(|gap| !expected.has(path, scanned, gap));
                tally.with_gaps += usize::from(open);
            }
            Finding::Bounded(_) | Finding::Unknown(_) => tally.open += 1,
            Finding::Claimed | Finding::Function | Finding::NotRead(..) => {}
        }
        if arguments.json {
            terminal::json(&as_json(shown, scanned, &|gap| expected.has(path, scanned, gap)));
        } else {
            lines(shown, scanned, &|gap| expected.has(path, scanned, gap));
        }
    }
}

/// Gaps of one generator that are shown on a terminal.
const MOST_SHOWN: usize = 6;

fn lines(shown: &str, scanned: &Scanned, is_expected: &dyn Fn(&Gap) -> bool) {
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
        // What was seen is said once, with all that it leaves out.
        let groups: Vec<&[Gap]> = gaps.chunk_by(|a, b| a.what == b.what).collect();
        for group in groups.iter().take(MOST_SHOWN) {
            let value = |gap: &Gap| {
                let sure = if gap.confirmed { "" } else { " (not confirmed)" };
                let meant = if is_expected(gap) { " (expected)" } else { "" };
                format!("{}{sure}{meant}", shortened(&gap.value))
            };
            let values: Vec<String> = group.iter().map(value).collect();
            let what = group.first().map_or("", |gap| gap.what.as_str());
            terminal::line(&format!("           - {what}: cannot produce {}", values.join(", nor ")));
        }
        if let Some(more @ 1..) = groups.len().checked_sub(MOST_SHOWN) {
            terminal::line(&format!("           - and {more} more (`--json` shows all)"));
        }
        if let Some(assuming) = &scanned.assuming {
            terminal::line(&format!("           {}", taken(assuming)));
        }
    }
    if let Some(valid) = &scanned.valid {
        let said = match &valid.finding {
            Finding::Gaps(gaps) => {
                let values: Vec<String> = gaps.iter().map(|gap| shortened(&gap.value)).collect();
                format!("cannot produce {}", values.join(", nor "))
            }
            _ => "every one can be produced".to_owned(),
        };
        terminal::line(&format!(
            "           of those that satisfy `{}`: {said}",
            terminal_text(&valid.predicate)
        ));
    }
}

/// What is said of findings that rest on something.
fn taken(assuming: &Assuming) -> &'static str {
    match (assuming.names, assuming.building) {
        (true, false) => {
            "taken as if the modules that are opened and not known define no name that is used here"
        }
        (true, true) => {
            "taken as if the modules that are opened and not known define no name that is used here, and as if the generator can be built"
        }
        (false, _) => "taken as if the generator can be built: if it cannot, it produces nothing",
    }
}

/// A value in one line of a terminal.
fn shortened(value: &str) -> String {
    const MOST: usize = 80;
    if value.chars().count() <= MOST {
        return value.to_owned();
    }
    format!("{}…", value.chars().take(MOST).collect::<String>())
}

fn terminal_text(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn as_json(shown: &str, scanned: &Scanned, is_expected: &dyn Fn(&Gap) -> bool) -> Value {
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
            let gap = |gap: &Gap| {
                json!({
                    "kind": gap.kind.word(),
                    "what": gap.what,
                    "value": gap.value,
                    "confirmed": gap.confirmed,
                    "expected": is_expected(gap),
                })
            };
            object["gaps"] = gaps.iter().map(gap).collect();
        }
        Finding::Bounded(count) => object["values"] = json!(count),
        Finding::Unknown(why) => object["why"] = json!(why),
        Finding::NotRead(why, line) => object["stopped"] = json!({ "why": why, "line": line }),
        Finding::Claimed | Finding::Function => {}
    }
    if let Some(valid) = &scanned.valid {
        object["valid"] = json!({ "predicate": valid.predicate, "finding": valid.finding.word() });
        match &valid.finding {
            Finding::Complete(hash) => object["valid"]["hash"] = json!(hash),
            Finding::Gaps(gaps) => {
                object["valid"]["value"] = json!(gaps.first().map(|gap| gap.value.clone()));
            }
            _ => {}
        }
    }
    if let Some(assuming) = &scanned.assuming {
        object["assuming"] =
            json!({ "names": assuming.names, "building": assuming.building, "why": assuming.why });
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

/// What samples had, as rows of boxes.
fn drawing(picture: &Picture, escaped: &dyn Fn(&str) -> String) -> String {
    let cell = |cell: &Cell| {
        let class = match cell.comes {
            Comes::Seen => "seen",
            Comes::NotSeen => "unseen",
            Comes::Missing => "missing",
        };
        format!("<span class=\"{class}\">{}</span>", escaped(&cell.text))
    };
    let row = |row: &Row| {
        let cells: String = row.cells.iter().map(cell).collect();
        format!("<div><b>{}</b>{cells}</div>", escaped(&row.title))
    };
    let rows: String = picture.rows.iter().map(row).collect();
    if rows.is_empty() {
        return rows;
    }
    format!("<details open class=\"picture\"><summary>{} samples</summary>{rows}</details>", picture.samples)
}

/// One page: a table of all generators.
fn html(pages: &[(String, FileScan)]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut rows = String::new();
    for (shown, found) in pages {
        for scanned in &found.generators {
            let detail = match &scanned.finding {
                Finding::Gaps(gaps) => {
                    let item = |gap: &Gap| {
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
            let picture =
                scanned.picture.as_ref().map_or_else(String::new, |picture| drawing(picture, &escaped));
            rows.push_str(&format!(
                "<tr class=\"{}\"><td>{}</td><td>{}:{}</td><td>{}</td><td>{detail}{picture}</td></tr>\n",
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
         .picture{{font-size:.8rem;color:#555}}.picture b{{font-weight:normal;margin-right:.5rem}}\
         .picture span{{display:inline-block;border:1px solid #999;border-radius:.2rem;padding:0 .4rem;margin:.1rem}}\
         .picture .seen{{background:#e4f3e4;border-color:#7b7}}.picture .missing{{background:#fbe3e3;border-color:#c66;text-decoration:line-through}}\
         .gaps td:nth-child(3){{color:#b00}}.not-read td:nth-child(3){{color:#a60}}</style>\n\
         <h1>What the generators cannot produce</h1>\n<table><tr><th>generator<th>place<th>finding<th></tr>\n{rows}</table></html>\n"
    )
}
