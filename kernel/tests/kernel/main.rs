//! The kernel's tests: hand-built certificates that it must accept, and more that it must not.

mod attacks;
mod attacks_size;
mod builder;
mod cases;
mod closures;
mod evidence_cases;
mod evidence_logic;
mod evidence_theory;
mod leaf_rows;
mod lemma;
mod meaning;
mod paper;
mod properties;
mod rules;
mod rules_functions;
