//! The specs whose values are enumerated, and how many values each has.

use std::ops::RangeInclusive;

/// Their parameter is not used: the bounds are those of the enumeration.
pub const SPECS: &str = r"
type size_map = Tip | Bin of int * size_map * size_map

let[@predicate] rec size_balanced (t : 'a tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) ->
      tree_num_node l <= tree_num_node r + 1
      && tree_num_node r <= tree_num_node l + 1
      && size_balanced l && size_balanced r

let[@predicate] rec map_size (m : size_map) : int =
  match m with Tip -> 0 | Bin (_, l, r) -> 1 + map_size l + map_size r

let[@predicate] rec all_below (m : size_map) (key : int) : bool =
  match m with Tip -> true | Bin (k, l, r) -> k < key && all_below l key && all_below r key

let[@predicate] rec all_above (m : size_map) (key : int) : bool =
  match m with Tip -> true | Bin (k, l, r) -> key < k && all_above l key && all_above r key

let[@predicate] rec valid_map (m : size_map) : bool =
  match m with
  | Tip -> true
  | Bin (key, l, r) ->
      (map_size l + map_size r <= 1
          || (map_size l <= 3 * map_size r && map_size r <= 3 * map_size l))
      && all_below l key && all_above r key
      && valid_map l && valid_map r

let sorted_list (any : int) : int list = []
[@@covers {| any:{v:int | true} -> [v:int list | sorted v] |}]

let red_black_tree (any : int) : int rbtree = Rbtleaf
[@@covers {| any:{v:int | true} -> [v:int rbtree | no_red_red v && 0 <= num_black v] |}]

let size_balanced_tree (any : int) : int tree = Leaf
[@@covers {| any:{v:int | true} -> [v:int tree | size_balanced v] |}]

let size_balanced_map (any : int) : size_map = Tip
[@@covers {| any:{v:int | true} -> [v:size_map | valid_map v] |}]

let[@predicate] solves (t : int * int * int) : bool =
  match t with a, b, c -> 7 * a + 11 * b + 13 * c = 2030 && 3 * a - 5 * b + 2 * c = 160

let two_equations (any : int) : int * int * int = (0, 0, 0)
[@@covers {| any:{v:int | true} -> [v:int * int * int | solves v] |}]
";

/// A spec, with bounds.
pub struct Case {
    /// The function whose claim it is.
    pub claim: &'static str,
    /// Integers in the values.
    pub ints: RangeInclusive<i64>,
    /// The last one has the goal.
    pub depths: &'static [u32],
    /// Every way stops after so many values.
    pub most: usize,
    /// How many values there are, by arithmetic: at a depth, with so many integers.
    pub values: fn(u32, u32) -> u128,
    /// Whether 100 times the speed of filtering is a goal for it.
    pub has_goal: bool,
}

impl Case {
    /// How many values there are at a depth.
    pub fn there_are(&self, depth: u32) -> u128 {
        (self.values)(depth, self.ints.clone().count() as u32)
    }
}

/// All of them.
pub const CASES: [Case; 5] = [
    Case {
        claim: "sorted_list",
        ints: 0..=3,
        depths: &[8, 14, 20],
        most: usize::MAX,
        values: |depth, ints| binomial(depth + ints, ints),
        has_goal: true,
    },
    Case {
        claim: "red_black_tree",
        ints: 0..=0,
        depths: &[3, 4, 5, 6],
        most: 10_000,
        values: red_black_trees,
        has_goal: true,
    },
    Case {
        claim: "size_balanced_map",
        ints: 1..=16,
        depths: &[2, 3, 4, 5],
        most: 10_000,
        values: size_balanced_maps,
        has_goal: true,
    },
    Case {
        claim: "size_balanced_tree",
        ints: 0..=0,
        depths: &[3, 4, 5],
        most: usize::MAX,
        values: |depth, ints| balanced_trees(depth, |size| u128::from(ints).pow(size)),
        has_goal: true,
    },
    Case {
        claim: "two_equations",
        ints: 0..=200,
        depths: &[1],
        most: usize::MAX,
        values: |_, ints| solutions(i64::from(ints)),
        has_goal: false,
    },
];

fn binomial(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

/// Solutions of the two equations below a bound: one is (60, 40, 90), and the others differ from it
/// by a multiple of the product of the normals.
fn solutions(ints: i64) -> u128 {
    let inside = |n: i64| 0 <= n && n < ints;
    let solution = |k: &i64| inside(60 + 87 * k) && inside(40 + 25 * k) && inside(90 - 68 * k);
    (-10..=10).filter(solution).count() as u128
}

/// Red-black trees, with any number of black nodes on the paths.
fn red_black_trees(depth: u32, ints: u32) -> u128 {
    // For each number of black nodes, how many have a black root or none, and how many a red one.
    let mut trees: Vec<(u128, u128)> = vec![(1, 0)];
    for _ in 0..depth {
        let red = |black: u128| u128::from(ints) * black * black;
        let mut deeper = vec![(1, red(trees[0].0))];
        for (height, (black, other)) in trees.iter().enumerate() {
            let above = trees.get(height + 1).map_or(0, |(black, _)| *black);
            deeper.push((u128::from(ints) * (black + other) * (black + other), red(above)));
        }
        trees = deeper;
    }
    trees.iter().map(|(black, red)| black + red).sum()
}

/// Trees whose children differ by at most one in size, everywhere; `labels` says in how many
/// ways a shape of a size can be labelled. No other shape of a size is less deep.
fn balanced_trees(depth: u32, labels: impl Fn(u32) -> u128) -> u128 {
    let largest = (1usize << depth) - 1;
    let mut shapes: Vec<u128> = vec![1];
    for size in 1..=largest {
        let (less, more) = ((size - 1) / 2, size / 2);
        let pairs = shapes[less] * shapes[more];
        shapes.push(if less == more { pairs } else { 2 * pairs });
    }
    (0u32..).zip(shapes).map(|(size, count)| count * labels(size)).sum()
}

/// Balanced as Haskell's `Data.Map` is: the sizes of two children together at most one, or
/// neither more than three times the other. Keys are in order, so a size leaves a choice of keys.
fn size_balanced_maps(depth: u32, ints: u32) -> u128 {
    let balanced = |l: usize, r: usize| l + r <= 1 || (l <= 3 * r && r <= 3 * l);
    // How many shapes of each size.
    let mut shapes: Vec<u128> = vec![1];
    for _ in 0..depth {
        let mut deeper = vec![0u128; 2 * shapes.len()];
        deeper[0] = 1;
        for (l, left) in shapes.iter().enumerate() {
            for (r, right) in shapes.iter().enumerate().filter(|(r, _)| balanced(l, *r)) {
                deeper[1 + l + r] += left * right;
            }
        }
        shapes = deeper;
    }
    (0u32..).zip(shapes).map(|(size, count)| count * binomial(ints, size)).sum()
}
