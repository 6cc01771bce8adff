//! covenant-tests
