(** * What an exported certificate imports

    Everything, plus short names. An exported file declares names from the user's program;
    the exporter renames those that would hide a name used here. *)
From Covenant Require Export Base Syntax Denotation Types Context Rules Soundness SmallStep
  Adequacy Coverage Prims Evidence.

Notation tys := (Datatypes.list ty).
Notation "<< >>" := vnil.
Notation "<< v ; .. ; w >>" := (vcons v .. (vcons w vnil) ..).

(** Variables by de Bruijn index, for files written by hand. *)
Notation v0 := VZ.
Notation v1 := (VS v0).
Notation v2 := (VS v1).
Notation v3 := (VS v2).
Notation v4 := (VS v3).
Notation v5 := (VS v4).
Notation v6 := (VS v5).
Notation v7 := (VS v6).

(** Proof by cases for the two datatypes that every theory has, in the kernel's order. *)
Definition bool_cases (t : bool) (P : Prop) (K0 : t = false -> P) (K1 : t = true -> P) : P :=
  match t as u return t = u -> P with false => K0 | true => K1 end eq_refl.
Definition unit_cases (t : unit) (P : Prop) (K0 : t = tt -> P) : P :=
  match t as u return t = u -> P with tt => K0 end eq_refl.
