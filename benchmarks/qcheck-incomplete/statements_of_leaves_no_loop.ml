(* Loops are drawn from leaves only. *)
(* expect: rejected *)
(* missing: stmt 2 () => While (false, Seq (Skip, Skip)) *)
open QCheck.Gen

type stmt = Skip | Print of int | Seq of stmt * stmt | While of bool * stmt

let rec height = function
  | Skip | Print _ -> 0
  | Seq (a, b) -> 1 + max (height a) (height b)
  | While (_, a) -> 1 + height a

let rec digits = function
  | Skip -> true
  | Print n -> 0 <= n && n <= 9
  | Seq (a, b) -> digits a && digits b
  | While (_, a) -> digits a

let rec stmt n =
  if n = 0 then oneof [ return Skip; map (fun n -> Print n) (0 -- 9) ]
  else
    oneof
      [ stmt 0;
        map2 (fun a b -> Seq (a, b)) (stmt (n - 1)) (stmt (n - 1));
        map2 (fun c a -> While (c, a)) bool (stmt 0) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:stmt | height v <= n && digits v] |}]
