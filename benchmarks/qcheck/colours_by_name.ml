(* QCheck2: three draws, or a name. *)
(* expect: valid *)
(* level: 2 *)
open QCheck2
type color = Rgb of int * int * int | Named of string
let color =
  let open Gen in
  let byte = int_bound 255 in
  oneof [ map3 (fun r g b -> Rgb (r, g, b)) byte byte byte; map (fun s -> Named s) (oneofl [ "red"; "blue" ]) ]
[@@covers {| [v:color | v = Named "red" || v = Named "blue" || (exists r:int. exists g:int. exists b:int. v = Rgb (r, g, b) && 0 <= r && r <= 255 && 0 <= g && g <= 255 && 0 <= b && b <= 255)] |}]
