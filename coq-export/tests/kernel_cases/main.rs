//! The kernel's own cases, judged by Rocq: what the kernel accepts compiles, and what it
//! rejects is refused, by the exporter or by Rocq.
//!
//! The tables are the kernel's test files, included as they are; only `cases::run` differs.

#[path = "../../../kernel/tests/kernel/builder.rs"]
mod builder;
mod cases;
#[path = "../../../kernel/tests/kernel/evidence_cases.rs"]
mod evidence_cases;
#[path = "../../../kernel/tests/kernel/evidence_logic.rs"]
mod evidence_logic;
#[path = "../../../kernel/tests/kernel/evidence_theory.rs"]
mod evidence_theory;
#[path = "../../../kernel/tests/kernel/lemma.rs"]
mod lemma;
#[path = "../../../kernel/tests/kernel/rules.rs"]
mod rules;
#[path = "../../../kernel/tests/kernel/rules_functions.rs"]
mod rules_functions;
