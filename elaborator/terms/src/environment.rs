//! What terms may be made of: datatypes, and constants with their types.
//!
//! Built in are `int`, `bool`, `unit`, `string`, `'a list`, `'a option` and tuples; everything else comes from an OCaml file
//! ([`crate::read`]). Constructors and literals belong to datatypes, not to the constants.

use crate::types::Type;

/// The number of `int`.
pub const INT: u32 = 0;
/// The number of `bool`.
pub const BOOL: u32 = 1;
/// The number of `unit`.
pub const UNIT: u32 = 2;
/// The number of `string`.
pub const STRING: u32 = 3;
/// The number of `'a list`.
pub const LIST: u32 = 4;
/// The number of `'a option`.
pub const OPTION: u32 = 5;
/// The number of pairs; triples and quadruples follow.
pub const TUPLE_2: u32 = 6;
/// The number of the first datatype that is not built in.
pub const FIRST_OWN: u32 = 9;

/// A constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name; `::`, `[]`, `()` and `,` for the built-in ones.
    pub name: String,
    /// The types of its arguments; variables are the parameters of the datatype.
    pub fields: Vec<Type>,
}

/// A datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datatype {
    /// Its name.
    pub name: String,
    /// The number of its parameters.
    pub params: u32,
    /// Its constructors; none for types with literals, and for abstract ones.
    pub constructors: Vec<Constructor>,
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its name; an operator without parentheses.
    pub name: String,
    /// Its type; the variables are universally quantified.
    pub ty: Type,
}

/// Datatypes and constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The datatypes; the first ones are built in.
    pub datatypes: Vec<Datatype>,
    /// The constants.
    pub constants: Vec<Constant>,
    /// Abbreviations: name, number of parameters, what it stands for.
    pub abbreviations: Vec<(String, u32, Type)>,
    /// OCaml text that defines what is not in OCaml's standard library.
    pub definitions: String,
    /// Haskell text that defines the constants, if there is one.
    pub haskell: Option<String>,
    /// The environment defines a list `inputs` of arguments for differential testing.
    pub inputs: bool,
}

impl Environment {
    /// The built-in datatypes, and no constant.
    #[must_use]
    pub fn builtin() -> Self {
        let constructor = |name: &str, fields: Vec<Type>| Constructor { name: name.into(), fields };
        let data = |name: &str, params: u32, constructors: Vec<Constructor>| Datatype {
            name: name.into(),
            params,
            constructors,
        };
        let a = Type::Var(0);
        let list = Type::Data(LIST, vec![a.clone()]);
        let tuple = |n: u32| data("tuple", n, vec![constructor(",", (0..n).map(Type::Var).collect())]);
        Environment {
            datatypes: vec![
                data("int", 0, vec![]),
                data("bool", 0, vec![constructor("false", vec![]), constructor("true", vec![])]),
                data("unit", 0, vec![constructor("()", vec![])]),
                data("string", 0, vec![]),
                data("list", 1, vec![constructor("[]", vec![]), constructor("::", vec![a.clone(), list])]),
                data("option", 1, vec![constructor("None", vec![]), constructor("Some", vec![a])]),
                tuple(2),
                tuple(3),
                tuple(4),
            ],
            constants: Vec::new(),
            abbreviations: Vec::new(),
            definitions: String::new(),
            haskell: None,
            inputs: false,
        }
    }

    /// Is this datatype a tuple?
    #[must_use]
    pub fn is_tuple(&self, data: u32) -> bool {
        (TUPLE_2..FIRST_OWN).contains(&data)
    }

    /// The datatype of tuples with so many components.
    #[must_use]
    pub fn tuple(&self, components: usize) -> Option<u32> {
        (2..=4).contains(&components).then(|| TUPLE_2 + components as u32 - 2)
    }

    /// Has it literals?
    #[must_use]
    pub fn has_literals(&self, data: u32) -> bool {
        matches!(data, INT | STRING)
    }

    /// A type by its name.
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    pub fn applied_type(&self, name: &str, args: Vec<Type>) -> Result<Type, String> {
        let takes = |params: u32| {
            if params as usize == args.len() {
                return Ok(());
            }
            let plural = if params == 1 { "" } else { "s" };
            Err(format!("`{name}` takes {params} argument{plural} and has {}", args.len()))
        };
        // The last declaration of a name hides the ones before.
        if let Some((_, params, ty)) = self.abbreviations.iter().rev().find(|(known, ..)| known == name) {
            takes(*params)?;
            return Ok(ty.instantiate(&args));
        }
        let named = |data: &Datatype| data.name == name && data.name != "tuple";
        match self.datatypes.iter().rposition(named) {
            Some(at) => {
                takes(self.datatypes[at].params)?;
                Ok(Type::Data(at as u32, args))
            }
            None => {
                let known: Vec<&str> = self
                    .datatypes
                    .iter()
                    .map(|data| data.name.as_str())
                    .filter(|name| *name != "tuple")
                    .chain(self.abbreviations.iter().map(|(name, ..)| name.as_str()))
                    .collect();
                Err(format!("unknown type `{name}`; the environment has {}", known.join(", ")))
            }
        }
    }
}
