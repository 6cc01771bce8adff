//! The pictures in `docs/`: real runs of the tool, drawn by a headless browser.
//!
//! What a terminal shows is turned into a page first; the two HTML pages are what
//! `covenant show` and `covenant diff` write.

use crate::packages::{self, CHROMIUM, Policy, TO_USE};
use crate::steps::{cargo, output, program, root, run};
use std::fmt::Write as _;
use std::fs;

const FOLDER: &str = "target/screenshots";
/// Chromium draws this many pixels at least, whatever it is asked for.
const NARROWEST: usize = 500;

/// Makes all pictures again.
pub fn run_all(policy: Policy) -> Result<(), String> {
    let needs: Vec<packages::Need> = TO_USE.iter().copied().chain([CHROMIUM]).collect();
    packages::ensure(&needs, policy)?;
    run(cargo(&["build", "--release", "--package", "covenant", "--package", "covenant-engine"]))?;
    fs::create_dir_all(root().join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
    let out = &format!("{FOLDER}/out");
    let changed = &format!("{FOLDER}/changed.ml");

    let mut session = String::new();
    for file in ["examples/missing_value.ml", "examples/repaired.ml"] {
        let _ = writeln!(session, "\u{1b}[2m$\u{1b}[0m covenant check {file} --out {out}");
        session += &covenant(&["--color", "always", "check", file, "--out", out])?;
    }
    let session = session.replace(FOLDER, "target");
    let columns = session.lines().map(visible_length).max().unwrap_or(80);
    let rows = session.lines().count();
    write("terminal.html", &terminal_page(&session))?;
    picture("terminal.html", "docs/terminal.png", (columns * 8 + 40).max(NARROWEST), rows * 19 + 40)?;

    let certificate = &format!("{out}/repaired.search_tree.cov");
    covenant(&["show", certificate, "--html", &format!("{FOLDER}/derivation.html")])?;
    let condition = format!("derivation.html#{}", main_condition(certificate)?);
    picture(&condition, "docs/derivation.png", 1400, 820)?;

    let source =
        fs::read_to_string(root().join("examples/repaired.ml")).map_err(|error| error.to_string())?;
    let edited = source.replace("else if bool_gen () then Leaf", "else if int_range 0 2 = 0 then Leaf");
    if edited == source {
        return Err("examples/repaired.ml has no coin to replace any more".to_owned());
    }
    fs::write(root().join(changed), edited).map_err(|error| format!("{changed}: {error}"))?;
    covenant(&["check", changed, "--out", out])?;
    let new = &format!("{out}/changed.search_tree.cov");
    covenant(&["diff", certificate, new, "--html", &format!("{FOLDER}/diff.html")])?;
    picture("diff.html", "docs/diff.png", 1200, 900)
}

/// What the tool prints. Its exit code is a verdict, and the pictures show a bad one too.
fn covenant(arguments: &[&str]) -> Result<String, String> {
    let mut command = program(root().join("target/release/covenant"), arguments);
    let done = command.output().map_err(|error| format!("covenant could not be started: {error}"))?;
    match done.status.code() {
        Some(0 | 1) => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        _ => Err(format!("covenant {}: {}", arguments.join(" "), String::from_utf8_lossy(&done.stderr))),
    }
}

/// The number of the node where the claim itself is met: the last TSub of the derivation.
fn main_condition(certificate: &str) -> Result<String, String> {
    let tree = covenant(&["show", certificate])?;
    let line = tree.lines().find(|line| line.contains("TSub")).ok_or("the derivation has no TSub")?;
    line.split_whitespace().next().map(str::to_owned).ok_or_else(|| "a node without a number".to_owned())
}

fn write(name: &str, text: &str) -> Result<(), String> {
    fs::write(root().join(FOLDER).join(name), text).map_err(|error| format!("{name}: {error}"))
}

fn picture(page: &str, to: &str, width: usize, height: usize) -> Result<(), String> {
    let url = format!("file://{}", root().join(FOLDER).join(page).display());
    let browser = packages::browser().ok_or("there is no browser")?;
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        // Scripts run to their end first.
        "--virtual-time-budget=3000",
        &format!("--user-data-dir={}", root().join(FOLDER).join("profile").display()),
        &format!("--window-size={width},{height}"),
        &format!("--screenshot={}", root().join(to).display()),
        &url,
    ];
    output(program(browser, &arguments))?;
    println!("  {to}");
    Ok(())
}

fn visible_length(line: &str) -> usize {
    let mut length = 0;
    let mut escape = false;
    for c in line.chars() {
        match (escape, c) {
            (false, '\u{1b}') => escape = true,
            (true, 'm') => escape = false,
            (true, _) => {}
            (false, _) => length += 1,
        }
    }
    length
}

/// A page that looks like the terminal did.
fn terminal_page(text: &str) -> String {
    let mut page = String::from(
        "<!DOCTYPE html><meta charset=\"utf-8\"><style>body{margin:0;background:#1c2026;color:#e4e6ea;padding:16px 20px}\
         pre{margin:0;font:13px/19px 'DejaVu Sans Mono',monospace}</style><pre>",
    );
    let mut style = Look::default();
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        push(&mut page, &style, &rest[..start]);
        let after = &rest[start + 2..];
        let Some(end) = after.find('m') else { break };
        style.change(&after[..end]);
        rest = &after[end + 1..];
    }
    push(&mut page, &style, rest);
    page.push_str("</pre>\n");
    page
}

fn push(page: &mut String, style: &Look, text: &str) {
    if text.is_empty() {
        return;
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let weight = if style.bold { "bold" } else { "normal" };
    let opacity = if style.faint { "0.6" } else { "1" };
    let color = style.color.unwrap_or("inherit");
    let _ =
        write!(page, "<span style=\"color:{color};font-weight:{weight};opacity:{opacity}\">{text}</span>");
}

/// How the terminal draws at the moment.
#[derive(Default)]
struct Look {
    bold: bool,
    faint: bool,
    color: Option<&'static str>,
}

impl Look {
    /// The parameters between `ESC [` and `m`.
    fn change(&mut self, parameters: &str) {
        let mut numbers = parameters.split(';').map(|number| number.parse::<u8>().unwrap_or(0));
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Look::default(),
                1 => self.bold = true,
                2 => self.faint = true,
                22 => (self.bold, self.faint) = (false, false),
                30..=37 => self.color = Some(palette(number - 30)),
                90..=97 => self.color = Some(palette(number - 90)),
                // 38;5;N: one of 256 colours, of which the tool uses the greys beside the palette.
                38 => {
                    let _ = numbers.next();
                    self.color = numbers.next().map(|n| if n < 16 { palette(n % 8) } else { "#969eab" });
                }
                39 => self.color = None,
                _ => {}
            }
        }
    }
}

fn palette(number: u8) -> &'static str {
    ["#6b7280", "#ff8a80", "#6fd397", "#f0c060", "#7ab6ff", "#d7a6ff", "#6fd3d3", "#e4e6ea"]
        [usize::from(number % 8)]
}

#[cfg(test)]
mod tests {
    use super::{terminal_page, visible_length};

    #[test]
    fn escapes_become_colours_and_text_stays_text() {
        let text = "\u{1b}[1m\u{1b}[32mvalid\u{1b}[0m a <b> & c\u{1b}[38;5;246m|\u{1b}[39m";
        let page = terminal_page(text);
        assert!(page.contains("color:#6fd397;font-weight:bold;opacity:1\">valid</span>"), "{page}");
        assert!(page.contains(" a &lt;b> &amp; c</span>"), "{page}");
        assert!(page.contains("color:#969eab;font-weight:normal;opacity:1\">|</span>"), "{page}");
        assert!(!page.contains('\u{1b}'));
        assert_eq!(visible_length(text), "valid a <b> & c|".chars().count());
    }
}
