//! Places in source text.
//!
//! A span is a half-open byte range together with the file it lies in: the
//! user's file, or the prelude that is embedded in the tool. Lines and columns
//! are computed only when a diagnostic is made, so that the trees stay small.

/// Which text a span points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The file that was handed to [`load`](super::load).
    User,
    /// The prelude that ships with the tool.
    Prelude,
}

/// A half-open byte range of one source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that the range lies in.
    pub source: Source,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A range of `source`.
    #[must_use]
    pub fn new(source: Source, start: usize, end: usize) -> Self {
        Self { source, start, end }
    }

    /// Whether another range lies inside.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that contains both, when they lie in the same text.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One-based line and column (in characters) of a byte offset.
#[must_use]
pub fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before[line_start..].chars().count() + 1;
    (saturate(line), saturate(column))
}

/// Where the lines of a text begin, for whoever asks about many places of it.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// The lines of a text.
    #[must_use]
    pub fn of(text: &str) -> Lines {
        let after_newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1);
        Lines(std::iter::once(0).chain(after_newlines).collect())
    }

    /// As [`line_and_column`] of the same text, without reading all that is before the place.
    #[must_use]
    pub fn place(&self, text: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(text.len());
        let line = self.0.partition_point(|start| *start <= offset).max(1);
        let start = self.0.get(line - 1).copied().unwrap_or(0);
        let (_, column) = line_and_column(text.get(start..).unwrap_or_default(), offset - start);
        (saturate(line), column)
    }
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_the_same_either_way() {
        for text in ["", "a", "\n", "let é =\n\n  1\n", "one\ntwo"] {
            let lines = Lines::of(text);
            for offset in 0..text.len() + 2 {
                assert_eq!(lines.place(text, offset), line_and_column(text, offset), "{text:?} at {offset}");
            }
        }
    }
}
