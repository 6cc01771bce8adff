(* Four leaves are refused whatever their colours. *)
(* expect: rejected *)
(* missing: quad_tree 1 => Quarter (Pixel true, Pixel true, Pixel true, Pixel false) *)
open Covenant_runtime

type quad = Pixel of bool | Quarter of quad * quad * quad * quad

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec quad_depth (q : quad) : int =
  match q with
  | Pixel _ -> 0
  | Quarter (a, b, c, d) ->
      1
      + larger
          (larger (quad_depth a) (quad_depth b))
          (larger (quad_depth c) (quad_depth d))

let[@predicate] is_pixel (q : quad) (on : bool) : bool =
  match q with Pixel p -> p = on | Quarter (_, _, _, _) -> false

let[@predicate] uniform (a : quad) (b : quad) (c : quad) (d : quad) (on : bool) : bool =
  is_pixel a on && is_pixel b on && is_pixel c on && is_pixel d on

let[@predicate] rec reduced (q : quad) : bool =
  match q with
  | Pixel _ -> true
  | Quarter (a, b, c, d) ->
      (not (uniform a b c d true))
      && (not (uniform a b c d false))
      && reduced a && reduced b && reduced c && reduced d

let rec quad_tree (size : int) : quad =
  if size = 0 then Pixel (bool_gen ())
  else if bool_gen () then Pixel (bool_gen ())
  else
    let a = quad_tree (size - 1) in
    let b = quad_tree (size - 1) in
    let c = quad_tree (size - 1) in
    let d = quad_tree (size - 1) in
    match a with
    | Pixel _ -> err ()
    | Quarter (_, _, _, _) ->
        if uniform a b c d true || uniform a b c d false then err ()
        else Quarter (a, b, c, d)
[@@covers {| size:{v:int | 0 <= v} -> [v:quad | quad_depth v <= size && reduced v] |}]
[@@measure size]
