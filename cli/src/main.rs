//! covenant

fn main() {}
