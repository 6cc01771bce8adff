//! `covenant plan`: the work of a check as a build file for engines that exist.
//!
//! A part that rejects a claim has done its work: its exit code is in its list, and `merge` ends with it. Only a part
//! that leaves no list fails the step. Parts write into folders of their own and share only the
//! cache, so they can run on any machine, in any order, and again.

use crate::args::Plan;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::shards;
use crate::terminal;
use std::path::Path;

/// Prints the build file.
pub fn run(arguments: &Plan) -> Result<Exit, Failure> {
    let files = inputs::files(&arguments.files, inputs::SOURCE)?;
    let given: Vec<&Path> = arguments.files.iter().map(AsRef::as_ref).collect();
    let text = if arguments.ninja {
        ninja(arguments, &words(&given)?, &files)?
    } else if arguments.snakemake {
        snakemake(arguments, &words(&given)?, &files)?
    } else {
        github(arguments, &words(&given)?)?
    };
    terminal::line(text.trim_end());
    Ok(Exit::Good)
}

/// Paths as words of a command line. One that would need quoting in four languages at once is declined.
fn words(paths: &[&Path]) -> Result<String, Failure> {
    let word = |path: &&Path| {
        let text = path.to_str().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@=,".contains(c);
        if text.is_empty() || text.starts_with('-') || !text.chars().all(plain) {
            return Err(Failure::input(format!(
                "{}: a path for a build file has letters, digits and /._-+@=, only",
                covenant_certificates::shown::shown_path(path)
            )));
        }
        Ok(text.to_owned())
    };
    Ok(paths.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn part_command(files: &str, shard: &str, out: &str) -> String {
    let list = format!("{out}/{}", shards::NAME);
    // Snakemake and GitHub run commands in a shell that ends with the first that fails.
    format!("rm -f {list}; covenant check {files} --shard {shard} --out {out} || true; test -e {list}")
}

fn ninja(arguments: &Plan, files: &str, sources: &[std::path::PathBuf]) -> Result<String, Failure> {
    let (of, out) = (arguments.shards, words(&[arguments.out.as_path()])?);
    let inputs = words(&sources.iter().map(AsRef::as_ref).collect::<Vec<_>>())?;
    let command = part_command(files, "$part", "$folder");
    let mut text = format!(
        "# covenant plan --ninja: run with `ninja -k 0`\nrule part\n  command = {command}\n  \
         description = part $part\nrule merge\n  command = covenant merge $folders --out {out}\n  description = merge\n\n"
    );
    let folder = |index: u32| format!("{out}.parts/{index}");
    for index in 1..=of {
        let folder = folder(index);
        text.push_str(&format!(
            "build {folder}/{}: part {inputs}\n  part = {index}/{of}\n  folder = {folder}\n",
            shards::NAME
        ));
    }
    let lists: Vec<String> = (1..=of).map(|index| format!("{}/{}", folder(index), shards::NAME)).collect();
    let folders: Vec<String> = (1..=of).map(folder).collect();
    text.push_str(&format!(
        "build merged: merge {}\n  folders = {}\ndefault merged\n",
        lists.join(" "),
        folders.join(" ")
    ));
    Ok(text)
}

fn snakemake(arguments: &Plan, files: &str, sources: &[std::path::PathBuf]) -> Result<String, Failure> {
    let (of, out) = (arguments.shards, words(&[arguments.out.as_path()])?);
    let inputs: Vec<String> = sources
        .iter()
        .map(|path| words(&[path.as_path()]).map(|word| format!("{word:?}")))
        .collect::<Result<_, _>>()?;
    let command =
        part_command(files, &format!("{{wildcards.part}}/{of}"), &format!("{out}.parts/{{wildcards.part}}"));
    Ok(format!(
        "# covenant plan --snakemake: run with `snakemake --cores N`\nPARTS = range(1, {of} + 1)\n\n\
         rule merge:\n    input: expand(\"{out}.parts/{{part}}/{name}\", part=PARTS)\n    \
         shell: \"covenant merge \" + \" \".join(f\"{out}.parts/{{part}}\" for part in PARTS) + \" --out {out}\"\n\n\
         rule part:\n    input: {inputs}\n    output: \"{out}.parts/{{part}}/{name}\"\n    \
         shell: \"{command}\"\n",
        name = shards::NAME,
        inputs = inputs.join(", "),
    ))
}

fn github(arguments: &Plan, files: &str) -> Result<String, Failure> {
    let (of, out) = (arguments.shards, words(&[arguments.out.as_path()])?);
    let parts: Vec<String> = (1..=of).map(|index| index.to_string()).collect();
    let command = part_command(files, &format!("${{{{ matrix.part }}}}/{of}"), "part");
    let folders: Vec<String> = (1..=of).map(|index| format!("parts/part-{index}")).collect();
    Ok(format!(
        "# covenant plan --github; install covenant where it says so\nname: covenant\non: [push, pull_request]\njobs:\n  \
         part:\n    runs-on: ubuntu-latest\n    strategy:\n      fail-fast: false\n      matrix:\n        part: [{}]\n    steps:\n      \
         - uses: actions/checkout@v4\n      # Install covenant and covenant-engine here.\n      \
         - uses: actions/cache@v4\n        with:\n          path: .covenant/cache\n          key: covenant-${{{{ matrix.part }}}}-${{{{ github.sha }}}}\n          restore-keys: covenant-${{{{ matrix.part }}}}-\n      \
         - run: {command}\n      - uses: actions/upload-artifact@v4\n        with:\n          name: part-${{{{ matrix.part }}}}\n          path: part\n          include-hidden-files: true\n  \
         merge:\n    needs: part\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      # Install covenant here.\n      \
         - uses: actions/download-artifact@v4\n        with:\n          path: parts\n      \
         - run: covenant merge {} --out {out}\n",
        parts.join(", "),
        folders.join(" ")
    ))
}
