//! The modules that combinators are from.

/// Where a combinator is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// `QCheck.Gen`
    Gen,
    /// `QCheck2.Gen`
    Gen2,
    /// `QCheck` itself: arbitraries
    Arbitrary,
    /// Neither: tests, printers, shrinkers
    Other,
}
