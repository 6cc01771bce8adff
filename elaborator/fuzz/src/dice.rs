//! Small choices.

use covenant_execute::Random;

/// One of these.
pub(super) fn one<'a>(random: &mut Random, options: &[&'a str]) -> &'a str {
    options[random.below(options.len() as u64) as usize]
}

/// True once in so many times.
pub(super) fn rarely(random: &mut Random, times: u64) -> bool {
    random.below(times) == 0
}
