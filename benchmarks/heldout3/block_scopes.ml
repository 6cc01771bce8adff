(* Programs with nested blocks: a variable is used only after its declaration, and a block
   forgets its own. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

type statement =
  | Declare of int
  | Assign of int * int
  | Branch of int * statement list * statement list

let[@predicate] rec well_scoped (b : statement list) (scope : int) : bool =
  match b with
  | [] -> true
  | Declare _ :: rest -> well_scoped rest (scope + 1)
  | Assign (i, _) :: rest -> 0 <= i && i < scope && well_scoped rest scope
  | Branch (i, yes, no) :: rest ->
      0 <= i && i < scope && well_scoped yes scope && well_scoped no scope
      && well_scoped rest scope

let[@predicate] rec nesting (b : statement list) : int =
  match b with
  | [] -> 0
  | Branch (_, yes, no) :: rest -> max (1 + max (nesting yes) (nesting no)) (nesting rest)
  | _ :: rest -> nesting rest

let[@predicate] rec inner_within (b : statement list) (most : int) : bool =
  match b with
  | [] -> true
  | Branch (_, yes, no) :: rest ->
      len yes <= most && len no <= most && inner_within yes most && inner_within no most
      && inner_within rest most
  | _ :: rest -> inner_within rest most

let rec block (depth : int) (room : int) (most : int) (scope : int) : statement list =
  if room = 0 || bool_gen () then []
  else
    match int_range 0 2 with
    | 0 -> Declare (int_gen ()) :: block depth (room - 1) most (scope + 1)
    | 1 ->
        let variable = int_range 0 (scope - 1) in
        Assign (variable, int_gen ()) :: block depth (room - 1) most scope
    | _ ->
        if depth = 0 then err ()
        else
          let variable = int_range 0 (scope - 1) in
          let yes = block (depth - 1) most most scope in
          let no = block (depth - 1) most most scope in
          Branch (variable, yes, no) :: block depth (room - 1) most scope
[@@covers {| depth:{v:int | 0 <= v} -> room:{v:int | 0 <= v} -> most:{v:int | 0 <= v} ->
  scope:{v:int | 0 <= v} ->
  [v:statement list | nesting v <= depth && len v <= room && inner_within v most
                      && well_scoped v scope] |}]
[@@measure (depth, room)]
