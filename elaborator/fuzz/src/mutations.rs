//! Small changes to a program: the mistakes that people make.

use covenant_execute::Random;

/// A program as tokens, some of them replaced.
#[derive(Clone, Debug)]
pub struct Mutated {
    tokens: Vec<String>,
    changes: Vec<(usize, String)>,
}

impl Mutated {
    /// The program with its changes.
    #[must_use]
    pub fn text(&self) -> String {
        let mut tokens = self.tokens.clone();
        for (place, token) in &self.changes {
            tokens[*place].clone_from(token);
        }
        tokens.concat()
    }
}

/// One to three random changes.
#[must_use]
pub fn mutated(text: &str, random: &mut Random) -> Mutated {
    let tokens = tokens(text);
    let mut result = Mutated { tokens, changes: Vec::new() };
    let wanted = 1 + random.below(3) as usize;
    for _ in 0..200 {
        if result.changes.len() >= wanted || result.tokens.is_empty() {
            break;
        }
        let place = random.below(result.tokens.len() as u64) as usize;
        if result.changes.iter().any(|(p, _)| *p == place) {
            continue;
        }
        if let Some(token) = replacement(&result.tokens, place, random) {
            result.changes.push((place, token));
        }
    }
    result
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '\''
}

/// Words, operators, comments, and single other characters; together they are the text.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let operator = |c: char| "<=>+-*/&|!:".contains(c);
    let chars: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        if chars[i] == '(' && chars.get(i + 1) == Some(&'*') {
            i += 2;
            while i < chars.len() && !(chars[i - 1] == '*' && chars[i] == ')') {
                i += 1;
            }
            i = (i + 1).min(chars.len());
        } else if is_word(chars[i]) {
            while i < chars.len() && is_word(chars[i]) {
                i += 1;
            }
        } else if operator(chars[i]) {
            while i < chars.len() && operator(chars[i]) {
                i += 1;
            }
        } else {
            i += 1;
        }
        all.push(chars[start..i].iter().collect());
    }
    all
}

const KEYWORDS: [&str; 35] = [
    "let",
    "rec",
    "in",
    "if",
    "then",
    "else",
    "match",
    "with",
    "fun",
    "type",
    "of",
    "open",
    "and",
    "true",
    "false",
    "covers",
    "measure",
    "rank",
    "forall",
    "exists",
    "v",
    "M",
    "int",
    "bool",
    "list",
    "unit",
    "predicate",
    "lemma",
    "axiom",
    "not",
    "mod",
    "library",
    "assert",
    "over",
    "under",
];

fn replacement(tokens: &[String], place: usize, random: &mut Random) -> Option<String> {
    let last_word = |before: &[String]| before.iter().rev().find(|t| !t.trim().is_empty()).cloned();
    if tokens[place] == "(" && last_word(&tokens[..place]).as_deref() == Some("&&") {
        // A conjunct that is no longer demanded, if it is a formula.
        return Some("(true || ".to_owned());
    }
    let mut one_of = |options: &[&str]| Some(options[random.below(options.len() as u64) as usize].to_owned());
    match tokens[place].as_str() {
        "<=" => one_of(&["<", "="]),
        "<" => one_of(&["<=", "="]),
        "+" => one_of(&["-"]),
        "-" => one_of(&["+"]),
        "&&" => one_of(&["||"]),
        "||" => one_of(&["&&"]),
        ">" => one_of(&[">=", "<"]),
        ">=" => one_of(&[">", "="]),
        "=" => one_of(&["<=", "<>", ">="]),
        "<>" => one_of(&["=", "<"]),
        "==>" => one_of(&["&&", "||"]),
        "*" => one_of(&["+"]),
        "/" => one_of(&["mod", "*"]),
        "mod" => one_of(&["/", "+"]),
        "not" => one_of(&[""]),
        "forall" => one_of(&["exists"]),
        "exists" => one_of(&["forall"]),
        "measure" => one_of(&["rank"]),
        "rank" => one_of(&["measure"]),
        "true" => one_of(&["false", "bool_gen ()"]),
        "false" => one_of(&["true", "bool_gen ()"]),
        "int_gen" => one_of(&["nat_gen"]),
        "nat_gen" => one_of(&["int_gen"]),
        "bool_gen" => one_of(&["0 <= int_gen", "0 < nat_gen"]),
        "sorted" => one_of(&["uniq"]),
        "uniq" => one_of(&["sorted"]),
        "depth" => one_of(&["tree_num_node"]),
        "heap" | "complete" => one_of(&["bst"]),
        "bst" => one_of(&["heap", "complete"]),
        "if" => one_of(&["if bool_gen () || ", "if bool_gen () && "]),
        "::" => one_of(&[":: 0 ::"]),
        "err" => one_of(&["(fun () -> 0)", "int_gen"]),
        "Leaf" => one_of(&["(Node (0, Leaf, Leaf))"]),
        word if !word.is_empty() && word.len() < 10 && word.chars().all(|c| c.is_ascii_digit()) => {
            let n: i64 = word.parse().ok()?;
            one_of(&[&(n + 1).to_string(), &format!("({})", n - 1), "0"])
        }
        word if word.starts_with(|c: char| c.is_ascii_lowercase()) && !KEYWORDS.contains(&word) => {
            // Another name that is used here.
            let names: Vec<&String> = tokens
                .iter()
                .filter(|t| {
                    t.starts_with(|c: char| c.is_ascii_lowercase())
                        && !KEYWORDS.contains(&t.as_str())
                        && t.as_str() != word
                })
                .collect();
            if names.is_empty() || random.below(3) > 0 {
                return None;
            }
            Some(names[random.below(names.len() as u64) as usize].clone())
        }
        _ => None,
    }
}
