(** The assumptions of the main theorems. The answers are kept in [assumptions.golden]. *)
From Verified Require Import Sanity Bridge.

Print Assumptions check_sound.
Print Assumptions check_valid.
Print Assumptions audit_sound.
Print Assumptions valid_holds.
Print Assumptions valid_modulo_holds.
Print Assumptions check_sound_run.
Print Assumptions run_moves.
Print Assumptions moves_run.
Print Assumptions model_exists.
Print Assumptions incomplete.
Print Assumptions incomplete_nat.
Print Assumptions complete.
Print Assumptions err_covers_nothing.
Print Assumptions loop_covers_nothing.
Print Assumptions excess.
Print Assumptions excess_exactly.
Print Assumptions lacking_exactly.
Print Assumptions exact.
Print Assumptions err_stays_within.
Print Assumptions no_claim.
Print Assumptions rules_sound.
Print Assumptions only_sound.
Print Assumptions claim_plain.
Print Assumptions claim_plain_only.
