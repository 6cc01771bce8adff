//! The kernel's tests: hand-built certificates that it must accept, and more that it must not.

mod builder;
mod cases;
mod evidence_cases;
mod evidence_logic;
mod evidence_theory;
mod lemma;
mod rules;
mod rules_functions;
