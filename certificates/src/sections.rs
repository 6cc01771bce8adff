//! Which sections a file has, and which version of the format this is.

/// Version of the format: of claims about what can be produced.
pub const FORMAT_VERSION: u32 = 2;
/// Version of the format of claims of the other kinds, *only* and *exactly*. They have a version of their own so that
/// no reader that does not know the kinds takes one for the other; and everything else keeps its bytes.
pub const FORMAT_VERSION_OF_KINDS: u32 = 3;

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
