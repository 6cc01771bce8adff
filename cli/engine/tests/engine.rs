//! The engine by itself. What users see of it is tested with `covenant` (`cli/tests`).

use std::process::{Command, Output};

fn engine(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_covenant-engine")).args(arguments).output().expect("the engine starts")
}

#[test]
fn it_says_which_libz3_it_has() {
    let done = engine(&["--libz3-version"]);
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("Z3 "), "{done:?}");
}

#[test]
fn commands_without_a_solver_are_not_its_business() {
    let done = engine(&["doctor"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("needs no solver"), "{done:?}");
}
