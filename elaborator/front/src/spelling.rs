//! Suggestions for names that are not known.

/// The known name that differs least, if it differs little.
pub(crate) fn closest(name: &str, known: &[String]) -> Option<String> {
    let limit = (name.len() / 2).saturating_sub(usize::from(name.len() < 3)).min(2);
    known
        .iter()
        .filter(|candidate| candidate.starts_with(char::is_alphabetic))
        .map(|candidate| (difference(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate.clone())
}

/// The edit distance, where letters in another order count once.
fn difference(name: &str, candidate: &str) -> usize {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    match edit_distance(name, candidate) {
        2 if sorted(name) == sorted(candidate) => 1,
        distance => distance,
    }
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = i;
        let mut previous = i + 1;
        for (j, b) in right.iter().enumerate() {
            let above = row.get(j + 1).copied().unwrap_or(usize::MAX - 1);
            let cost = (diagonal + usize::from(a != *b)).min(above + 1).min(previous + 1);
            if let Some(slot) = row.get_mut(j) {
                *slot = previous;
            }
            diagonal = above;
            previous = cost;
        }
        if let Some(last) = row.last_mut() {
            *last = previous;
        }
    }
    row.last().copied().unwrap_or(0)
}
