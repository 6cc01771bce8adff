//! covenant-certificates
