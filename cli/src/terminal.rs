//! What reaches the terminal: colours only where they are wanted, lines that survive a closed
//! pipe, a progress bar on long runs.
//!
//! A reader that goes away (`covenant show … | head`) is not an error: output stops, the work
//! goes on, and the exit code still says what was found. A full disk is one: what was found did
//! not arrive.
//!
//! What is printed may come from a file that anybody wrote. Only [`styled`] and
//! [`already_styled`] make sequences that a terminal obeys; whatever else is in a text and cannot be
//! seen is printed as an escape, here, where everything passes.

use anstream::ColorChoice;
use anstyle::{AnsiColor, Style as Ansi};
use covenant_certificates::shown::shown;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Standard output could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// If the output is a terminal and `NO_COLOR` is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Applies `--color`.
pub fn choose_colors(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// What a piece of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Holds.
    Good,
    /// Does not hold, or cannot be done.
    Error,
    /// Neither proved nor refuted, or on trust.
    Doubt,
    /// What to do.
    Help,
    /// A heading.
    Strong,
    /// Beside the point.
    Faint,
}

/// A piece of text in a style. The escapes vanish where there are no colours.
pub fn styled(style: Style, text: &str) -> String {
    let ansi = match style {
        Style::Good => AnsiColor::Green.on_default().bold(),
        Style::Error => AnsiColor::Red.on_default().bold(),
        Style::Doubt => AnsiColor::Yellow.on_default().bold(),
        Style::Help => AnsiColor::Cyan.on_default().bold(),
        Style::Strong => Ansi::new().bold(),
        Style::Faint => Ansi::new().dimmed(),
    };
    let (on, off) = (ansi.render().to_string(), ansi.render_reset().to_string());
    format!("{}{text}{}", already_styled(&on), already_styled(&off))
}

/// Stands for the escape character of our own sequences until a text is printed. It is no character,
/// and files that contain it are not read (`inputs`), so that none can pretend to be ours.
const OWN_ESCAPE: char = '\u{fdd0}';

/// A text whose escape sequences are our own: its other parts went through [`shown`] already.
pub fn already_styled(text: &str) -> String {
    text.replace('\u{1b}', &OWN_ESCAPE.to_string())
}

/// A text as it is printed: only our own sequences are obeyed.
fn printable(text: &str) -> String {
    text.split(OWN_ESCAPE).map(shown).collect::<Vec<_>>().join("\u{1b}")
}

/// The system's words, without `(os error 2)`.
pub fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Prints a line on standard output.
pub fn line(text: &str) {
    let mut output = anstream::stdout().lock();
    let written = writeln!(output, "{}", printable(text)).and_then(|()| output.flush());
    drop(output);
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::SeqCst)
    {
        let text = format!("standard output cannot be written: {}", plain(&error));
        message(Style::Error, "error", &text);
    }
}

/// Prints a value on standard output, as one line of JSON. Hidden characters are escapes of JSON.
pub fn json(value: &serde_json::Value) {
    line(&shown(&value.to_string()));
}

/// Was something printed that did not arrive?
pub fn lost() -> bool {
    LOST.load(Ordering::SeqCst)
}

/// `1 claim`, `2 claims`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Prints a labelled line on standard error.
pub fn message(style: Style, label: &str, text: &str) {
    let text = printable(&format!("{}: {text}", styled(style, label)));
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Prints text without a label on standard error.
pub fn error_text(text: &str) {
    let _ = write!(anstream::stderr().lock(), "{}", printable(text));
}

/// The width to lay text out for.
pub fn width() -> usize {
    const UNKNOWN: usize = 100;
    if std::io::stdout().is_terminal() {
        let (_, columns) = console::Term::stdout().size();
        usize::from(columns).clamp(60, 160)
    } else {
        UNKNOWN
    }
}

/// A bar that counts up, on standard error, if that is a terminal.
pub fn progress(total: usize, what: &str) -> ProgressBar {
    if total == 0 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(10));
    // One file has no parts to count; the clock says that something is still going on.
    let template = if total == 1 {
        "{prefix} {spinner} {elapsed} {msg}"
    } else {
        "{prefix} {wide_bar} {pos}/{len} {msg}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
