//! `covenant-engine`: the part of `covenant` that is linked with libz3. `covenant` starts it.

fn main() -> std::process::ExitCode {
    covenant_cli::engine()
}
