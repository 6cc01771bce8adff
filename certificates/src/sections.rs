//! Which sections a file has, and which version of the format this is.

/// Newest version of the format that this crate reads.
pub const FORMAT_VERSION: u32 = 5;
/// The oldest one.
pub const OLDEST_VERSION: u32 = 2;

/// What a version of the format has. Each combination has a number of its own, so that no reader that does not know
/// one of them takes a file for another; and a file keeps the bytes that it always had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The source text is beside the certificate, not in it.
    pub text_beside: bool,
    /// The claim is of another kind: *only* or *exactly*.
    pub kinds: bool,
}

impl Version {
    /// The number in the file.
    #[must_use]
    pub fn number(self) -> u32 {
        OLDEST_VERSION + u32::from(self.text_beside) + 2 * u32::from(self.kinds)
    }

    /// The version with a number.
    #[must_use]
    pub fn of(number: u32) -> Option<Version> {
        let all = [(false, false), (true, false), (false, true), (true, true)];
        all.map(|(text_beside, kinds)| Version { text_beside, kinds })
            .into_iter()
            .find(|v| v.number() == number)
    }
}

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// What wrote the file.
    Meta,
    /// Sorts, datatypes, expressions, definitions, assumed formulas.
    Theory,
    /// Core terms and function values.
    Program,
    /// Refined types and the top-level functions that claim them.
    Claims,
    /// Derivation nodes, and the terms and types that only they mention.
    Derivations,
    /// Lemmas and steps.
    Evidence,
    /// What the solvers were asked.
    SolverLog,
    /// Source text, spans and names.
    SourceMap,
    /// Hash of the source text.
    SourceHash,
}

impl SectionKind {
    /// All sections, in the order of the file.
    pub const ALL: [SectionKind; 9] = [
        SectionKind::Meta,
        SectionKind::Theory,
        SectionKind::Program,
        SectionKind::Claims,
        SectionKind::Derivations,
        SectionKind::Evidence,
        SectionKind::SolverLog,
        SectionKind::SourceMap,
        SectionKind::SourceHash,
    ];

    /// The number in the table of sections.
    pub fn number(self) -> u32 {
        match self {
            SectionKind::Meta => 1,
            SectionKind::Theory => 2,
            SectionKind::Program => 3,
            SectionKind::Claims => 4,
            SectionKind::Derivations => 5,
            SectionKind::Evidence => 6,
            SectionKind::SolverLog => 7,
            SectionKind::SourceMap => 8,
            SectionKind::SourceHash => 9,
        }
    }

    /// Name for messages.
    pub fn name(self) -> &'static str {
        match self {
            SectionKind::Meta => "meta",
            SectionKind::Theory => "theory",
            SectionKind::Program => "program",
            SectionKind::Claims => "claims",
            SectionKind::Derivations => "derivations",
            SectionKind::Evidence => "evidence",
            SectionKind::SolverLog => "solver log",
            SectionKind::SourceMap => "source map",
            SectionKind::SourceHash => "source hash",
        }
    }
}
