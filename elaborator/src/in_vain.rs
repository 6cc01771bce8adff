//! What is noted of a claim that was searched in vain: all that its report says, so that the next run says it again.
//!
//! Places are written relative to the function, with a hash of what stands there. Where another text stands there now,
//! the note is of no use, and the claim is searched again.

use crate::obstacles::Obstacle;
use crate::recollection::Recollection;
use crate::report::{ClaimReport, ConditionCounts, Missing};
use covenant_certificates::ContentHash;
use covenant_front::{Source, Span};
use covenant_prove::search::work::Budget;

/// The name of the note.
const UNKNOWN: &str = "unknown";

/// Notes that a claim was searched in vain.
pub(crate) fn note(recollection: &Recollection<'_>, text: &str, report: &ClaimReport) {
    let mut writer = Writer { bytes: Vec::new(), text, base: report.span.start };
    let counts = report.conditions;
    for count in [counts.checked, counts.cross_checked, counts.solver, counts.open] {
        writer.number(count.into());
    }
    writer.number(report.quantifiers.0.into());
    writer.number(report.quantifiers.1.into());
    writer.list(&report.exhausted.iter().collect::<Vec<_>>(), |writer, budget| {
        writer.text(budget.name());
        writer.number(budget.limit());
    });
    writer.list(&report.obstacles, Writer::obstacle);
    writer.list(report.missing.as_slice(), |writer, missing| {
        for text in [&missing.text, &missing.value, &missing.function] {
            writer.text(text);
        }
        writer.list(&missing.args, |writer, arg| writer.text(arg));
        writer.span(missing.branch);
    });
    recollection.note(UNKNOWN, &writer.bytes);
}

/// Puts into the report what was noted; whether anything was.
pub(crate) fn recall(recollection: &Recollection<'_>, text: &str, report: &mut ClaimReport) -> bool {
    let read = |bytes: &[u8]| {
        let mut reader = Reader { bytes, text, base: report.span.start };
        let mut found = report.clone();
        found.conditions = ConditionCounts {
            checked: reader.count()?,
            cross_checked: reader.count()?,
            solver: reader.count()?,
            open: reader.count()?,
        };
        found.quantifiers = (reader.count()?, reader.count()?);
        found.exhausted = reader.list(Reader::budget)?.into_iter().collect();
        found.obstacles = reader.list(Reader::obstacle)?;
        found.missing = reader.list(Reader::missing)?.pop();
        reader.bytes.is_empty().then_some(found)
    };
    let found = recollection.noted(UNKNOWN).and_then(|bytes| read(&bytes));
    let is_noted = found.is_some();
    if let Some(found) = found {
        *report = found;
    }
    is_noted
}

struct Writer<'t> {
    bytes: Vec<u8>,
    text: &'t str,
    /// Where the function begins.
    base: usize,
}

impl Writer<'_> {
    fn number(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    fn span(&mut self, span: Option<Span>) {
        let spans: Vec<Span> = span.into_iter().collect();
        self.list(&spans, |writer, span| {
            let own = span.source == Source::User;
            let base = if own { writer.base } else { 0 };
            writer.number(own.into());
            writer.number((span.start as u64).wrapping_sub(base as u64));
            writer.number(span.end.saturating_sub(span.start) as u64);
            let there = if own { writer.text.get(span.start..span.end) } else { None };
            writer.bytes.extend(ContentHash::of_bytes(there.unwrap_or_default().as_bytes()).0);
        });
    }

    fn obstacle(&mut self, obstacle: &Obstacle) {
        self.text(&obstacle.message);
        self.span(obstacle.program);
        self.span(obstacle.spec);
        self.list(obstacle.condition.as_slice(), |writer, number| writer.number((*number).into()));
        self.list(&obstacle.details, |writer, line| writer.text(line));
        self.list(&obstacle.not_established, |writer, line| writer.text(line));
        self.list(obstacle.not_decreasing.as_slice(), |writer, name| writer.text(name));
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    text: &'b str,
    base: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn count(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    /// Items take bytes, so a list that says it is longer than the note ends with it.
    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| each(self)).collect()
    }

    fn span(&mut self) -> Option<Option<Span>> {
        let spans = self.list(|reader| {
            let own = reader.number()? == 1;
            let base = if own { reader.base as u64 } else { 0 };
            let start = usize::try_from(reader.number()?.wrapping_add(base)).ok()?;
            let end = start.checked_add(usize::try_from(reader.number()?).ok()?)?;
            let (hash, rest) = reader.bytes.split_first_chunk()?;
            reader.bytes = rest;
            let there = if own { reader.text.get(start..end)? } else { "" };
            let source = if own { Source::User } else { Source::Prelude };
            (ContentHash::of_bytes(there.as_bytes()).0 == *hash).then(|| Span::new(source, start, end))
        })?;
        Some(spans.into_iter().next())
    }

    fn budget(&mut self) -> Option<Budget> {
        let (name, limit) = (self.text()?, self.number()?);
        let kinds: [fn(u64) -> Budget; 6] = [
            Budget::Instances,
            Budget::Witnesses,
            Budget::Work,
            Budget::Query,
            Budget::Nodes,
            Budget::Missing,
        ];
        kinds.into_iter().map(|kind| kind(limit)).find(|budget| budget.name() == name)
    }

    fn obstacle(&mut self) -> Option<Obstacle> {
        Some(Obstacle {
            message: self.text()?,
            program: self.span()?,
            spec: self.span()?,
            condition: self.list(Reader::count)?.pop(),
            details: self.list(Reader::text)?,
            not_established: self.list(Reader::text)?,
            not_decreasing: self.list(Reader::text)?.pop(),
        })
    }

    fn missing(&mut self) -> Option<Missing> {
        Some(Missing {
            text: self.text()?,
            value: self.text()?,
            function: self.text()?,
            args: self.list(Reader::text)?,
            branch: self.span()?,
            confirmed: false,
            place: 0,
        })
    }
}
