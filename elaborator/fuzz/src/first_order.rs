//! Well-typed generators with random bodies and random claims: strange, and rarely accepted.

use std::fmt::Write as _;

use covenant_execute::Random;

/// The types that a generator may return.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    List,
    Tree,
    Pair,
}

/// The text of a program with one claimed generator, `g`, and sometimes a helper, `h`.
pub(super) fn program(random: &mut Random) -> String {
    let mut text = String::new();
    let helper = (random.below(3) == 0).then(|| pick_type(random));
    if let Some(ty) = helper {
        function(&mut text, "h", ty, None, random);
    }
    let ty = pick_type(random);
    function(&mut text, "g", ty, helper, random);
    text
}

fn pick_type(random: &mut Random) -> Type {
    [Type::Int, Type::Bool, Type::List, Type::List, Type::Tree, Type::Tree, Type::Pair]
        [random.below(7) as usize]
}

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Bool => "bool",
        Type::List => "int list",
        Type::Tree => "int tree",
        Type::Pair => "int * int",
    }
}

fn function(text: &mut String, name: &str, ty: Type, helper: Option<Type>, random: &mut Random) {
    let recursive = matches!(ty, Type::List | Type::Tree) && random.below(4) > 0;
    let mut body = Body {
        random,
        own: recursive.then_some((name, ty)),
        helper,
        ints: vec!["n".into(), "x".into()],
        fresh: 0,
    };
    let written = if recursive {
        let (stop, go) = (body.value(ty, 1, false), body.value(ty, 4, true));
        format!("if n <= 0 then {stop} else {go}")
    } else {
        body.value(ty, 4, false)
    };
    let claim = claim(ty, random);
    let first = ["0 <= v", "0 <= v", "0 <= v", "true"][if recursive { 0 } else { random.below(4) as usize }];
    let second = ["true", "true", "n <= v", "0 <= v && v <= n"][random.below(4) as usize];
    let _ = write!(
        text,
        "let {}{name} (n : int) (x : int) : {} =\n  {written}\n[@@covers {{| n:{{v:int | {first}}} -> x:{{v:int | {second}}} -> [v:{} | {claim}] |}}]\n{}\n",
        if recursive { "rec " } else { "" },
        type_name(ty),
        type_name(ty),
        if recursive { "[@@measure n]\n" } else { "" },
    );
}

struct Body<'r> {
    random: &'r mut Random,
    own: Option<(&'r str, Type)>,
    helper: Option<Type>,
    ints: Vec<String>,
    fresh: u32,
}

impl Body<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("a{}", self.fresh)
    }

    /// An expression of a type; `smaller` where the recursive call may be used.
    fn value(&mut self, ty: Type, depth: u32, smaller: bool) -> String {
        if depth > 0 {
            match self.below(12) {
                0..=2 => {
                    let condition = self.condition();
                    let (yes, no) = (self.value(ty, depth - 1, smaller), self.value(ty, depth - 1, smaller));
                    return format!("(if {condition} then {yes} else {no})");
                }
                3..=4 => {
                    let (name, bound) = (self.name(), self.int(1));
                    self.ints.push(name.clone());
                    let rest = self.value(ty, depth - 1, smaller);
                    self.ints.retain(|i| *i != name);
                    return format!("(let {name} = {bound} in {rest})");
                }
                5 if self.helper == Some(ty) => {
                    let (a, b) = (self.int(1), self.int(0));
                    return format!("(h ({a}) ({b}))");
                }
                6 => return "(err ())".to_owned(),
                _ => {}
            }
        }
        match ty {
            Type::Int => self.int(depth.min(2)),
            Type::Bool => format!("({})", self.condition()),
            Type::Pair => format!("({}, {})", self.int(1), self.int(1)),
            Type::List => self.list(depth, smaller),
            Type::Tree => self.tree(depth, smaller),
        }
    }

    fn call(&mut self, smaller: bool) -> Option<String> {
        let (name, _) = self.own.filter(|_| smaller)?;
        let size = ["n - 1", "n - 1", "n - 1", "n - 1", "n - 2", "n / 2", "n", "x"][self.below(8) as usize];
        let second = if self.below(2) == 0 { "x".to_owned() } else { self.int(1) };
        Some(format!("({name} ({size}) ({second}))"))
    }

    fn list(&mut self, depth: u32, smaller: bool) -> String {
        match self.below(8) {
            0 => "[]".to_owned(),
            1..=2 => self.call(smaller).unwrap_or_else(|| "[]".to_owned()),
            3 if depth > 0 => {
                let (head, tail) = (self.name(), self.name());
                let scrutinee = self.list(depth - 1, smaller);
                let empty = self.list(depth - 1, smaller);
                self.ints.push(head.clone());
                let new = self.int(1);
                self.ints.retain(|i| *i != head);
                format!(
                    "(match {scrutinee} with [] -> {empty} | {head} :: {tail} -> {new} :: {head} :: {tail})"
                )
            }
            _ if depth > 0 => format!("({} :: {})", self.int(1), self.list(depth - 1, smaller)),
            _ => self.call(smaller).unwrap_or_else(|| "[]".to_owned()),
        }
    }

    fn tree(&mut self, depth: u32, smaller: bool) -> String {
        match self.below(6) {
            0 => "Leaf".to_owned(),
            1 => self.call(smaller).unwrap_or_else(|| "Leaf".to_owned()),
            2 if depth > 0 => {
                let scrutinee = self.tree(depth - 1, smaller);
                let (other, root) = (self.tree(depth - 1, smaller), self.name());
                format!(
                    "(match {scrutinee} with Node ({root}, Leaf, r) -> Node ({root}, r, Leaf) | Node (_, l, Node _) -> l | _ -> {other})"
                )
            }
            _ if depth > 0 => {
                let (left, right) = (self.tree(depth - 1, smaller), self.tree(depth - 1, smaller));
                format!("(Node ({}, {left}, {right}))", self.int(1))
            }
            _ => self.call(smaller).unwrap_or_else(|| "Leaf".to_owned()),
        }
    }

    fn int(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 5 } else { 12 }) {
            0 => self.below(4).to_string(),
            1..=2 => {
                let pick = self.below(self.ints.len() as u64) as usize;
                self.ints[pick].clone()
            }
            3 => "int_gen ()".to_owned(),
            4 => "nat_gen ()".to_owned(),
            5 => format!("({} + {})", self.int(depth - 1), self.int(depth - 1)),
            6 => format!("({} - {})", self.int(depth - 1), self.int(depth - 1)),
            7 => format!("(int_range ({}) ({}))", self.int(depth - 1), self.int(depth - 1)),
            8 => format!("({} mod {})", self.int(depth - 1), 2 + self.below(2)),
            9 => format!("({} / {})", self.int(depth - 1), 2 + self.below(2)),
            10 => format!("({} * {})", 1 + self.below(3), self.int(depth - 1)),
            _ => format!("(if {} then {} else {})", self.condition(), self.int(0), self.int(0)),
        }
    }

    fn condition(&mut self) -> String {
        match self.below(6) {
            0..=2 => "bool_gen ()".to_owned(),
            3 => format!("{} <= {}", self.int(0), self.int(0)),
            4 => format!("{} < {}", self.int(0), self.int(0)),
            _ => format!("{} = {}", self.int(0), self.int(0)),
        }
    }
}

fn claim(ty: Type, random: &mut Random) -> String {
    let ints: &[&str] = &[
        "v = 0",
        "v = x",
        "v = n",
        "0 <= v",
        "v <= n",
        "x <= v",
        "v < x",
        "true",
        "0 <= v && v <= 2",
        "exists k:int. v = 2 * k",
        "v <> x",
    ];
    let lists: &[&str] = &[
        "len v <= n",
        "len v = n",
        "len v <= 1",
        "sorted v",
        "uniq v",
        "v = []",
        "true",
        "0 < len v",
        "(forall u:int. mem v u ==> x <= u)",
        "(forall u:int. mem v u ==> u = x)",
        "len v <= 2",
    ];
    let trees: &[&str] = &[
        "depth v <= n",
        "depth v = n",
        "v = Leaf",
        "bst v",
        "heap v",
        "complete v",
        "depth v <= 1",
        "(forall u:int. tree_mem v u ==> x <= u)",
        "true",
        "tree_num_node v <= n",
    ];
    let pairs: &[&str] = &[
        "fst v <= snd v",
        "fst v = snd v",
        "fst v = x",
        "0 <= snd v",
        "snd v = fst v + 1",
        "true",
        "fst v <= n",
    ];
    let bools: &[&str] = &["true", "v = true", "v = (n <= x)", "v = false"];
    let options = match ty {
        Type::Int => ints,
        Type::Bool => bools,
        Type::List => lists,
        Type::Tree => trees,
        Type::Pair => pairs,
    };
    let mut one = || options[random.below(options.len() as u64) as usize];
    let (a, b) = (one(), one());
    match random.below(4) {
        0 => a.to_owned(),
        1 => format!("({a}) || ({b})"),
        _ => format!("({a}) && ({b})"),
    }
}
