//! Functions that make no choice, over lists, trees and options: what *only* claims are mostly about. Arguments have
//! preconditions, calls must respect them, and claims are right, too weak, too strong, or about something else.

use super::templates;
use covenant_execute::Random;

const LISTS: &str = "\
let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> «[ x ]¦[]»
  | y :: rest -> if x «<=¦<¦=» y then «x :: y :: rest¦x :: rest¦l» else «y :: insert x rest¦insert x rest¦y :: rest»
[@@covers {| x:int -> l:{v:int list | «true¦sorted v¦uniq v»} ->
  [v:int list | «len v = len l + 1¦0 < len v¦len v <= len l + 1¦len l <= len v¦mem v x» «¦&& (forall u:int. mem v u ==> (u = x || mem l u))»] |}]

let rec sort (l : int list) : int list =
  match l with [] -> [] | x :: rest -> «insert x (sort rest)¦x :: sort rest¦sort rest»
[@@covers {| l:{v:int list | true} -> [v:int list | «len v = len l¦len v <= len l¦true¦sorted v»] |}]
";

const REMOVE: &str = "\
let rec remove (x : int) (l : int list) : int list =
  match l with
  | [] -> []
  | y :: rest -> if x = y then «rest¦remove x rest¦x :: rest» else «y :: remove x rest¦remove x rest»
[@@covers {| x:int -> l:{v:int list | «true¦mem v x¦not (mem v x)»} ->
  [v:int list | «len v <= len l¦len v < len l¦len v = len l¦not (mem v x)¦forall u:int. mem v u ==> mem l u»] |}]
";

const APPEND: &str = "\
let rec append (a : int list) (b : int list) : int list =
  match a with [] -> «b¦[]¦a» | x :: rest -> «x :: append rest b¦append rest (x :: b)¦append rest b»
[@@covers {| a:{v:int list | true} -> b:{v:int list | «true¦0 < len v»} ->
  [v:int list | «len v = len a + len b¦len b <= len v¦0 < len v¦len v <= len a + len b¦forall u:int. mem v u ==> (mem a u || mem b u)»] |}]

let twice (l : int list) : int list = append «l l¦l [ 0 ]¦[ 1 ] l»
[@@covers {| l:{v:int list | «true¦0 < len v»} -> [v:int list | «len v = 2 * len l¦len l <= len v¦true¦0 < len v¦len v = len l + 1»] |}]
";

const OPTIONS: &str = "\
let rec find (l : int list) (n : int) : int option =
  match l with
  | [] -> None
  | x :: rest -> if «n < x¦n = x¦x mod 2 = 0» then Some «x¦n¦(x - n)» else find rest «n¦(n + 1)»
[@@covers {| l:{v:int list | true} -> n:int ->
  [v:int option | «forall u:int. v = Some u ==> n < u¦forall u:int. v = Some u ==> mem l u¦l = [] ==> v = None¦v <> Some n»] |}]

let get (l : int list) (n : int) : int =
  match find l n with None -> «n¦0¦err ()» | Some x -> «x¦x + 1¦n»
[@@covers {| l:{v:int list | true} -> n:int -> [v:int | «n <= v¦n < v¦v = n || mem l v¦true»] |}]
";

const TREES: &str = "\
let rec add (x : int) (t : int tree) : int tree =
  match t with
  | Leaf -> Node (x, Leaf, Leaf)
  | Node (y, l, r) ->
    if x < y then «Node (y, add x l, r)¦Node (x, add y l, r)» else if y < x then Node (y, l, add x r) else «t¦Node (y, l, add x r)¦l»
[@@covers {| x:int -> t:{v:int tree | «true¦bst v»} ->
  [v:int tree | «v <> Leaf¦tree_mem v x¦depth t <= depth v¦depth v <= depth t + 1¦forall u:int. tree_mem v u ==> (u = x || tree_mem t u)»] |}]

let rec mirror (t : int tree) : int tree =
  match t with Leaf -> Leaf | Node (x, l, r) -> Node (x, «mirror r, mirror l¦mirror l, mirror r¦r, l¦mirror r, l»)
[@@covers {| t:{v:int tree | true} -> [v:int tree | «depth v = depth t¦depth v <= depth t¦v = t¦v = Leaf <=> t = Leaf»] |}]
";

const NUMBERS: &str = "\
let clamp (low : int) (high : int) (x : int) : int =
  if x «<¦<=» low then «low¦x» else if high < x then «high¦low¦high - 1» else «x¦x / 1¦low + (x - low) / 2¦x mod (high + 1)»
[@@covers {| low:{v:int | «true¦0 <= v»} -> high:{v:int | «low <= v¦true¦low < v»} -> x:int -> [v:int | «low <= v && v <= high¦low <= v¦v <= high || v = x¦v <> high»] |}]

let rec sum (n : int) : int = if n «<=¦=» 0 then 0 else n + sum (n - «1¦2¦0»)
[@@covers {| n:{v:int | «0 <= v¦true¦v <= 3»} -> [v:int | «0 <= v¦n <= v¦2 * v = n * (n + 1)¦v <> 2»] |}]

let use (a : int) : int = clamp «0 10 a¦0 (sum a) a¦a (a + 1) (sum 2)»
[@@covers {| a:{v:int | «0 <= v¦true¦v = 2»} -> [v:int | «0 <= v¦v <= 10¦a <= v¦0 <= v && v <= 10»] |}]
";

const ALL: [&str; 6] = [LISTS, REMOVE, APPEND, OPTIONS, TREES, NUMBERS];

/// The program text, as written or with a few mistakes.
pub(super) fn program(random: &mut Random) -> String {
    templates::program(&ALL, random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::filled;
    use covenant_front::Module;

    #[test]
    fn the_front_end_takes_something_of_every_kind() {
        let mut random = Random::new(2);
        for template in ALL {
            let taken = (0..20)
                .filter(|_| {
                    covenant_front::load("fuzz.ml", &filled(template, &mut random))
                        .is_ok_and(|m| Module::is_clean(&m))
                })
                .count();
            assert!(taken >= 15, "{taken} of 20:\n{template}");
        }
    }
}
