//! Programs from scratch. Each family aims at one part of the calculus; the claims are right,
//! almost right, or neither.

use super::{
    Readings, facts, features, first_order, functions, listed, schemes, strongest, structures, unsized_,
};
use covenant_execute::Random;

/// The text of a program with at least one claim.
#[must_use]
pub fn random_program(random: &mut Random, readings: Readings) -> String {
    if readings != Readings::Both && random.below(3) == 0 {
        return listed::program(random);
    }
    match random.below(22) {
        0..=3 => first_order::program(random),
        4..=7 => strongest::program(random),
        8..=10 => structures::program(random),
        11..=12 => functions::program(random),
        13 => schemes::program(random),
        14 => unsized_::program(random),
        16..=21 => features::program(random),
        _ => facts::program(random),
    }
}
