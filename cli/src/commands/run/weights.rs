//! Coins that are not fair: `(bool_gen () [@weight 3, 1])` is true three times where it is false once.
//!
//! For OCaml an attribute is nothing, and a claim does not depend on chances, so a weight is put into the text just before it
//! is compiled for a run. A weight may use whatever is in scope; one that is below one counts as one, so that
//! no side is lost. The text stays on its lines, and messages of OCaml keep their places.

/// What stands for a coin with weights.
const COIN: &str = "covenant_weighted_coin";

/// Its definition, before the first line.
const DEFINITION: &str = "let covenant_weighted_coin (yes, no) = let yes = max 1 yes in Covenant_runtime.int_range 1 (yes + max 1 no) <= yes;; ";

/// The text with every weighted coin in place of a fair one.
pub(super) fn weighted(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, coin)) = rest.split_once("bool_gen ()") {
        out.push_str(before);
        match weight(coin) {
            Some((weight, after)) => {
                let both = if weight.contains(',') { weight.to_owned() } else { format!("{weight}, 1") };
                out.push_str(&format!("{COIN} ({both})"));
                rest = after;
            }
            None => {
                out.push_str("bool_gen ()");
                rest = coin;
            }
        }
    }
    if out.is_empty() {
        return text.to_owned();
    }
    format!("{DEFINITION}{out}{rest}")
}

/// What a coin weighs, if that follows, and what is behind it.
fn weight(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix("[@weight")?.split_once(']')
}

#[cfg(test)]
mod tests {
    use super::weighted;

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
    }
}
