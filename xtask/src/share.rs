//! The program that shares what is remembered between machines: built, tested, put beside `covenant`.
//!
//! It is no member of the workspace (`cli/share/Cargo.toml` says why), so nothing else builds it.

use crate::steps::{cargo, root, run};
use std::fs;

const MANIFEST: &str = "cli/share/Cargo.toml";
const NAME: &str = "covenant-share";

/// Tests and builds it.
pub fn build() -> Result<(), String> {
    let target = root().join("target");
    let own = target.join("share");
    let folder = own.to_string_lossy();
    for verb in ["test", "build"] {
        run(cargo(&[verb, "--manifest-path", MANIFEST, "--target-dir", &folder, "--release", "--locked"]))?;
    }
    for profile in ["release", "debug"] {
        let beside = target.join(profile);
        let copied = fs::create_dir_all(&beside)
            .and_then(|()| fs::copy(own.join("release").join(NAME), beside.join(NAME)));
        copied.map_err(|error| format!("{}: {error}", beside.display()))?;
    }
    println!("  target/release/{NAME}");
    Ok(())
}
