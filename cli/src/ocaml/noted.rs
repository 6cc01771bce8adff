//! What OCaml said, noted for the next run.
//!
//! Only that all is well is noted: that a file reads the same twice, and that values were confirmed. It is believed without
//! asking OCaml again, so it is kept where what is compiled once is kept too, in the user's own cache and never in a
//! project's ([`covenant_remember::Notes`]). A note is about the whole text, what was read of it, the compiler, what the user has set for it, and this build
//! of the program.

use super::Ocaml;
use super::confirm::{Claim, Confirmation, Confirmed, Outcome};
use super::kept::confirm_all;
use super::read::{Reader, SecondReading};
use covenant_certificates::ContentHash;
use covenant_front::Module;
use covenant_remember::Notes;
use std::collections::BTreeMap;

/// What changes the compiler and the libraries that it finds.
const SETTINGS: [&str; 5] = ["OCAMLPATH", "OCAMLPARAM", "OCAMLLIB", "OCAMLFIND_CONF", "OCAMLFIND_TOOLCHAIN"];

fn about(ocaml: &Ocaml, what: &str, text: &str) -> ContentHash {
    let settings: Vec<_> = SETTINGS.iter().map(std::env::var_os).collect();
    let Ocaml { finder, version } = ocaml;
    ContentHash::of_bytes(format!("{what} {version:?} {finder:?} {settings:?} {text:?}").as_bytes())
}

/// Reads a file a second time, unless that was done.
#[must_use]
pub fn read(notes: Option<&Notes>, reader: &Reader, text: &str, own: &Module) -> SecondReading {
    let Some(notes) = notes else { return reader.read(text, own) };
    // What a file means is not in its text alone (files around it, settings of the project): the note is about what was read.
    let claims: Vec<_> = own.units.iter().map(|unit| (&unit.claim, &unit.statement, &unit.extra)).collect();
    let what = format!("reading {:?} {:?} {claims:?}", own.file_name, own.reading);
    let about = about(reader.ocaml(), &what, text);
    if notes.recall(about).is_some() {
        return SecondReading::Same;
    }
    let reading = reader.read(text, own);
    if reading == SecondReading::Same {
        notes.note(about, &[]);
    }
    reading
}

/// Asks OCaml about accepted claims of a source file, unless that was done; one answer for each.
#[must_use]
pub fn confirm(notes: Option<&Notes>, ocaml: &Ocaml, text: &str, claims: &[Claim<'_>]) -> Vec<Confirmation> {
    let Some(notes) = notes else { return confirm_all(ocaml, text, claims) };
    let file = about(ocaml, "running", text);
    let place = |claim: &Claim<'_>| {
        let Claim { name, statement } = claim;
        ContentHash::of_bytes(format!("{file} {name:?} {statement:?}").as_bytes())
    };
    let places: Vec<ContentHash> = claims.iter().map(place).collect();
    let mut answers: Vec<Option<Confirmation>> =
        places.iter().map(|place| of_bytes(ocaml, &notes.recall(*place)?)).collect();
    let open: Vec<usize> = (0..claims.len()).filter(|index| answers[*index].is_none()).collect();
    let asked: Vec<Claim<'_>> = open.iter().map(|index| claims[*index]).collect();
    for (index, answer) in open.into_iter().zip(confirm_all(ocaml, text, &asked)) {
        if let Confirmation::Confirmed(confirmed) = &answer {
            notes.note(places[index], to_text(confirmed).as_bytes());
        }
        answers[index] = Some(answer);
    }
    let unanswered = || Confirmation::NotConfirmed("OCaml did not answer".to_owned());
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}

/// `40 same:38 unknown:2`.
fn to_text(confirmed: &Confirmed) -> String {
    let outcomes = confirmed.outcomes.iter().map(|(outcome, n)| format!(" {}:{n}", outcome.word()));
    format!("{}{}", confirmed.asked, outcomes.collect::<String>())
}

fn of_bytes(ocaml: &Ocaml, bytes: &[u8]) -> Option<Confirmation> {
    let mut words = std::str::from_utf8(bytes).ok()?.split(' ');
    let asked = words.next()?.parse().ok()?;
    let outcome = |word: &str| {
        let (word, n) = word.split_once(':')?;
        Some((Outcome::of_word(word)?, n.parse().ok()?))
    };
    let outcomes: BTreeMap<Outcome, usize> = words.map(outcome).collect::<Option<_>>()?;
    Some(Confirmation::Confirmed(Confirmed { ocaml: ocaml.version.clone(), asked, outcomes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_read() {
        let ocaml = Ocaml { finder: "ocamlfind".into(), version: "4.14.1".to_owned() };
        let outcomes = BTreeMap::from([(Outcome::Same, 38), (Outcome::Unknown, 2)]);
        let confirmed = Confirmed { ocaml: ocaml.version.clone(), asked: 40, outcomes };
        let text = to_text(&confirmed);
        assert_eq!(text, "40 same:38 unknown:2");
        assert_eq!(of_bytes(&ocaml, text.as_bytes()), Some(Confirmation::Confirmed(confirmed)));
        for damaged in ["", "40 same", "40 well:3", "x"] {
            assert_eq!(of_bytes(&ocaml, damaged.as_bytes()), None, "{damaged}");
        }
    }

    #[test]
    fn another_compiler_or_text_is_something_else() {
        let ocaml = |version: &str| Ocaml { finder: "ocamlfind".into(), version: version.to_owned() };
        let one = about(&ocaml("4.14.1"), "running", "let a = 1");
        assert_eq!(one, about(&ocaml("4.14.1"), "running", "let a = 1"));
        assert_ne!(one, about(&ocaml("4.14.2"), "running", "let a = 1"));
        assert_ne!(one, about(&ocaml("4.14.1"), "running", "let a = 2"));
        assert_ne!(one, about(&ocaml("4.14.1"), "reading", "let a = 1"));
    }
}
