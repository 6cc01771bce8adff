//! covenant-elaborator
