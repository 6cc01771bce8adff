//! covenant-benchmarks
