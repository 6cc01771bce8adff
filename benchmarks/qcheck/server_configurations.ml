(* A record of settings. *)
(* expect: valid *)
(* level: 2 *)
type level = Debug | Info | Warn | Error
type config = { port : int; level : level; retries : int option; verbose : bool }
let gen_level = QCheck.Gen.oneofl [ Debug; Info; Warn; Error ]
let gen_config =
  let open QCheck.Gen in
  let* port = int_range 1024 65535 in
  let* level = gen_level in
  let* retries = opt (int_bound 10) in
  let+ verbose = bool in
  { port; level; retries; verbose }
[@@covers {| [v:config | 1024 <= v.port && v.port <= 65535 && (v.retries = None || exists k:int. v.retries = Some k && 0 <= k && k <= 10)] |}]
