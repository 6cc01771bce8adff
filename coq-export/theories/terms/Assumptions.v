(** The assumptions of the theorems about term generation. The answers are kept in [assumptions.golden]. *)
From Covenant.terms Require Import Calculus Extension Steps.

Print Assumptions extension_preserves_typing.
Print Assumptions param_preserves_typing.
Print Assumptions step_preserves_typing.
Print Assumptions generation_is_well_typed.
Print Assumptions erasure_preserves_typing.
