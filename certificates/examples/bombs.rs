//! Writes the hostile certificates of the tests into a folder, and judges a file, to be measured by hand:
//! `cargo run --release -p covenant-certificates --example bombs -- FOLDER ROWS`, then
//! `/usr/bin/time -v target/release/examples/bombs judge FILE`.

#[allow(dead_code)]
#[path = "../tests/common/bombs.rs"]
mod bombs;

use covenant_certificates::CertificateFile;
use covenant_kernel::check::check;
use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["judge", file] => match CertificateFile::load(Path::new(file)) {
            Ok(file) => println!("{:?}", check(&file.certificate.statement, &file.certificate)),
            Err(error) => println!("not read: {error}"),
        },
        [folder, rows] => match rows.parse() {
            Ok(rows) => write(Path::new(folder), rows),
            Err(_) => usage(),
        },
        _ => usage(),
    }
}

fn usage() {
    eprintln!("usage: bombs FOLDER ROWS, or bombs judge FILE");
    std::process::exit(2);
}

fn write(folder: &Path, rows: u32) {
    for bomb in bombs::bombs(rows) {
        let bytes = bomb.file.to_bytes().expect("flat tables");
        let path = folder.join(format!("{}.cov", bomb.name));
        println!("{:>9} bytes  {}", bytes.len(), path.display());
        std::fs::write(path, bytes).expect("a folder that can be written to");
    }
}
