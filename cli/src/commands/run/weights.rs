//! Coins that are not fair: `(bool_gen () [@weight 3, 1])` is true three times where it is false once.
//!
//! For OCaml an attribute is nothing, and a claim does not depend on chances, so a weight is put into the text just before it
//! is compiled for a run, and into what `export` writes beside a file that is compiled as it is. Sides of a choice may have weights, too. A weight may use whatever is in scope; one that is below one counts as one, so that
//! no side is lost. The text stays on its lines, and messages of OCaml keep their places.

use std::collections::BTreeMap;

/// What stands for a coin with weights.
const COIN: &str = "covenant_weighted_coin";

/// Its definition, before the first line.
const DEFINITION: &str = "let covenant_weighted_coin (yes, no) = let yes = max 1 yes in Covenant_runtime.int_range 1 (yes + max 1 no) <= yes;; ";

/// The text with every weighted coin in place of a fair one.
pub(super) fn weighted(text: &str) -> String {
    match coins(text) {
        Some(coins) => format!("{DEFINITION}{coins}"),
        None => text.to_owned(),
    }
}

/// For a file that is compiled as it is: its functor again, with its weights. None if nothing in it has one.
pub(super) fn functor(text: &str, functor: &str, subject: &str) -> Option<String> {
    let head = format!("module {functor}");
    let begins = |at: &usize| {
        let behind = &text[at + head.len()..];
        (*at == 0 || text[..*at].ends_with('\n')) && behind.starts_with([' ', '(', '\n'])
    };
    let start = text.match_indices(&head).map(|(at, _)| at).filter(begins).last()?;
    // By the whole text: the places of weights are found in it.
    let (head, body) = (coins(&text[..start]), coins(text)?);
    let head = head.as_deref().unwrap_or(&text[..start]);
    let body = body.strip_prefix(head).filter(|body| *body != &text[start..])?;
    // What the file opened is open for its functor.
    let opened: String =
        text[..start].lines().filter(|line| line.starts_with("open")).fold(String::new(), |mut all, line| {
            all.push_str("  ");
            all.push_str(line);
            all.push('\n');
            all
        });
    Some(format!(
        "(* OCaml leaves attributes out: the functor of {subject} with its weights. *)\nmodule Covenant_weighted = struct\n{opened}  open {subject}\n\n  {}\n\n{}\nend\n\n",
        DEFINITION.trim_end().trim_end_matches(';'),
        body.trim_end()
    ))
}

/// The text with weighted coins; none if no coin has a weight.
fn coins(text: &str) -> Option<String> {
    let mut edits: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    // Sides with weights, and coins whose own weights are numbers.
    for weighed in covenant_front::weights(text) {
        edits.insert(
            weighed.coin.start,
            (weighed.coin.end, format!("{COIN} ({}, {})", weighed.yes, weighed.no)),
        );
    }
    // Weights that are computed.
    for (at, coin) in text.match_indices("bool_gen ()") {
        let behind = at + coin.len();
        if let Some((weight, after)) = weight(&text[behind..]) {
            let both = if weight.contains(',') { weight.to_owned() } else { format!("{weight}, 1") };
            edits.insert(at, (text.len() - after.len(), format!("{COIN} ({both})")));
        }
    }
    if edits.is_empty() {
        return None;
    }
    let (mut out, mut next) = (String::new(), 0);
    for (start, (end, coin)) in edits {
        if start >= next {
            out.push_str(&text[next..start]);
            out.push_str(&coin);
            next = end;
        }
    }
    out.push_str(&text[next..]);
    Some(out)
}

/// What a coin weighs, if that follows, and what is behind it.
fn weight(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix("[@weight")?.split_once(']')
}

#[cfg(test)]
mod tests {
    use super::{functor, weighted};

    #[test]
    fn weights_are_put_in_and_nothing_else_changes() {
        let text =
            "let f n = if (bool_gen () [@weight 1, n - 1]) then bool_gen () else (bool_gen () [@weight 3])";
        let found = weighted(text);
        let (_, body) = found.split_once(";; ").expect("a definition before it");
        assert_eq!(
            body,
            "let f n = if (covenant_weighted_coin ( 1, n - 1)) then bool_gen () else (covenant_weighted_coin ( 3, 1))"
        );
        assert_eq!(weighted("let x = 1"), "let x = 1");
        let sides = "let f n = if bool_gen () then (1 [@weight 2]) else (2 [@weight 7])";
        let found = weighted(sides);
        assert!(
            found.ends_with("if covenant_weighted_coin (2, 7) then (1 [@weight 2]) else (2 [@weight 7])"),
            "{found}"
        );
    }

    #[test]
    fn the_functor_is_written_again_where_it_has_weights() {
        let fair = "open M\nlet g () = (bool_gen () [@weight 2])\nmodule G (S : T) = struct\n  let f () = bool_gen ()\nend\n";
        assert_eq!(functor(fair, "G", "File"), None, "the weight before it is not in it");
        let text = fair.replace("= bool_gen ()", "= (bool_gen () [@weight 5])").replace("G (S", "G(S");
        let found = functor(&text, "G", "File").expect("a weight");
        assert!(found.contains("  open M\n  open File\n"), "{found}");
        assert!(found.contains("  let f () = (covenant_weighted_coin ( 5, 1))\nend"), "{found}");
    }
}
