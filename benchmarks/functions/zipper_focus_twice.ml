(* At the left end the new window with the focus stays in its list.
   expect: found: focus_left { left = []; focus = 0; right = [1] } returns { left = [1; 0]; focus = 1; right = [] } *)

(* The windows of a screen: those to the left (nearest first), the one with the focus, those to the right. *)
type zipper = { left : int list; focus : int; right : int list }

let[@predicate] rec distinct (l : int list) : bool =
  match l with [] -> true | x :: rest -> (not (mem rest x)) && distinct rest

let[@predicate] rec apart (l : int list) (m : int list) : bool =
  match l with [] -> true | x :: rest -> (not (mem m x)) && apart rest m

let[@predicate] fine (z : zipper) : bool =
  distinct (z.focus :: z.left) && distinct (z.focus :: z.right) && apart z.left z.right

let[@predicate] shows (z : zipper) (w : int) : bool = z.focus = w || mem z.left w || mem z.right w

let rec onto (l : int list) (rest : int list) : int list =
  match l with [] -> rest | x :: more -> onto more (x :: rest)
[@@covers {| l:int list -> rest:int list -> {v:int list | len v = len l + len rest} |}]

let focus_left (z : zipper) : zipper =
  match z.left with
  | x :: rest -> { left = rest; focus = x; right = z.focus :: z.right }
  | [] -> (
      match onto z.right [] with
      | [] -> z
      | x :: rest -> { left = x :: onto rest [ z.focus ]; focus = x; right = [] })
[@@covers {| z:{v:zipper | fine v} -> {v:zipper | fine v && forall w:int. shows v w <=> shows z w} |}]
