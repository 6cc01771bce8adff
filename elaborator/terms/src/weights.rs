//! How likely each rule is, and a few limits: the shape of terms is decided here.
//!
//! Weights are read from a file of lines `name = number`, a subset of TOML; what a file does not name keeps its shipped
//! value. No weights can keep a term from ending: every rule adds a node, and a term that has its size is closed
//! with trivial terms.

/// What is wrong with a file of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

macro_rules! weights {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal,)*) => {
        /// Weights of rules, and limits.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[doc = $doc])* pub $name: u32,)*
        }

        impl Default for Weights {
            /// The shipped weights: the mixture of all rules.
            fn default() -> Self {
                Weights { $($name: $default,)* }
            }
        }

        impl Weights {
            /// The names, in the order in which they are documented.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            fn named(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// As a file.
            #[must_use]
            pub fn to_file(&self) -> String {
                let mut text = String::new();
                $(
                    $(text.push_str(concat!("#", $doc, "\n"));)*
                    text.push_str(&format!("{} = {}\n\n", stringify!($name), self.$name));
                )*
                text
            }
        }
    };
}

weights! {
    /// GenVar: a variable of the right type that is in scope.
    var = 20,
    /// So many times more likely if the variable has no use yet.
    unused = 4,
    /// GenConst: a literal, a constructor without arguments, a constant.
    constant = 6,
    /// GenAbs and GenAbs▷: a lambda, where a function is needed.
    abs = 1000,
    /// GenApp: an application to arguments of types that are guessed.
    app = 0,
    /// GenApp▷: an application whose arguments are found later.
    app_ext = 60,
    /// GenFunVar and GenFunVar▷: a call of a function that is in scope.
    fun_var = 30,
    /// GenFunVar: a call of a function of the environment.
    fun_const = 30,
    /// GenFunVar for constructors: one that has arguments.
    con = 40,
    /// GenFunVar and GenVar in one: a call of the environment that takes a variable without a use.
    bridge = 40,
    /// GenParam▷: a new parameter of an enclosing extensible lambda.
    param = 600,
    /// So many times more likely for a lambda without parameters, so that few functions stay without any.
    param_first = 2,
    /// GenLet: a new let binding around the hole.
    let_ = 8,
    /// GenMatchLocal: a match on a value of a type that is guessed.
    match_local = 1,
    /// GenMatchVar: a match on a variable in scope.
    match_var = 4,
    /// GenMatch: a match around the hole that binds what fills it.
    match_ = 2,
    /// How many variables and places the rules look at, from the hole outwards. It bounds the time of a step.
    reach = 24,
    /// The most parameters that GenParam▷ gives a function.
    most_params = 5,
    /// The most lambdas and calls that one arguments hole may link for GenParam▷ to extend it.
    most_places = 6,
    /// Percentage of arguments that get a place for let bindings of their own.
    block = 10,
    /// Percentage of steps in which the last hole of a term may be closed before the term has its size.
    early = 4,
    /// Percentage of integers at which something might overflow.
    edges = 4,
    /// The greatest depth of types that are guessed.
    type_depth = 2,
    /// Percentage of guessed types that a constant of the environment has or takes.
    known_types = 0,
}

impl Weights {
    /// The local rules alone, as in generators from before: GenVar, GenConst, GenAbs, GenApp, GenFunVar, and matches. The
    /// weights of the rules that both have are the same.
    #[must_use]
    pub fn local() -> Self {
        Weights {
            unused: 1,
            app: 12,
            app_ext: 0,
            bridge: 0,
            param: 0,
            let_: 0,
            match_: 0,
            block: 0,
            ..Weights::default()
        }
    }

    /// All rules of the paper, GenApp among them, without the preference for variables that have no use and without bridges.
    #[must_use]
    pub fn plain() -> Self {
        Weights { unused: 1, bridge: 0, app: 6, ..Weights::default() }
    }

    /// Changes these weights as a file says.
    ///
    /// # Errors
    ///
    /// The first line that is not understood.
    pub fn read(mut self, text: &str) -> Result<Self, WeightsError> {
        for (at, line) in text.lines().enumerate() {
            let wrong = |message: String| WeightsError { line: at + 1, message };
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let Some((name, value)) = line.split_once('=') else {
                return Err(wrong(format!("expected `name = number`, found `{line}`")));
            };
            let (name, value) = (name.trim(), value.trim());
            let number: u32 = value
                .parse()
                .ok()
                .filter(|number| *number <= 1_000_000)
                .ok_or_else(|| wrong(format!("`{value}` is not a whole number from 0 to 1000000")))?;
            match self.named(name) {
                Some(weight) => *weight = number,
                None => {
                    return Err(wrong(format!(
                        "there is no weight `{name}`; there are {}",
                        Weights::NAMES.join(", ")
                    )));
                }
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_what_it_names() {
        let read = Weights::default().read("# lists\nlet_ = 7 # more\n\nvar=0\n").expect("weights");
        assert_eq!(read, Weights { let_: 7, var: 0, ..Weights::default() });
        assert_eq!(Weights::local().read(&Weights::plain().to_file()), Ok(Weights::plain()));
    }

    #[test]
    fn what_is_not_understood_has_a_line() {
        for (text, line, part) in [
            ("let = 1", 1, "no weight `let`"),
            ("\nvar 1", 2, "expected `name = number`"),
            ("var = -1", 1, "not a whole number"),
            ("var = 1e3", 1, "not a whole number"),
        ] {
            let error = Weights::default().read(text).expect_err(text);
            assert!(error.message.contains(part), "{}", error.message);
            assert_eq!(error.line, line);
        }
    }
}
