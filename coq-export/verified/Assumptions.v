(** The assumptions of the main theorems. The answers are kept in [assumptions.golden]. *)
From Verified Require Import Machine.

Print Assumptions check_sound.
Print Assumptions check_sound_run.
Print Assumptions run_moves.
Print Assumptions moves_run.
Print Assumptions model_exists.
