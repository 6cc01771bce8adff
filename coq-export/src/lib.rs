//! covenant-coq-export
