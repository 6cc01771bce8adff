//! `covenant repair` and `covenant generate` as their users call them.

use crate::support::{Run, binary, covenant, folder, root, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const LISTS: &str = "open Covenant_runtime

(* As many as asked for. *)
let rec sized (n : int) : int list =
  if n = 0 then err ()
  else int_gen () :: sized (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]
[@@measure n]
";

const EVEN: &str = "open Covenant_runtime

let even () : int = err ()
[@@covers {| M [v:int | v mod 2 = 0] |}]
";

/// A folder with one file.
fn with(text: &str) -> tempfile::TempDir {
    let folder = folder();
    fs::write(folder.path().join("gen.ml"), text).expect("a file");
    folder
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("gen.ml")).expect("the file")
}

fn objects(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The help line of `check` points to this command, and `git apply` takes what it prints.
#[test]
fn the_diff_can_be_applied() {
    let folder = folder();
    fs::create_dir(folder.path().join("examples")).expect("a folder");
    fs::copy(root().join("examples/missing_value.ml"), folder.path().join("examples/missing_value.ml"))
        .expect("the example");
    let done = covenant(folder.path(), &["repair", "examples/missing_value.ml", "--gen", "search_tree"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    let added: Vec<&str> =
        done.stdout.lines().filter(|l| l.starts_with('+') && !l.starts_with("+++")).collect();
    assert_eq!(added, ["+  else if bool_gen () then Leaf"], "{}", done.shown());
    assert!(done.stderr.contains("all checked by the kernel"), "{}", done.shown());
    fs::write(folder.path().join("diff"), &done.stdout).expect("the diff");
    let applied = run(Command::new("git").args(["apply", "diff"]).current_dir(folder.path()));
    assert_eq!(applied.code, 0, "{}", applied.shown());
    let checked = covenant(folder.path(), &["check", "examples/missing_value.ml"]);
    assert_eq!(checked.code, 0, "{}", checked.shown());
}

#[test]
fn write_changes_the_file_once() {
    let folder = with(LISTS);
    let first = covenant(folder.path(), &["repair", "gen.ml", "--write"]);
    assert_eq!(first.code, 0, "{}", first.shown());
    assert!(first.stdout.is_empty(), "{}", first.shown());
    assert_eq!(text(folder.path()), LISTS.replace("err ()", "[]"));
    assert!(folder.path().join("covenant-out").is_dir(), "there is a certificate");
    let second = covenant(folder.path(), &["repair", "gen.ml", "--write"]);
    assert_eq!(second.code, 0, "{}", second.shown());
    assert!(second.stderr.contains("nothing to repair"), "{}", second.shown());
    assert_eq!(text(folder.path()), LISTS.replace("err ()", "[]"));
}

#[test]
fn json_says_how_sure_it_is() {
    let folder = with(LISTS);
    let done = covenant(folder.path(), &["repair", "gen.ml", "--json", "--all", "3"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    let objects = objects(&done);
    let [object] = objects.as_slice() else { panic!("{}", done.shown()) };
    assert_eq!(object["status"], "repaired");
    let repairs = object["repairs"].as_array().expect("repairs");
    assert!((1..=3).contains(&repairs.len()), "{}", done.shown());
    assert_eq!(repairs[0]["applicability"], "proved");
    assert_eq!(repairs[0]["edits"][0]["text"], "[]");
    assert_eq!(repairs[0]["edits"][0]["line"], 5);
    let texts: std::collections::BTreeSet<String> = repairs.iter().map(|r| r["edits"].to_string()).collect();
    assert_eq!(texts.len(), repairs.len(), "no two are the same");
    assert_eq!(text(folder.path()), LISTS, "nothing was written");
}

#[test]
fn components_are_shown_and_obeyed() {
    let folder = with(LISTS);
    let shown = covenant(folder.path(), &["repair", "gen.ml", "--show-components"]);
    assert_eq!(shown.code, 0, "{}", shown.shown());
    assert!(shown.stdout.contains("sized") && shown.stdout.contains("int_gen"), "{}", shown.shown());
    let none = covenant(folder.path(), &["repair", "gen.ml", "--without", "[],sized"]);
    assert_eq!(none.code, 1, "{}", none.shown());
    assert!(none.stderr.contains("--components"), "{}", none.shown());
    let only = covenant(folder.path(), &["repair", "gen.ml", "--only", "[]"]);
    assert_eq!(only.code, 0, "{}", only.shown());
}

/// What returns too much is taken only if asked for, and said.
#[test]
fn excess_is_a_choice() {
    let folder = with(EVEN);
    let refused = covenant(folder.path(), &["repair", "gen.ml", "--only", "int_gen"]);
    assert_eq!(refused.code, 1, "{}", refused.shown());
    assert!(refused.stderr.contains("--imprecise"), "{}", refused.shown());
    let taken = covenant(folder.path(), &["repair", "gen.ml", "--only", "int_gen", "--imprecise", "--json"]);
    assert_eq!(taken.code, 0, "{}", taken.shown());
    let repair = &objects(&taken)[0]["repairs"][0];
    assert_eq!(repair["applicability"], "imprecise");
    assert!(repair["excess"].is_string(), "{}", taken.shown());
}

#[test]
fn what_is_not_there_is_said() {
    let folder = with(LISTS);
    let unknown = covenant(folder.path(), &["repair", "gen.ml", "--gen", "size"]);
    assert_eq!(unknown.code, 2, "{}", unknown.shown());
    assert!(unknown.stderr.contains("there are claims about: sized"), "{}", unknown.shown());
    let missing = covenant(folder.path(), &["repair", "no.ml"]);
    assert_eq!(missing.code, 2, "{}", missing.shown());
    // A claim about nothing holds for a function that only fails.
    let empty = with(&LISTS.replace("len v = n", "len v = n && len v < n"));
    let done = covenant(empty.path(), &["repair", "gen.ml"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(done.stderr.contains("nothing to repair"), "{}", done.shown());
}

/// In QCheck's text a bound is changed, and no word of the other library is written.
#[test]
fn a_file_of_qcheck_keeps_its_words() {
    let bound = with("let n = QCheck.Gen.int_bound 10\n[@@covers {| [v:int | 0 <= v && v <= 11] |}]\n");
    let done = covenant(bound.path(), &["repair", "gen.ml"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(done.stdout.contains("+let n = QCheck.Gen.int_bound 11"), "{}", done.shown());
    let none = with("let n = QCheck.Gen.oneofl [ 1; 2 ]\n[@@covers {| [v:int | true] |}]\n");
    let done = covenant(none.path(), &["repair", "gen.ml"]);
    assert_eq!(done.code, 1, "{}", done.shown());
    assert!(done.stderr.contains("uses QCheck"), "{}", done.shown());
}

/// A list of choices lacks one: it is added in the words of the file.
#[test]
fn an_arm_is_added_to_the_choices_of_qcheck() {
    let folder = folder();
    let suite = root().join("benchmarks/qcheck-incomplete");
    let added = |name: &str, arguments: &[&str]| {
        fs::copy(suite.join(name), folder.path().join("gen.ml")).expect("is there");
        let done = covenant(folder.path(), &[&["repair", "gen.ml"], arguments].concat());
        assert_eq!(done.code, 0, "{}", done.shown());
        let lines = done.stdout.lines().filter(|l| l.starts_with('+') && !l.starts_with("+++"));
        lines.map(|line| line.trim_start_matches('+').trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(added("colours_last_one_missing.ml", &[]), ["let colour = Gen.oneofl [ Red; Green; Blue ]"]);
    let [line] = &added("expressions_no_negation.ml", &[])[..] else { panic!("one line") };
    assert!(line.ends_with("; map (fun a -> Neg a) (expr (n - 1)) ]"), "{line}");
    let lines = added("expressions_and_statements_no_skip.ml", &["--gen", "gen_stmt"]);
    assert_eq!(lines.last().map(String::as_str), Some("return Skip ]"), "{lines:?}");
}

#[test]
fn a_generator_is_written_from_its_claim() {
    let folder = with(
        "open Covenant_runtime\n\nlet sized (n : int) : int list = failwith \"todo\"\n[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]\n",
    );
    let done = covenant(folder.path(), &["generate", "gen.ml", "--claim", "sized", "--write"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(text(folder.path()).contains("else int_gen () :: sized (n - 1)"), "{}", text(folder.path()));
    let again = covenant(folder.path(), &["generate", "gen.ml", "--claim", "sized"]);
    assert_eq!(again.code, 3, "{}", again.shown());
    assert!(again.stderr.contains("has a body"), "{}", again.shown());
}

/// Whenever it is interrupted: the old text or the new one, and nothing else beside them.
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    let repaired = LISTS.replace("err ()", "[]");
    for steps in [0u32, 1, 4, 16] {
        let folder = with(LISTS);
        let mut child = Command::new(binary())
            .args(["repair", "gen.ml", "--write"])
            .current_dir(folder.path())
            .env("COVENANT_CACHE", "off")
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("starts");
        // Not a time: so many attempts to see that it has ended.
        (0..steps * 1_000).for_each(|_| drop(child.try_wait()));
        let pid = child.id().to_string();
        drop(Command::new("kill").args(["-INT", &pid]).status());
        child.wait().expect("ends");
        let now = text(folder.path());
        assert!(now == LISTS || now == repaired, "{now}");
    }
}

/// What is not needed any more is mentioned, and stays.
#[test]
fn a_leaf_that_is_not_needed_is_mentioned() {
    let folder = with(
        "open Covenant_runtime

let rec sized (n : int) : int list =
  if n = 0 then []
  else if bool_gen () then [ 0 ]
  else err ()
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]
[@@measure n]
",
    );
    let done = covenant(folder.path(), &["repair", "gen.ml", "--json"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    let repair = &objects(&done)[0]["repairs"][0];
    assert_eq!(repair["not_needed"][0]["text"], "[ 0 ]", "{}", done.shown());
    assert_eq!(repair["not_needed"][0]["line"], 5, "{}", done.shown());
    let shown = covenant(folder.path(), &["repair", "gen.ml"]);
    assert!(shown.stderr.contains("the claim holds without `[ 0 ]`"), "{}", shown.shown());
    assert!(!shown.stdout.contains("-  else if bool_gen () then [ 0 ]"), "{}", shown.shown());
}

/// A claim with type variables, and a function that is a parameter.
#[test]
fn a_combinator_is_repaired() {
    let folder = with(
        "open Covenant_runtime

let rec repeated (n : int) (g : 'a gen) () : 'a list =
  if n = 0 then [] else err ()
[@@covers {|
  forall 'a. forall (made : 'a -> bool).
  n:{v:int | 0 <= v} -> g:(M [v:'a | made v]) ->
  M [v:'a list | len v = n && (forall x:'a. mem v x ==> made x)]
|}]
[@@measure n]
",
    );
    let done = covenant(folder.path(), &["repair", "gen.ml"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(
        done.stdout.contains("+  if n = 0 then [] else g () :: repeated (n - 1) g ()"),
        "{}",
        done.shown()
    );
}

/// No room for the file: it keeps its old text, nothing lies beside it, and the message says why.
#[test]
fn a_full_disk_leaves_the_old_text() {
    // The certificate, which comes first, holds the text and does not fit either.
    let long = format!("(* {} *)\n{LISTS}", "x".repeat(300_000));
    let folder = with(&long);
    let done = run(Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" repair gen.ml --write"])
        .arg(binary())
        .env("COVENANT_CACHE", "off")
        .current_dir(folder.path()));
    assert_eq!(done.code, 2, "{}", done.shown());
    assert!(done.stderr.contains("cannot be written"), "{}", done.shown());
    assert_eq!(text(folder.path()), long);
    let names: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "gen.ml" && name != "covenant-out")
        .collect();
    assert_eq!(names, Vec::<String>::new());
}

/// The same diff and the same certificate, whatever runs beside.
#[test]
fn threads_make_no_difference() {
    let outputs: Vec<(String, Vec<u8>)> = ["1", "2", "4"]
        .into_iter()
        .map(|threads| {
            let folder = with(LISTS);
            let done = run(Command::new(binary())
                .args(["repair", "gen.ml"])
                .env("COVENANT_CACHE", "off")
                .env("RAYON_NUM_THREADS", threads)
                .current_dir(folder.path()));
            assert_eq!(done.code, 0, "{}", done.shown());
            let certificates = fs::read_dir(folder.path().join("covenant-out")).expect("certificates");
            let mut paths: Vec<_> = certificates.map(|entry| entry.expect("an entry").path()).collect();
            paths.sort();
            let bytes = paths.iter().flat_map(|path| fs::read(path).expect("a certificate")).collect();
            (done.stdout, bytes)
        })
        .collect();
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}

/// What something else writes is not changed, and not looked at.
#[test]
fn a_generated_file_is_refused() {
    let text_of_it = format!("(* Generated by a script: do not edit. *)\n{LISTS}");
    let folder = with(&text_of_it);
    let done = covenant(folder.path(), &["repair", "gen.ml", "--write"]);
    assert_eq!(done.code, 2, "{}", done.shown());
    assert!(done.stderr.contains("line 1 says that it is generated"), "{}", done.shown());
    assert_eq!(text(folder.path()), text_of_it);
}

/// That nothing else is returned is proved where it can be, and said to be tried where it cannot.
#[test]
fn exact_is_proved_or_tried() {
    let folder = with(LISTS);
    let done = covenant(folder.path(), &["repair", "gen.ml"]);
    let line = "exact        nothing that the specification forbids: proved, and checked by the kernel";
    assert!(done.stderr.contains(line), "{}", done.shown());
    // The callee's claim says *every*: what it returns *only* is not known.
    let two = LISTS.replace("int_gen () ::", "digit () ::").replace(
        "(* As many",
        "let digit () : int = int_range 0 9\n[@@covers {| M [v:int | 0 <= v && v <= 9] |}]\n\n(* As many",
    );
    let two = two.replace("len v = n]", "len v = n && (forall x:int. mem v x ==> 0 <= x && x <= 9)]");
    let folder = with(&two);
    let done = covenant(folder.path(), &["repair", "gen.ml", "--gen", "sized", "--json"]);
    let repair = &objects(&done)[0]["repairs"][0];
    assert_eq!(repair["exact_proved"], false, "{}", done.shown());
    assert!(repair["values_tried"].as_u64().is_some_and(|n| n > 0), "{}", done.shown());
}

/// The help of a rejection names this command.
#[test]
fn a_rejection_points_here() {
    let folder = with(LISTS);
    let done = covenant(folder.path(), &["check", "gen.ml"]);
    assert_eq!(done.code, 1, "{}", done.shown());
    assert!(done.shown().contains("covenant repair gen.ml --gen sized"), "{}", done.shown());
}

/// A link stays a link, who may run the file stays, and what is read-only is left alone.
#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = with(LISTS);
    let path = folder.path().join("gen.ml");
    let allow = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("is permitted");
    symlink("gen.ml", folder.path().join("link.ml")).expect("a link");
    allow(0o444);
    let refused = covenant(folder.path(), &["repair", "link.ml", "--write"]);
    assert_eq!(refused.code, 2, "{}", refused.shown());
    assert!(refused.stderr.contains("it is read-only"), "{}", refused.shown());
    assert_eq!(text(folder.path()), LISTS);
    allow(0o755);
    let done = covenant(folder.path(), &["repair", "link.ml", "--write"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(fs::symlink_metadata(folder.path().join("link.ml")).expect("is there").is_symlink());
    assert_eq!(text(folder.path()), LISTS.replace("err ()", "[]"));
    assert_eq!(fs::metadata(&path).expect("is there").permissions().mode() & 0o777, 0o755);
}

/// The program was complete but for one value, and returned something forbidden: that is said, and is not new.
#[test]
fn what_was_forbidden_before_is_said() {
    let folder =
        with(&LISTS.replace("  else int_gen", "  else if bool_gen () then [ 1; 2; 3 ]\n  else int_gen"));
    let done = covenant(folder.path(), &["repair", "gen.ml"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(
        done.stderr.contains("returns what is forbidden, as it did before: sized 1 => [1; 2; 3]"),
        "{}",
        done.shown()
    );
    let json = covenant(folder.path(), &["repair", "gen.ml", "--json"]);
    let repair = &objects(&json)[0]["repairs"][0];
    assert_eq!((&repair["applicability"], &repair["excess_before"]), (&"imprecise".into(), &true.into()));
}
