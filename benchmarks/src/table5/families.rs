//! The six families: what is claimed, what programs are made of, and when a value is allowed.
//!
//! A program is `if size = 0 then .. else ..` over the components that the paper's synthesizer is
//! given: constructors, primitive generators, tests of the specification, and the function itself
//! at a smaller size. All combinations up to a depth are programs; those that produce something
//! that the specification does not allow are dropped later.

use super::program::{Argument, Data, Notation, Number, Offset, Term, Test};
use super::program::{choice, if_, labels, let_data, let_int, nodes};
use std::collections::BTreeSet;

/// A family of programs with one claim.
pub struct Family {
    /// Name in Table 5.
    pub name: &'static str,
    /// Programs, and complete ones among them, that the paper reports.
    pub paper: (u64, u64),
    /// Definitions that the claim needs.
    pub definitions: &'static str,
    /// Name of the function.
    pub function: &'static str,
    /// Its parameters, in order.
    pub parameters: &'static [&'static str],
    /// Its head as OCaml.
    pub head: &'static str,
    /// The claim.
    pub claim: &'static str,
    /// How structures are written.
    pub notation: Notation,
    /// The bodies.
    pub programs: fn() -> Vec<Term>,
    /// Whether the claim asks for a value, at arguments.
    pub allows: fn(&[i64], &Data) -> bool,
    /// Arguments at which programs are run.
    pub arguments: &'static [&'static [i64]],
    /// Depth of the values that are looked for.
    pub depth: usize,
    /// Their labels.
    pub labels: &'static [i64],
}

/// All of them, in the paper's order.
pub const FAMILIES: [Family; 6] =
    [UNIQUE_LIST, SIZED_LIST, SORTED_LIST, SIZED_TREE, SIZED_BST, RED_BLACK_TREE];

// Every first parameter is the size.
const SIZE: Offset = Offset(0, 0);
const SMALLER: Argument = Argument::Int(Offset(0, -1));

fn sized(step: Term) -> Term {
    if_(Test::IsZero(SIZE), Term::Empty, step)
}

/// Each term alone, each two in both orders under a choice.
fn singles_and_pairs(terms: &[Term]) -> Vec<Term> {
    let mut steps = terms.to_vec();
    for (i, a) in terms.iter().enumerate() {
        let others = terms.iter().enumerate().filter(|(j, _)| *j != i);
        steps.extend(others.map(|(_, b)| choice(a.clone(), b.clone())));
    }
    steps
}

/// Each three terms, in their order, under two choices.
fn triples(terms: &[Term]) -> Vec<Term> {
    let mut steps = Vec::new();
    for (i, a) in terms.iter().enumerate() {
        for (j, b) in terms.iter().enumerate().skip(i + 1) {
            let rest = terms.iter().skip(j + 1);
            steps.extend(rest.map(|c| choice(a.clone(), choice(b.clone(), c.clone()))));
        }
    }
    steps
}

fn cons(head: Number, tail: Term) -> Term {
    Term::Node(false, head, vec![tail])
}

const SIZED_LIST: Family = Family {
    name: "SizedList",
    paper: (126, 28),
    definitions: "",
    function: "sized_list",
    parameters: &["size"],
    head: "(size : int) : int list",
    claim: "size:{v:int | 0 <= v} -> [v:int list | len v <= size]",
    notation: Notation::List,
    programs: || {
        let call = Term::Call(vec![SMALLER]);
        let mut terms = vec![Term::Empty, call.clone()];
        for head in [Number::Any, Number::Is(SIZE), Number::Is(Offset(0, -1))] {
            terms.extend([cons(head, Term::Empty), cons(head, call.clone())]);
        }
        [singles_and_pairs(&terms), triples(&terms)].concat().into_iter().map(sized).collect()
    },
    allows: |arguments, list| length(list) <= arguments[0],
    arguments: &[&[0], &[1], &[2], &[3]],
    depth: 3,
    labels: &[0, 1, 2],
};

const UNIQUE_LIST: Family = Family {
    name: "UniqueList",
    paper: (284, 10),
    definitions: "",
    function: "unique_list",
    parameters: &["size"],
    head: "(size : int) : int list",
    claim: "size:{v:int | 0 <= v} -> [v:int list | len v = size && uniq v]",
    notation: Notation::List,
    programs: || {
        let (head, tail) = (Offset(1, 0), Term::Bound(0));
        let other = Offset(2, 0);
        let again = let_int(
            Number::Any,
            if_(Test::Member(0, other), Term::Fail, cons(Number::Is(other), tail.clone())),
        );
        let results =
            [Term::Fail, cons(Number::Is(head), tail.clone()), cons(Number::Is(SIZE), tail.clone()), again];
        let tests = [
            Test::Member(0, head),
            Test::Member(0, SIZE),
            Test::AtMost(head, SIZE),
            Test::AtMost(SIZE, head),
        ];
        let mut programs = Vec::new();
        for tail in [Term::Call(vec![SMALLER]), Term::Empty] {
            for number in [Number::Any, Number::Is(SIZE), Number::Is(Offset(0, -1))] {
                for test in tests {
                    for (i, yes) in results.iter().enumerate() {
                        for (_, no) in results.iter().enumerate().filter(|(j, _)| *j != i) {
                            let body = let_int(number, if_(test, yes.clone(), no.clone()));
                            programs.push(sized(let_data(tail.clone(), body)));
                        }
                    }
                }
            }
        }
        programs
    },
    allows: |arguments, list| {
        let elements = labels(list);
        length(list) == arguments[0] && elements.iter().collect::<BTreeSet<_>>().len() == elements.len()
    },
    arguments: &[&[0], &[1], &[2], &[3]],
    depth: 3,
    labels: &[0, 1, 2],
};

const SORTED_LIST: Family = Family {
    name: "SortedList",
    paper: (30, 8),
    definitions: "let[@predicate] starts_from (low : int) (l : int list) : bool =
  match l with [] -> true | x :: _ -> low <= x
",
    function: "sorted_list",
    parameters: &["size", "low"],
    head: "(size : int) (low : int) : int list",
    claim: "size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v <= size && sorted v && starts_from low v]",
    notation: Notation::List,
    programs: || {
        let (low, head) = (Offset(1, 0), Offset(2, 0));
        let call = |from| Term::Call(vec![SMALLER, Argument::Int(from)]);
        let with_head = [
            cons(Number::Is(head), call(head)),
            cons(Number::Is(head), call(low)),
            cons(Number::Is(head), Term::Empty),
            call(head),
        ];
        let without = [Term::Fail, Term::Empty, call(low), cons(Number::Is(low), call(low))];
        let mut programs = Vec::new();
        for number in [Number::Any, Number::Is(Offset(1, 1))] {
            for yes in &with_head {
                for no in &without {
                    let step = let_int(number, if_(Test::AtMost(low, head), yes.clone(), no.clone()));
                    programs.push(sized(step.clone()));
                    let others = without.iter().skip(1);
                    programs.extend(others.map(|other| sized(choice(other.clone(), step.clone()))));
                }
            }
        }
        programs
    },
    allows: |arguments, list| {
        let elements = labels(list);
        length(list) <= arguments[0]
            && elements.is_sorted()
            && elements.first().is_none_or(|&first| arguments[1] <= first)
    },
    arguments: &[&[0, 0], &[1, 0], &[2, 0], &[3, 1]],
    depth: 3,
    labels: &[0, 1, 2],
};

const SIZED_TREE: Family = Family {
    name: "SizedTree",
    paper: (103, 2),
    definitions: "",
    function: "sized_tree",
    parameters: &["size"],
    head: "(size : int) : int tree",
    claim: "size:{v:int | 0 <= v} -> [v:int tree | depth v <= size]",
    notation: Notation::Tree,
    programs: || {
        let parts = [Term::Empty, Term::Call(vec![SMALLER])];
        let mut terms = parts.to_vec();
        for root in [Number::Any, Number::Is(SIZE)] {
            for left in &parts {
                terms.extend(
                    parts.iter().map(|right| Term::Node(false, root, vec![left.clone(), right.clone()])),
                );
            }
        }
        singles_and_pairs(&terms).into_iter().map(sized).collect()
    },
    allows: |arguments, tree| depth(tree) <= arguments[0],
    arguments: &[&[0], &[1], &[2]],
    depth: 2,
    labels: &[0, 1, 2],
};

const SIZED_BST: Family = Family {
    name: "SizedBST",
    paper: (229, 54),
    definitions: "",
    function: "sized_bst",
    parameters: &["size", "lo", "hi"],
    head: "(size : int) (lo : int) (hi : int) : int tree",
    claim: "size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && depth v <= size && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]",
    notation: Notation::Tree,
    programs: || {
        let (lo, hi, root) = (Offset(1, 0), Offset(2, 0), Offset(3, 0));
        let (after, before) = (Offset(1, 1), Offset(2, -1));
        let call = |lo, hi| Term::Call(vec![SMALLER, Argument::Int(lo), Argument::Int(hi)]);
        let mut trees = Vec::new();
        for left in [Term::Empty, call(lo, root)] {
            for right in [Term::Empty, call(root, hi)] {
                let tree = Term::Node(false, Number::Is(root), vec![left.clone(), right]);
                let inside = [Number::Between(after, before), Number::Is(after), Number::Is(before)];
                trees.extend(inside.map(|number| let_int(number, tree.clone())));
                let filtered = |other| if_(Test::Inside(lo, root, hi), tree.clone(), other);
                let others = [Term::Fail, Term::Empty, call(lo, hi)];
                trees.extend(others.map(|other| let_int(Number::Any, filtered(other))));
            }
        }
        let mut programs = Vec::new();
        for tree in trees {
            for too_narrow in [Term::Empty, Term::Fail] {
                let guarded = |body| if_(Test::AtMost(hi, after), too_narrow.clone(), body);
                programs.push(sized(guarded(tree.clone())));
                programs.push(sized(guarded(choice(Term::Empty, tree.clone()))));
                programs.push(sized(guarded(choice(call(lo, hi), tree.clone()))));
                programs.push(sized(choice(Term::Empty, guarded(tree.clone()))));
            }
        }
        programs
    },
    allows: |arguments, tree| {
        let elements = labels(tree);
        depth(tree) <= arguments[0]
            && elements.is_sorted_by(|a, b| a < b)
            && elements.iter().all(|&x| arguments[1] < x && x < arguments[2])
    },
    arguments: &[&[0, 0, 2], &[1, 0, 0], &[1, 0, 1], &[1, 0, 2], &[2, -1, 1], &[2, -1, 3], &[3, -1, 3]],
    depth: 3,
    labels: &[0, 1, 2],
};

const RED_BLACK_TREE: Family = Family {
    name: "RedBlackTree",
    paper: (234, 2),
    definitions: "",
    function: "red_black_tree",
    parameters: &["fuel", "black_root", "height"],
    head: "(fuel : int) (black_root : bool) (height : int) : int rbtree",
    claim: "fuel:{v:int | 0 <= v} -> black_root:{v:bool | true} ->
  height:{v:int | 0 <= v && (black_root ==> fuel = 2 * v) && ((not black_root) ==> fuel = 2 * v + 1)} ->
  [v:int rbtree | num_black v = height && no_red_red v && (black_root ==> not (rb_root_color v true))]",
    notation: Notation::RedBlack,
    programs: || {
        let height = Offset(2, 0);
        // `fuel` is determined by the other two arguments.
        let call = |fuel, black_root, height| {
            let (fuel, height) = (Argument::Int(Offset(0, fuel)), Argument::Int(Offset(2, height)));
            Term::Call(vec![fuel, Argument::Bool(black_root), height])
        };
        let node = |red, root, left, right| Term::Node(red, root, vec![left, right]);
        let lone = |root| node(true, root, Term::Empty, Term::Empty);
        let lowest = [
            Term::Empty,
            lone(Number::Any),
            lone(Number::Is(height)),
            choice(Term::Empty, lone(Number::Any)),
            choice(Term::Empty, lone(Number::Is(height))),
        ];
        let flags = [(false, false), (false, true), (true, false), (true, true)];
        // Below a node whose own fuel is `2 * height + extra`.
        let below = |extra: i64, black_root| call(-1 - extra - i64::from(black_root), black_root, -1);
        let black = |extra, root, (l, r)| node(false, root, below(extra, l), below(extra, r));
        let mut black_rooted: Vec<Term> = flags.map(|flags| black(0, Number::Any, flags)).to_vec();
        black_rooted.push(black(0, Number::Is(height), (false, false)));
        let red = node(true, Number::Any, call(-1, true, 0), call(-1, true, 0));
        let mut any_rooted = vec![red.clone()];
        for flags in flags {
            let black = black(1, Number::Any, flags);
            any_rooted.extend([black.clone(), choice(red.clone(), black)]);
        }
        let mut programs = Vec::new();
        for lowest in &lowest {
            for black_rooted in &black_rooted {
                for any_rooted in &any_rooted {
                    let at_zero = if_(Test::Flag(1), Term::Empty, lowest.clone());
                    let above = if_(Test::Flag(1), black_rooted.clone(), any_rooted.clone());
                    programs.push(if_(Test::IsZero(height), at_zero, above));
                }
            }
        }
        programs
    },
    allows: |arguments, tree| {
        black_height(tree) == Some(arguments[2])
            && no_red_red(tree)
            && !(arguments[1] != 0 && matches!(tree, Data::Node(true, ..)))
    },
    arguments: &[&[0, 1, 0], &[1, 0, 0], &[2, 1, 1], &[3, 0, 1]],
    depth: 3,
    labels: &[0, 1],
};

impl Family {
    /// For each of the arguments, every value within the bounds that the claim asks for there.
    pub fn wanted(&self) -> Vec<(&'static [i64], BTreeSet<Data>)> {
        let structures = self.structures();
        let allowed = |arguments: &'static [i64]| {
            structures.iter().filter(|data| (self.allows)(arguments, data)).cloned().collect()
        };
        self.arguments.iter().map(|&arguments| (arguments, allowed(arguments))).collect()
    }

    /// Every structure within the bounds.
    fn structures(&self) -> BTreeSet<Data> {
        let (parts, colours): (usize, &[bool]) = match self.notation {
            Notation::List => (1, &[false]),
            Notation::Tree => (2, &[false]),
            Notation::RedBlack => (2, &[false, true]),
        };
        let mut found = BTreeSet::from([Data::Empty]);
        for _ in 0..self.depth {
            let below = vec![found.clone(); parts];
            found.extend(colours.iter().flat_map(|&red| nodes(red, self.labels, &below)));
        }
        found
    }
}

/// Of a list.
fn length(list: &Data) -> i64 {
    depth(list)
}

/// Nodes on the longest path.
fn depth(data: &Data) -> i64 {
    match data {
        Data::Empty => 0,
        Data::Node(_, _, parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
    }
}

/// Black nodes on every path, if all agree.
fn black_height(tree: &Data) -> Option<i64> {
    match tree {
        Data::Empty => Some(0),
        Data::Node(red, _, parts) => {
            let heights: BTreeSet<Option<i64>> = parts.iter().map(black_height).collect();
            match (heights.len(), heights.first()) {
                (1, Some(Some(height))) => Some(height + i64::from(!red)),
                _ => None,
            }
        }
    }
}

fn no_red_red(tree: &Data) -> bool {
    match tree {
        Data::Empty => true,
        Data::Node(red, _, parts) => {
            let clash = *red && parts.iter().any(|part| matches!(part, Data::Node(true, ..)));
            !clash && parts.iter().all(no_red_red)
        }
    }
}
