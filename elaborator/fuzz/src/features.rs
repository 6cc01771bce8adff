//! Programs that use the whole source language: records, own and mutual datatypes, nested
//! patterns, local and mutual recursion, binding operators, strings, polymorphic helpers,
//! assumed signatures.

use super::templates;
use covenant_execute::Random;

const RECORDS: &str = "\
type item = { id : int; size : int; on : bool }

let[@predicate] good (i : item) (n : int) : bool =
  «0 <= i.id¦i.id <= n¦true» && «i.on ==> i.size = n¦i.size <= i.id¦0 < i.size¦true»

let item (n : int) : item =
  let base = { id = «nat_gen ()¦int_gen ()¦int_range 0 n»; size = «n¦1 + nat_gen ()¦int_gen ()»; on = bool_gen () } in
  «base¦if base.on then base else { base with size = «0¦int_gen ()¦base.id» }\
  ¦match base with { id; on = true; _ } -> { base with size = id } | _ -> base¦{ base with on = false }»
[@@covers {| n:{v:int | «true¦0 <= v»} -> [v:item | good v n«¦ && not v.on¦ && v.size = v.id»] |}]

let rec items (n : int) : item list =
  if n <= 0 «|| bool_gen ()¦» then [] else «item n :: items (n - 1)¦(let i = item 0 in i :: items (n - 1))»
[@@covers {| n:{v:int | «0 <= v¦true»} -> [v:item list | len v «<=¦=» n «¦ && (forall u:item. mem v u ==> good u n)»] |}]
[@@measure «n¦max n 0»]
";

const SHAPES: &str = "\
type shape = Dot | Line of int | Box of int * int | Both of shape * shape

let[@predicate] rec parts (s : shape) : int =
  match s with Dot -> «0¦1» | Line _ -> 1 | Box (_, _) -> «1¦2» | Both (a, b) -> parts a + parts b

let rec shape (n : int) : shape =
  match n with
  | 0 -> «Dot¦err ()¦Line 0»
  | 1 when bool_gen () -> «Line (int_gen ())¦Box (int_gen (), int_gen ())¦Dot»
  | 1 -> «Box (int_gen (), int_gen ())¦(let a = int_gen () in Box (a, a))¦Line (nat_gen ())¦Dot»
  | _ ->
      let k = int_range «0¦1» («n¦n - 1») in
      (match (shape k, shape (n - k)) with
      | «Dot, s | s, Dot -> s¦Line a, Line b when a < b -> Box (a, b)¦Box (a, b), s when a = b -> Both (s, Line a)»
      | a, b -> Both (a, b))
[@@covers {| n:{v:int | 0 <= v} -> [v:shape | parts v «=¦<=» n«¦ && v <> Dot¦ && not (v = Both (Dot, Dot))»] |}]
[@@measure n]
";

const MUTUAL: &str = "\
type node = Leafy of int | Branch of nodes
and nodes = Stop | More of node * nodes

let[@predicate] rec node_size (x : node) : int =
  match x with Leafy _ -> 1 | Branch children -> 1 + nodes_size children
and nodes_size (l : nodes) : int =
  match l with Stop -> 0 | More (x, rest) -> node_size x + nodes_size rest

let leaf () : node = Leafy («int_gen ()¦nat_gen ()»)
[@@covers {| M [v:node | node_size v = 1 && not (v = Branch Stop)] |}]

let rec node (n : int) : node =
  if n <= 1 then «if bool_gen () then leaf () else Branch Stop¦leaf ()» else Branch (nodes (n - 1))
[@@covers {| n:{v:int | 1 <= v} -> [v:node | node_size v «=¦<=» n] |}]
[@@measure n + n]

and nodes (n : int) : nodes =
  if n <= 0 then Stop
  else
    let first = int_range 1 «n¦(n - 1)» in
    «let x = node first in More (x, nodes (n - first))¦More (node first, nodes (n - first))\
    ¦if bool_gen () then Stop else More (node first, nodes (n - first))»
[@@covers {| n:{v:int | 0 <= v} -> [v:nodes | nodes_size v «=¦<=» n] |}]
[@@measure n + n «+ 1¦¦- 1»]
";

const LOCAL: &str = "\
let twice f x = f (f x)

let steps (n : int) (low : int) : int list =
  let step = «nat_gen ()¦int_gen ()¦1» in
  let next x = x + «step¦nat_gen ()¦1» in
  let pair = fun a -> [ a; «next a¦a |> next¦next @@ a¦twice next a» ] in
  if n <= 0 then «[]¦[ low ]» else «pair low¦pair (int_gen ())¦low |> pair¦(pair @@ next low)¦(twice next low) :: pair low»
[@@covers {| n:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | «n = 0 && v = []¦sorted v && len v <= 2¦(n = 0 && v = []) || (exists k:int. v = [low; low + k])\
  ¦exists k:int. 0 <= k && v = [low; low + k]¦hd v low¦len v = 2»] |}]

let rec build (n : int) (acc : int list) : int list =
  if n <= 0 then acc
  else
    let x = «int_gen ()¦nat_gen ()¦n» in
    «build (n - 1) (x :: acc)¦(if bool_gen () then acc else build (n - 1) (x :: acc))¦x :: build (n - 1) acc»
[@@covers {| n:{v:int | 0 <= v} -> acc:{v:int list | «true¦v = []»} -> [v:int list | len v «=¦<=» len acc + n] |}]
[@@measure n]
";

const BINDING: &str = "\
let ( let* ) (g : unit -> 'a) (f : 'a -> unit -> 'b) : unit -> 'b = fun () -> f (g ()) ()

let ordered : unit -> int * int =
  let* low = «int_gen¦nat_gen» in
  let* gap = «nat_gen¦int_gen¦fun () -> int_range 0 2» in
  fun () -> «(low, low + gap)¦(gap, low)¦(low, gap)¦(low, low)»
[@@covers {| M [v:int * int | «fst v <= snd v¦0 <= fst v¦fst v <= snd v && snd v <= fst v + 2¦true¦0 <= snd v»] |}]

let chain (n : int) : unit -> int * int =
  (fun () -> int_range 0 n) >>= fun a ->
  (fun () -> int_range «0 a¦a n¦0 n») >|= fun b -> «(a, b)¦(b, a)¦(a, a)»
[@@covers {| n:{v:int | 0 <= v} -> M [v:int * int | 0 <= fst v && 0 <= snd v && «fst v <= snd v¦snd v <= fst v¦true» && «fst v <= n¦snd v <= n»] |}]

let user () : int * int = «ordered ()¦chain 2 ()¦(let a, b = ordered () in (b, a))»
[@@covers {| M [v:int * int | «fst v <= snd v¦v = (0, 0)¦fst v = snd v»] |}]
";

const TEXT: &str = "\
type entry = Name of string | Mark of char | Count of int

let[@predicate] counted (e : entry) : bool = match e with Count n -> 0 <= n | _ -> true

let entry () : entry =
  «if bool_gen () then Name (string_gen ()) else Count (nat_gen ())\
  ¦match int_range 0 2 with 0 -> Name (string_gen ()) | 1 -> Mark (char_gen ()) | _ -> Count («nat_gen¦int_gen» ())\
  ¦match bool_gen (), bool_gen () with true, _ -> Name (string_gen ()) | _, true -> Mark (char_gen ()) | _ -> Count 0»
[@@covers {| M [v:entry | counted v«¦ && (forall k:int. v <> Count k)¦ && (forall c:char. v <> Mark c)»] |}]

let rec line (n : int) : entry list =
  match n with
  | 0 -> []
  | _ when bool_gen () -> «[]¦[ entry () ]»
  | _ -> «entry () :: line (n - 1)¦(let e = entry () in e :: line (n - 1))»
[@@covers {| n:{v:int | 0 <= v} -> [v:entry list | len v «<=¦=» n && (forall u:entry. mem v u ==> counted u)] |}]
";

const POLYMORPHIC: &str = "\
let[@predicate] rec all_are (l : 'a list) (x : 'a) : bool =
  match l with [] -> true | h :: t -> h = x && all_are t x

let rec copies (n : int) (x : 'a) : 'a list =
  if n <= 0 then [] else «x :: copies (n - 1) x¦(if bool_gen () then [] else x :: copies (n - 1) x)»
[@@covers {| forall 'a. n:{v:int | «0 <= v¦true»} -> x:{v:'a | true} -> [v:'a list | all_are v x && len v «=¦<=» n] |}]
[@@measure «n¦max n 0»]

let pick (a : 'a) (b : 'a) : 'a = «if bool_gen () then a else b¦a»
[@@covers {| forall 'a. a:{v:'a | true} -> b:{v:'a | true} -> [v:'a | v = a «|| v = b¦»] |}]

let user (n : int) : int list =
  let x = pick «0 n¦(int_gen ()) n¦n n» in
  copies n x
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | «all_are v 0¦all_are v n¦len v = n && (all_are v 0 || all_are v n)¦exists k:int. all_are v k && len v = n» ] |}]
";

const ASSUMED: &str = "\
let small () : int = «if bool_gen () then 0 else 1¦int_range 0 2¦nat_gen ()»
[@@assume_covers {| M [v:int | 0 <= v && v <= «1¦2¦100»] |}]

let user () : int * int = «(small (), small ())¦(let a = small () in (a, a))»
[@@covers {| M [v:int * int | 0 <= fst v && 0 <= snd v && fst v <= «1¦2» && «snd v <= 1¦fst v = snd v»] |}]

let alone () : int = «7¦int_gen ()»
[@@covers {| M [v:int | «v = 7¦true»] |}]
";

const ALL: [&str; 8] = [RECORDS, SHAPES, MUTUAL, LOCAL, BINDING, TEXT, POLYMORPHIC, ASSUMED];

/// The program text, as written or with a few mistakes.
pub(super) fn program(random: &mut Random) -> String {
    templates::program(&ALL, random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::filled;

    #[test]
    fn the_front_end_takes_something_of_every_kind() {
        let mut random = Random::new(2);
        for template in ALL {
            let mut why = String::new();
            let taken = (0..20)
                .filter(|_| match covenant_front::load("fuzz.ml", &filled(template, &mut random)) {
                    Ok(module) if module.is_clean() => true,
                    Ok(module) => {
                        why = format!("{:?}", module.diagnostics);
                        false
                    }
                    Err(diagnostics) => {
                        why = format!("{diagnostics:?}");
                        false
                    }
                })
                .count();
            assert!(taken >= 12, "{taken} of 20: {why}\n{template}");
        }
    }
}
