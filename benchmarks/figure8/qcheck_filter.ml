(* Fig. 8 of "Type Targeted Testing" by QCheck with a filter written by hand: how long it takes to find 1,000 arguments
   that the type of the parameter allows, all different and of exactly this depth (nested constructors), among random ones.

     ocamlfind ocamlopt -O3 -package qcheck-core -linkpkg qcheck_filter.ml -o qcheck_filter 2>/dev/null
     ./qcheck_filter SECONDS

   Integers are those of `covenant test`: from -1 to 2, or to the depth. After SECONDS of processor time for a depth
   it says how many were found. *)

open QCheck.Gen

let key depth = int_range (-1) (max 2 depth)

(* Sorted lists. *)
let list depth = list_size (int_bound depth) (key depth)
let rec sorted = function x :: (y :: _ as rest) -> x <= y && sorted rest | [] | [ _ ] -> true

(* Red-black trees. *)
type colour = Red | Black
type tree = Leaf | Node of colour * tree * int * tree

let rec tree keys depth =
  if depth = 0 then return Leaf
  else
    frequency
      [ (1, return Leaf);
        (3, map (fun (c, (l, k, r)) -> Node (c, l, k, r))
              (pair (oneofl [ Red; Black ]) (triple (tree keys (depth - 1)) keys (tree keys (depth - 1))))) ]

let rec black = function
  | Leaf -> Some 0
  | Node (c, l, _, r) -> (
      match (black l, black r) with
      | Some a, Some b when a = b -> Some (if c = Black then a + 1 else a)
      | _ -> None)

let red = function Node (Red, _, _, _) -> true | _ -> false

let rec no_red_red = function
  | Leaf -> true
  | Node (c, l, _, r) -> (c = Black || not (red l || red r)) && no_red_red l && no_red_red r

let rec between low high = function
  | Leaf -> true
  | Node (_, l, k, r) -> low < k && k < high && between low k l && between k high r

let red_black t = (not (red t)) && black t <> None && no_red_red t && between min_int max_int t

(* Size-balanced maps; the sizes are computed, not guessed. *)
type map = Tip | Bin of int * map * int * map

let size = function Tip -> 0 | Bin (n, _, _, _) -> n

let rec map_ keys depth =
  if depth = 0 then return Tip
  else
    frequency
      [ (1, return Tip);
        (3, map (fun (l, k, r) -> Bin (1 + size l + size r, l, k, r))
              (triple (map_ keys (depth - 1)) keys (map_ keys (depth - 1)))) ]

let rec near = function
  | Tip -> true
  | Bin (_, l, _, r) ->
      let a = size l and b = size r in
      (a + b <= 1 || (a <= 3 * b && b <= 3 * a)) && near l && near r

let rec inside low high = function
  | Tip -> true
  | Bin (_, l, k, r) -> low < k && k < high && inside low k l && inside k high r

let balanced m = near m && inside min_int max_int m

(* Zippers without duplicates. *)
let zipper depth = triple (list depth) (key depth) (list depth)

let distinct (left, focus, right) =
  let all = (focus :: left) @ right in
  List.length (List.sort_uniq compare all) = List.length all

let rec height_of_tree = function Leaf -> 0 | Node (_, l, _, r) -> 1 + max (height_of_tree l) (height_of_tree r)
let rec height_of_map = function Tip -> 0 | Bin (_, l, _, r) -> 1 + max (height_of_map l) (height_of_map r)
let height_of_zipper (left, _, right) = max (List.length left) (List.length right)

let measure seconds name depth gen height fits =
  let random = Random.State.make [| 8; depth |] in
  let start = Sys.time () in
  let found = ref 0 and tried = ref 0 and seen = Hashtbl.create 1_000 in
  while !found < 1_000 && Sys.time () -. start < seconds do
    incr tried;
    let value = gen random in
    (* The default hash looks at the beginning of a value only. *)
    let hash = Hashtbl.hash_param 1_000 1_000 value in
    if height value = depth && fits value && not (List.mem value (Hashtbl.find_all seen hash)) then begin
      Hashtbl.add seen hash value;
      incr found
    end
  done;
  Printf.printf "%-22s depth %2d: %4d found of %9d in %.2f s\n%!" name depth !found !tried (Sys.time () -. start)

let () =
  let seconds = float_of_string Sys.argv.(1) in
  List.iter (fun d -> measure seconds "sorted list" d (list d) List.length sorted) [ 6; 10; 20 ];
  List.iter (fun d -> measure seconds "red-black tree" d (tree (key d) d) height_of_tree red_black) [ 4; 6; 12 ];
  List.iter (fun d -> measure seconds "size-balanced map" d (map_ (key d) d) height_of_map balanced) [ 4; 6; 10 ];
  List.iter (fun d -> measure seconds "zipper" d (zipper d) height_of_zipper distinct) [ 4; 8 ]
