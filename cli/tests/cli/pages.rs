//! The HTML pages in a real browser. A script at the end of the page does what a reader would
//! do (search, click, fold) and writes down what it sees; the browser prints the page then.

use crate::support::{changed_list, covenant, examples, folder};
use std::fs;
use std::path::Path;
use std::process::Command;

fn browser() -> &'static str {
    let path = std::env::var_os("PATH").unwrap_or_default();
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
        .expect("a browser: `cargo xtask test` installs chromium")
}

/// Opens a page with a script added, and returns what the script wrote.
fn visit(folder: &Path, page: &str, script: &str) -> serde_json::Value {
    let html = fs::read_to_string(folder.join(page)).expect("a page");
    let probe = format!(
        "<script>window.onerror = (m) => {{ document.title = 'error: ' + m; }};</script>{html}\
         <script>const result = (() => {{ {script} }})();\n\
         const out = document.createElement('pre'); out.id = 'result'; out.textContent = JSON.stringify(result);\n\
         document.body.replaceChildren(out);</script>"
    );
    let file = folder.join(format!("probe-{page}"));
    fs::write(&file, probe).expect("a page");
    let output = Command::new(browser())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser can be started");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let result = dom.split("<pre id=\"result\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let result =
        result.unwrap_or_else(|| panic!("no result in {dom}\n{}", String::from_utf8_lossy(&output.stderr)));
    let result = result.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&result).expect("JSON")
}

#[test]
fn the_derivation_page_folds_searches_and_highlights() {
    let folder = folder();
    let page = folder.path().join("page.html");
    let arguments = ["show", "out/repaired.search_tree.cov", "--html", page.to_str().expect("a path")];
    assert_eq!(covenant(examples(), &arguments).code, 0);
    let html = fs::read_to_string(&page).expect("a page");
    for outside in ["http://", "https://", "src=", "@import"] {
        assert!(!html.contains(outside), "the page is not self-contained: {outside}");
    }
    let seen = visit(
        folder.path(),
        "page.html",
        r"
        const rows = () => document.querySelectorAll('.node').length;
        const see = { title: document.getElementById('title').textContent,
          verdict: document.getElementById('verdict').textContent, open: rows() };
        see.about = document.getElementById('detail').textContent;
        see.opened_at = document.querySelector('#source mark').textContent;
        document.querySelector('dl.rules a').click();
        see.linked = document.querySelector('.node.selected .rule').textContent;
        see.rule = document.querySelector('#detail strong').textContent;
        see.links = document.querySelectorAll('#detail .links a').length;
        document.getElementById('fold').click();
        see.folded = rows();
        document.querySelector('.node .twist').click();
        see.one_level = rows();
        document.getElementById('unfold').click();
        see.unfolded = rows();
        const search = document.getElementById('search');
        search.value = 'TSub';
        search.dispatchEvent(new Event('input'));
        see.hits = document.querySelectorAll('.node.hit').length;
        see.selected = document.querySelector('.node.selected .rule').textContent;
        see.detail = document.getElementById('detail').textContent;
        see.marked = document.querySelectorAll('#source mark').length;
        see.address = location.hash;
        search.value = 'nothing has this text';
        search.dispatchEvent(new Event('input'));
        see.none = document.getElementById('hits').textContent;
        const press = (key, on) => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        press('Escape', search);
        see.focused = document.activeElement.id;
        const tree = document.getElementById('derivation');
        const at = () => document.querySelector('.node.selected').dataset.path;
        press('Home', tree);
        see.home = at();
        press('ArrowDown', tree);
        see.down = at();
        press('ArrowLeft', tree);
        see.left_folds = rows();
        press('ArrowLeft', tree);
        see.left_goes_up = at();
        press('ArrowDown', tree);
        press('ArrowRight', tree);
        see.right_unfolds = rows();
        press('/', tree);
        see.slash = document.activeElement.id;
        return see;
        ",
    );
    assert_eq!(seen["title"], "search_tree");
    assert_eq!(seen["verdict"], "valid");
    let number = |key: &str| seen[key].as_u64().unwrap_or_default();
    let about = seen["about"].as_str().unwrap_or_default();
    assert!(
        ["The claim", "Nothing is assumed", "The rules in words"].iter().all(|t| about.contains(t)),
        "{seen}"
    );
    assert!(seen["opened_at"].as_str().is_some_and(|text| text.contains("if ")), "{seen}");
    assert!(
        seen["rule"].as_str().unwrap_or_default().ends_with(seen["linked"].as_str().unwrap_or("?")),
        "{seen}"
    );
    assert!(number("links") >= 1, "{seen}");
    assert!(number("open") > 10, "{seen}");
    assert_eq!(number("folded"), 1, "{seen}");
    assert!(number("one_level") > 1 && number("one_level") < number("unfolded"), "{seen}");
    assert_eq!(number("unfolded"), number("open"), "{seen}");
    assert!(number("hits") >= 1 && seen["selected"] == "TSub", "{seen}");
    assert!(seen["detail"].as_str().is_some_and(|text| text.contains("Verification condition")), "{seen}");
    assert!(number("marked") >= 1, "the source of the node is highlighted: {seen}");
    assert_eq!(seen["none"], "nothing found");
    assert!(seen["address"].as_str().is_some_and(|hash| hash.starts_with('#')), "{seen}");
    // The same by keyboard.
    assert_eq!((&seen["focused"], &seen["slash"]), (&"derivation".into(), &"search".into()), "{seen}");
    assert_eq!((&seen["home"], &seen["down"]), (&"0".into(), &"0.0".into()), "{seen}");
    assert!(number("left_folds") < number("open"), "{seen}");
    assert_eq!(seen["left_goes_up"], "0", "{seen}");
    assert_eq!(seen["right_unfolds"], seen["open"], "{seen}");
}

#[test]
fn the_diff_page_shows_what_changed() {
    let folder = folder();
    let page = folder.path().join("diff.html");
    let changed = changed_list();
    let new = changed.path().join("out/changed.short_list.cov");
    let (old, new) = ("out/first_claim.short_list.cov", new.to_str().expect("a path"));
    let arguments = ["diff", old, new, "--html", page.to_str().expect("a path")];
    assert_eq!(covenant(examples(), &arguments).code, 0);
    let seen = visit(
        folder.path(),
        "diff.html",
        r"
        const see = { claims: document.querySelectorAll('article').length,
          badges: [...document.querySelectorAll('article .badge')].map((b) => b.textContent),
          added: document.querySelectorAll('.added').length,
          titles: [...document.querySelectorAll('summary')].map((s) => s.textContent),
          text: document.getElementById('claims').textContent };
        const search = document.getElementById('search');
        search.value = 'another claim';
        search.dispatchEvent(new Event('input'));
        see.filtered = document.querySelectorAll('article').length;
        return see;
        ",
    );
    assert_eq!(seen["claims"], 1, "{seen}");
    assert!(seen["badges"].as_array().is_some_and(|badges| !badges.is_empty()), "{seen}");
    assert!(seen["text"].as_str().is_some_and(|text| text.contains("short_list")), "{seen}");
    assert_eq!(seen["filtered"], 0, "{seen}");
    let titles: Vec<&str> =
        seen["titles"].as_array().expect("titles").iter().filter_map(|title| title.as_str()).collect();
    assert_eq!(titles[..2], ["Source", "Core program"], "the source first: {seen}");
    assert!(seen["added"].as_u64().is_some_and(|lines| lines >= 2), "{seen}");
}

#[test]
fn a_hostile_name_cannot_become_markup() {
    // The data of a page comes from certificates that anyone may have made.
    let folder = folder();
    let source = folder.path().join("hostile.ml");
    let text = "(* </script><script>document.title = 'owned'</script><!-- *)\n\
                let f (n : int) : int = n\n[@@covers {| n:{v:int | true} -> [v:int | v = n] |}]\n";
    fs::write(&source, text).expect("a source");
    let run = covenant(folder.path(), &["check", "hostile.ml"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let run = covenant(folder.path(), &["show", "covenant-out/hostile.f.cov", "--html", "page.html"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let seen = visit(
        folder.path(),
        "page.html",
        "return { title: document.title, source: document.getElementById('source').textContent };",
    );
    assert_eq!(seen["title"], "Covenant: derivation");
    assert!(seen["source"].as_str().is_some_and(|text| text.contains("</script>")), "{seen}");
}

#[test]
fn the_page_draws_goals_and_a_trace() {
    let folder = folder();
    let at = folder.path();
    // Text in an event is no markup, either.
    let text = "type event = Push of string | Pop of bool\n\
                module type S = sig val push : string -> unit val pop : unit -> bool end [@@operators event]\n\
                let[@goal] refused = {| (Push \"</svg><b>\")*; Pop false |}\n\
                module Generators (S : S) = struct\n  let rec refused_gen (n : int) : unit =\n    if n <= 0 then err ()\n    \
                else if bool_gen () then begin S.push \"</svg><b>\"; refused_gen (n - 1) end\n    \
                else if S.pop () then err () else ()\n  \
                [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && refused tr] |}]\n  [@@measure n]\nend\n";
    fs::write(at.join("refused.ml"), text).expect("a source");
    let run = covenant(at, &["check", "refused.ml", "--confirm", "off"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let certificate = "covenant-out/refused.refused_gen.cov";
    let run = covenant(at, &["show", certificate, "--html", "page.html"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    let seen = visit(
        at,
        "page.html",
        r"
        const all = [...document.querySelectorAll('svg.picture')];
        return { labels: all.map((svg) => svg.getAttribute('aria-label')),
          states: document.querySelectorAll('svg.picture .state').length,
          arrows: document.querySelectorAll('svg.picture .arrow').length,
          text: all.map((svg) => svg.textContent).join(' '), bold: document.querySelectorAll('b').length };
        ",
    );
    let label = |i: usize| seen["labels"][i].as_str().unwrap_or_default().to_owned();
    assert_eq!(label(0), "automaton of refused", "{seen}");
    assert!(label(1).starts_with("a trace of refused_gen "), "{seen}");
    assert_eq!(seen["bold"], 0, "{seen}");
    assert!(seen["states"].as_u64() >= Some(2) && seen["arrows"].as_u64() >= Some(3), "{seen}");
    assert!(seen["text"].as_str().is_some_and(|text| text.contains("</svg><b>")), "{seen}");
}
