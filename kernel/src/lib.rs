//! covenant-kernel
