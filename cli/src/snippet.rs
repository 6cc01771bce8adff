//! Source text with carets under what is meant.

use crate::terminal;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use covenant_certificates::shown::{Escaped, shown, shown_line};
use covenant_front::{self as front, Diagnostic, DiagnosticKind, Source as SourceOf, Span};

/// A message about some places of one file.
pub struct Message<'a> {
    /// What kind of message, e.g. `error`.
    pub kind: &'a str,
    /// The headline.
    pub headline: &'a str,
    /// Places, each with a text; the first is the main one.
    pub labels: Vec<((u32, u32), String)>,
    /// What to do.
    pub help: Option<&'a str>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// Renders a message, with or without colours. What cannot be seen is written out: in the names of
/// files, in the source, and in texts that quote it.
pub fn render(file: &str, text: &str, message: &Message<'_>, color: bool) -> String {
    let escaped = Escaped::of(text);
    let file = &*shown_line(file);
    let (original, text) = (text, escaped.text.as_str());
    let kind_color = match message.kind {
        "error" | "rejected" => Color::Red,
        "help" => Color::Cyan,
        _ => Color::Yellow,
    };
    let clamp = |(start, end): (u32, u32)| {
        let place = |offset: u32| escaped.offset(floor(original, offset as usize));
        let end = place(end);
        place(start).min(end)..end
    };
    let main = message.labels.first().map_or(0..0, |(span, _)| clamp(*span));
    let config = Config::default().with_color(color).with_index_type(IndexType::Byte).with_compact(false);
    let mut report = Report::build(ReportKind::Custom(message.kind, kind_color), (file, main))
        .with_config(config)
        .with_message(shown(message.headline));
    for (i, (span, label)) in message.labels.iter().enumerate() {
        let color = if i == 0 { kind_color } else { Color::Cyan };
        report =
            report.with_label(Label::new((file, clamp(*span))).with_message(shown(label)).with_color(color));
    }
    for note in &message.notes {
        report = report.with_note(shown(note));
    }
    if let Some(help) = message.help {
        report = report.with_help(shown(help));
    }
    let mut bytes = Vec::new();
    if report.finish().write((file, Source::from(text)), &mut bytes).is_err() {
        return format!("{}: {}\n", message.kind, message.headline);
    }
    terminal::already_styled(&String::from_utf8_lossy(&bytes))
}

/// One place with one text.
pub fn of(file: &str, text: &str, span: (u32, u32), label: &str) -> String {
    let message = Message {
        kind: "source",
        headline: "",
        labels: vec![(span, label.to_owned())],
        help: None,
        notes: Vec::new(),
    };
    let rendered = render(file, text, &message, true);
    // Without the empty headline.
    rendered.lines().skip(1).collect::<Vec<_>>().join("\n")
}

/// A problem of the file itself.
pub fn diagnostic(file: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let kind = match diagnostic.kind {
        DiagnosticKind::Warning => "warning",
        DiagnosticKind::Declined => "declined",
        _ => "error",
    };
    let (file, text) = match diagnostic.span.source {
        SourceOf::User => (file, text),
        SourceOf::Prelude => ("prelude", front::prelude_text()),
    };
    let message = Message {
        kind,
        headline: &diagnostic.message,
        // A bracket around many lines says less than where they begin.
        labels: vec![(first_line(text, diagnostic.span), "here".to_owned())],
        help: (!diagnostic.advice.is_empty()).then_some(diagnostic.advice.as_str()),
        notes: Vec::new(),
    };
    render(file, text, &message, true)
}

/// The first line of a span, as byte offsets.
pub fn first_line(text: &str, span: Span) -> (u32, u32) {
    let (start, end) = (floor(text, span.start), floor(text, span.end));
    let inside = text.get(start..end).unwrap_or_default();
    let first = inside.lines().next().unwrap_or_default().trim_end().len();
    bytes(Span::new(span.source, start, start + first))
}

/// A span as byte offsets.
pub fn bytes(span: Span) -> (u32, u32) {
    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    (offset(span.start), offset(span.end))
}

/// The start of the character that contains this byte.
fn floor(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
