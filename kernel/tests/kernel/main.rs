//! The kernel's tests: hand-built certificates that it must accept, and more that it must not.

mod attacks;
mod attacks_logic;
mod attacks_size;
mod builder;
mod cases;
mod closures;
mod evidence_cases;
mod evidence_logic;
mod evidence_theory;
mod functions;
mod groups;
mod leaf_rows;
mod lemma;
mod meaning;
mod paper;
mod prims;
mod properties;
mod random_proofs;
mod rules_calls;
mod rules_coverage;
mod rules_fix;
mod rules_functions;
mod rules_schemes;
mod rules_terms;
mod subjects;
mod tables;
