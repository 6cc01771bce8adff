//! The verified checker as a program: extracted again where Rocq is installed, compiled, put beside `covenant`.

use crate::steps::{output, program, root, run};
use std::fs;

const FOLDER: &str = "coq-export/verified";
/// In the order of linking.
const SOURCES: [&str; 7] =
    ["meter.ml", "checker.ml", "blake3.ml", "certificate.ml", "reasons.ml", "notation.ml", "main.ml"];
const NAME: &str = "covenant-verified";

/// Compares the extracted program with the committed one, if there is a Rocq to extract it with; compiles it; and
/// puts it beside the program that `cargo build --release` makes.
pub fn build() -> Result<(), String> {
    match output(program("coqc", &["--version"])) {
        Ok(_) => run(program("sh", &[&format!("{FOLDER}/build.sh")]))?,
        Err(_) => println!("  no coqc: the committed extraction is compiled as it is"),
    }
    let target = root().join("target");
    let work = target.join("verified");
    let failed = |error: std::io::Error| format!("{}: {error}", work.display());
    fs::create_dir_all(&work).map_err(failed)?;
    for source in SOURCES {
        fs::copy(root().join(FOLDER).join("ocaml").join(source), work.join(source)).map_err(failed)?;
    }
    let arguments = [&["ocamlopt", "-w", "-a", "-O3"], &SOURCES[..], &["-o", NAME]].concat();
    let mut compile = program("ocamlfind", &arguments);
    compile.current_dir(&work);
    run(compile)?;
    // Beside the program that people use; tests run the other one, without.
    let release = target.join("release");
    fs::create_dir_all(&release).map_err(failed)?;
    fs::copy(work.join(NAME), release.join(NAME)).map_err(failed)?;
    println!("  target/release/{NAME}");
    Ok(())
}
