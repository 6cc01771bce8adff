//! Writes the hostile certificates of the tests into a folder, to be measured by hand:
//! `cargo run -p covenant-certificates --example bombs -- FOLDER ROWS`.

#[allow(dead_code)]
#[path = "../tests/common/bombs.rs"]
mod bombs;

fn main() {
    let mut words = std::env::args().skip(1);
    let (Some(folder), Some(rows)) = (words.next(), words.next().and_then(|n| n.parse().ok())) else {
        eprintln!("usage: bombs FOLDER ROWS");
        std::process::exit(2);
    };
    for bomb in bombs::bombs(rows) {
        let bytes = bomb.file.to_bytes().expect("flat tables");
        let path = std::path::Path::new(&folder).join(format!("{}.cov", bomb.name));
        println!("{:>9} bytes  {}", bytes.len(), path.display());
        std::fs::write(path, bytes).expect("a folder that can be written to");
    }
}
