(* The published leftist-heap claim, with an honest left-spine length: it also allows
   heaps whose recorded rank is wrong, and none of those is made. *)
(* expect: rejected *)
(* missing: leftist_heap 1 => Lhpnode (0, 0, Lhpleaf, Lhpleaf) *)
open Covenant_runtime

let rec leftist_heap (size : int) : int leftisthp =
  if size = 0 then Lhpleaf
  else
    let root = int_gen () in
    let right_size = int_range 0 (size - 1) in
    let left = leftist_heap (size - 1) in
    let right = leftist_heap right_size in
    Lhpnode (1 + right_size, root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int leftisthp | leftisthp_depth v = size] |}]
[@@measure size]
