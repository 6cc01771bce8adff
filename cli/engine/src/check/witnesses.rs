//! Who else has looked at the translation of a file: OCaml, where it is installed.

use covenant_cli::args::{Check, Witness};
use covenant_cli::ocaml::noted;
use covenant_cli::ocaml::read::{Reader, SecondReading};
use covenant_cli::terminal::{self, Style};
use covenant_elaborator::pipeline::Options;
use covenant_front::{Diagnostic, DiagnosticKind, Module, Source, Span};
use covenant_remember::Notes;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// What the user has noted.
pub fn notes(options: &Options) -> Option<&Notes> {
    options.memory.as_ref()?.notes()
}

/// The witnesses that are there.
pub struct Witnesses {
    second_reading: Witness,
    reader: Result<Reader, String>,
    /// Why files were read once only; each reason is said once.
    absent: Mutex<BTreeSet<String>>,
}

impl Witnesses {
    /// Calls those that were asked for.
    pub fn call(arguments: &Check) -> Witnesses {
        let reader = match arguments.second_reading() {
            Witness::Off => Err(String::new()),
            Witness::Auto | Witness::Require => Reader::prepare(),
        };
        Witnesses { second_reading: arguments.second_reading(), reader, absent: Mutex::default() }
    }

    /// Reads a file a second time. If the readings differ, or there is none where one is required, nothing in it
    /// is to be checked.
    pub fn read_again(&self, notes: Option<&Notes>, text: &str, module: &mut Module) -> SecondReading {
        let unclaimed = module.units.is_empty() && module.only.is_empty();
        if self.second_reading == Witness::Off || unclaimed {
            return SecondReading::Off;
        }
        let reading = match &self.reader {
            Ok(reader) => noted::read(notes, reader, text, module),
            Err(why) => SecondReading::Absent(why.clone()),
        };
        match &reading {
            SecondReading::Same | SecondReading::Off => {}
            SecondReading::Differs(found) | SecondReading::Refused(found) => module.decline(found.clone()),
            SecondReading::Absent(why) if self.second_reading == Witness::Require => {
                module.decline(Diagnostic {
                    kind: DiagnosticKind::Declined,
                    span: Span::new(Source::User, 0, 0),
                    line: 1,
                    column: 1,
                    text: String::new(),
                    message: format!("a second reading is required, and there is none: {why}"),
                    advice: "`covenant doctor` says what is missing".to_owned(),
                });
            }
            SecondReading::Absent(why) => {
                self.absent.lock().unwrap_or_else(PoisonError::into_inner).insert(why.clone());
            }
        }
        reading
    }

    /// Says, once, why there was no second reading.
    pub fn explain(&self) {
        for why in self.absent.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            terminal::message(Style::Doubt, "note", &format!("read once only: {why}"));
        }
    }
}
