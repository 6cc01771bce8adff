//! Makes a failing program smaller.

use std::time::{Duration, Instant};

use super::Unsound;
use super::mutations::tokens;

/// How long to try; a large failing program is still better than none.
const TIME: Duration = Duration::from_secs(120);

/// Leaves out runs of tokens, long ones first, while `fails` finds a failure.
pub(super) fn reduce(unsound: &mut Unsound, fails: impl Fn(&str) -> Option<Unsound>) {
    let started = Instant::now();
    let mut parts = tokens(&unsound.source);
    let mut length = parts.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < parts.len() {
            if started.elapsed() > TIME {
                return;
            }
            let end = (start + length).min(parts.len());
            let shorter: Vec<String> = parts[..start].iter().chain(&parts[end..]).cloned().collect();
            match fails(&shorter.concat()) {
                Some(still) => {
                    *unsound = Unsound { run: unsound.run, ..still };
                    parts = shorter;
                }
                None => start += length,
            }
        }
        length /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_fails_is_left() {
        let claim = |source: &str| Unsound {
            run: 3,
            source: source.to_owned(),
            claim: "f".to_owned(),
            missing: "f => 0".to_owned(),
        };
        let mut unsound = claim("let a = 1 let bad = 2 let c = f (g x) let worse = 4");
        reduce(&mut unsound, |text| (text.contains("bad") && text.contains("worse")).then(|| claim(text)));
        assert_eq!((unsound.source.as_str(), unsound.run), ("badworse", 3));
    }
}
