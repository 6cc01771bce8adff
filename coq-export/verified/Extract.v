(** The checker as OCaml. Numbers that are [nat] are positions (levels, tags, numbers of rows), never integers of a user: as
    [int] they cannot overflow. Integers stay binary, so there is no library to trust; it is as fast. *)
From Verified Require Import Rows.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extraction "checker.ml" audit load check.
