//! The environments that come with the crate are read, and terms of their types are well typed.

use covenant_terms::{Generator, Weights, check, notation, read};

#[test]
fn shipped_environments() {
    for (text, ty) in [
        (include_str!("../env/trees.ml"), "int tree -> int tree"),
        (include_str!("../env/lazy_lists.ml"), "int lazy_list -> int list"),
    ] {
        let environment = read::environment(text).unwrap_or_else(|error| panic!("{ty}: {}", error.message));
        let goal = notation::parse(ty, &environment, false).expect(ty).ty;
        let mut generator = Generator::new(&environment, Weights::default(), &goal).expect(ty);
        for index in 0..40 {
            let term = generator.generate(1, index, 40);
            assert_eq!(check::check(&environment, &term, &goal), Ok(()), "{ty}");
        }
    }
}
