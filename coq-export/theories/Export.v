(** * What an exported certificate imports

    Everything, plus short names. An exported file declares names from the user's program;
    the exporter renames those that would hide a name used here. *)
From Covenant Require Export Base Syntax Denotation Types Context Rules Soundness SmallStep
  Adequacy Coverage Prims Evidence.

Notation tys := (Datatypes.list ty).
Notation "<< >>" := vnil.
Notation "<< v ; .. ; w >>" := (vcons v .. (vcons w vnil) ..).

(** Variables by de Bruijn index. *)
Notation v0 := VZ.
Notation v1 := (VS v0).
Notation v2 := (VS v1).
Notation v3 := (VS v2).
Notation v4 := (VS v3).
Notation v5 := (VS v4).
Notation v6 := (VS v5).
Notation v7 := (VS v6).
Notation v8 := (VS v7).
Notation v9 := (VS v8).
Notation v10 := (VS v9).
Notation v11 := (VS v10).
Notation v12 := (VS v11).
Notation v13 := (VS v12).
Notation v14 := (VS v13).
Notation v15 := (VS v14).
Notation v16 := (VS v15).
Notation v17 := (VS v16).
Notation v18 := (VS v17).
Notation v19 := (VS v18).
Notation v20 := (VS v19).
Notation v21 := (VS v20).
Notation v22 := (VS v21).
Notation v23 := (VS v22).
Notation v24 := (VS v23).
Notation v25 := (VS v24).
Notation v26 := (VS v25).
Notation v27 := (VS v26).
Notation v28 := (VS v27).
Notation v29 := (VS v28).
Notation v30 := (VS v29).
Notation v31 := (VS v30).

(** Proof by cases for the two datatypes that every theory has, in the kernel's order. *)
Definition bool_cases (t : bool) (P : Prop) (K0 : t = false -> P) (K1 : t = true -> P) : P :=
  match t as u return t = u -> P with false => K0 | true => K1 end eq_refl.
Definition unit_cases (t : unit) (P : Prop) (K0 : t = tt -> P) : P :=
  match t as u return t = u -> P with tt => K0 end eq_refl.
