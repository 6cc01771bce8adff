//! The kernel's own cases, judged by Rocq: what the kernel accepts compiles, and what it
//! rejects is refused, by the exporter or by Rocq.
//!
//! The tables are the kernel's test files, included as they are; only `cases::run` differs.

// The builder has methods that only the kernel's other tests use.
#![allow(dead_code)]

mod acyclic;
#[path = "../../../kernel/tests/kernel/builder.rs"]
mod builder;
mod cases;
#[path = "../../../kernel/tests/kernel/evidence_cases.rs"]
mod evidence_cases;
#[path = "../../../kernel/tests/kernel/evidence_logic.rs"]
mod evidence_logic;
#[path = "../../../kernel/tests/kernel/evidence_theory.rs"]
mod evidence_theory;
#[path = "../../../kernel/tests/kernel/functions.rs"]
mod functions;
#[path = "../../../kernel/tests/kernel/groups.rs"]
mod groups;
#[path = "../../../kernel/tests/kernel/leaf_rows.rs"]
mod leaf_rows;
#[path = "../../../kernel/tests/kernel/lemma.rs"]
mod lemma;
#[path = "../../../kernel/tests/kernel/prims.rs"]
mod prims;
#[path = "../../../kernel/tests/kernel/rules_calls.rs"]
mod rules_calls;
#[path = "../../../kernel/tests/kernel/rules_coverage.rs"]
mod rules_coverage;
#[path = "../../../kernel/tests/kernel/rules_fix.rs"]
mod rules_fix;
#[path = "../../../kernel/tests/kernel/rules_functions.rs"]
mod rules_functions;
#[path = "../../../kernel/tests/kernel/rules_schemes.rs"]
mod rules_schemes;
#[path = "../../../kernel/tests/kernel/rules_terms.rs"]
mod rules_terms;
#[path = "../../../kernel/tests/kernel/subjects.rs"]
mod subjects;
