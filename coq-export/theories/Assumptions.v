(** The assumptions of the main theorems. The answers are kept in [assumptions.golden]. *)
From Covenant Require Import Export Only Effects.
From Covenant Require Total.

Print Assumptions soundness.
Print Assumptions den_steps.
Print Assumptions steps_den.
Print Assumptions adequacy.
Print Assumptions coverage.
Print Assumptions coverage_at.
Print Assumptions only_allowed.
Print Assumptions kernel_div_any.
Print Assumptions kernel_mod_any.
Print Assumptions only_sound.
Print Assumptions only.
Print Assumptions exactly.
Print Assumptions not_only.
Print Assumptions OMatch_disjunction.
Print Assumptions against_any_system.
Print Assumptions claim_against.
Print Assumptions finds_the_bug.
Print Assumptions Total.total.
Print Assumptions Total.without_checks.
