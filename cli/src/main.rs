//! `covenant`: see the library.

fn main() -> std::process::ExitCode {
    covenant_cli::covenant()
}
