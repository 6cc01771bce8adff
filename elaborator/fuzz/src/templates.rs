//! Programs with gaps: `«a¦b¦c»` is one of `a`, `b` and `c`, chosen at random. Gaps may contain
//! gaps.

use super::mutations::mutated;
use covenant_execute::Random;

/// The template with every gap filled.
pub(super) fn filled(template: &str, random: &mut Random) -> String {
    let mut text = template.to_owned();
    // The innermost gap first: the last one that opens before the first that closes.
    while let Some(end) = text.find('»') {
        let start = text[..end].rfind('«').unwrap_or_else(|| panic!("a gap is closed that was not opened"));
        let inside = &text[start + '«'.len_utf8()..end];
        let options: Vec<&str> = inside.split('¦').collect();
        let chosen = options[random.below(options.len() as u64) as usize].to_owned();
        text.replace_range(start..end + '»'.len_utf8(), &chosen);
    }
    text
}

/// One of the templates filled, as written or with a few mistakes.
pub(super) fn program(templates: &[&str], random: &mut Random) -> String {
    let text = filled(templates[random.below(templates.len() as u64) as usize], random);
    if random.coin() { text } else { mutated(&text, random).text() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_is_chosen_and_nothing_else() {
        let mut random = Random::new(1);
        let all: BTreeSet<String> = (0..200).map(|_| filled("«x¦«y¦z» + 1» = «0¦1»", &mut random)).collect();
        let expected = ["x = 0", "x = 1", "y + 1 = 0", "y + 1 = 1", "z + 1 = 0", "z + 1 = 1"];
        assert!(all.iter().map(String::as_str).eq(expected));
    }
}
