//! Modules of OCaml's library: their items, known by the names that they have outside of the module, and
//! characters and strings as the data that the modules `Char` and `String` make them.

use super::Inferrer;
use super::top_level::TypeEntry;
use crate::parse::literals::bytes;
use crate::prelude::Library;
use crate::span::Span;
use crate::syntax::{Item, Literal};
use crate::typed::{BOOL, DataId, PredicateId, TExpr, TKind, TPattern, Ty};

/// The types of characters and strings, where they are data.
#[derive(Default)]
pub(super) struct Texts {
    characters: Option<Characters>,
    /// The datatypes of strings and of lists.
    string: Option<(DataId, DataId)>,
}

#[derive(Clone, Copy)]
struct Characters {
    char: DataId,
    half: DataId,
    /// The predicate `Char.code`.
    code: PredicateId,
}

/// What a literal of a character or string is made of.
pub(super) struct Text {
    bytes: Vec<u8>,
    char: DataId,
    half: DataId,
    /// The datatypes of strings and lists, for a string.
    string: Option<(DataId, DataId)>,
}

impl Inferrer<'_> {
    /// Types the items of a module. Inside, its names are short; outside, the module's name is before
    /// them, but for those that OCaml knows without.
    pub(super) fn library_module(&mut self, library: &Library, items: &[Item]) {
        let name = library.name;
        let (predicate, function, datatype) =
            (self.program.predicates.len(), self.program.functions.len(), self.program.datatypes.len());
        let before = self.top.before_module();
        items.iter().for_each(|item| self.item(item));
        self.top.leave_module(before, library, items);
        let global = |own: &str| library.global.contains(&own);
        for predicate in self.program.predicates.iter_mut().skip(predicate) {
            if !global(&predicate.name) || predicate.name == "compare" {
                predicate.name = format!("{name}.{}", predicate.name);
            }
        }
        for function in self.program.functions.iter_mut().skip(function) {
            if !global(&function.name) {
                function.name = format!("{name}.{}", function.name);
            }
        }
        for datatype in self.program.datatypes.iter_mut().skip(datatype) {
            if !global(&datatype.name) && !datatype.name.starts_with("tuple") {
                datatype.name = format!("{name}.{}", datatype.name);
                for constructor in &mut datatype.constructors {
                    constructor.name = format!("{name}.{}", constructor.name);
                }
            }
        }
        self.note_texts();
    }

    /// Notes the types of characters and strings. SOUNDNESS: by number; a type of the file that has the name of one of them
    /// is another type.
    fn note_texts(&mut self) {
        let data = |name: &str| match self.top.types.get(name) {
            Some(TypeEntry::Data(id)) => Some(*id),
            _ => None,
        };
        let (char, half, list) = (data("char"), data("Char.half"), data("list"));
        let code = self.top.predicates.get("Char.code").copied();
        self.texts = Texts {
            characters: char.zip(half).zip(code).map(|((char, half), code)| Characters { char, half, code }),
            string: data("string").zip(list),
        };
    }

    pub(super) fn is_character(&self, id: DataId) -> bool {
        self.texts.characters.is_some_and(|known| known.char == id)
    }

    /// Characters are compared by their numbers, where these are known.
    pub(super) fn number_of_character(&mut self, operand: TExpr) -> TExpr {
        let Some(Characters { char, code, .. }) = self.texts.characters else { return operand };
        if self.unifier.resolve(&operand.ty) != Ty::Data(char, Vec::new()) {
            return operand;
        }
        let span = operand.span;
        let head = TExpr {
            kind: TKind::Predicate(code, Vec::new()),
            ty: Ty::arrow(operand.ty.clone(), Ty::Int),
            span,
        };
        TExpr { kind: TKind::Apply(Box::new(head), vec![operand]), ty: Ty::Int, span }
    }

    /// A literal whose type is data here.
    pub(super) fn text(&self, literal: &Literal) -> Option<Text> {
        let Characters { char, half, .. } = self.texts.characters?;
        match literal {
            Literal::Char(written) => Some(Text { bytes: bytes(written)?, char, half, string: None }),
            Literal::String(written) => {
                let string = Some(self.texts.string?);
                Some(Text { bytes: bytes(written)?, char, half, string })
            }
            _ => None,
        }
    }
}

impl Text {
    pub(super) fn ty(&self) -> Ty {
        Ty::Data(self.string.map_or(self.char, |(string, _)| string), Vec::new())
    }

    pub(super) fn expr(&self, span: Span) -> TExpr {
        let char = Ty::Data(self.char, Vec::new());
        let character = |byte: u8| {
            let halves = halves(byte).map(|half| {
                let bits = half.map(|bit| TExpr {
                    kind: TKind::Construct(BOOL, u32::from(bit), Vec::new()),
                    ty: Ty::bool(),
                    span,
                });
                let kind = TKind::Construct(self.half, 0, bits.to_vec());
                TExpr { kind, ty: Ty::Data(self.half, Vec::new()), span }
            });
            TExpr { kind: TKind::Construct(self.char, 0, halves.to_vec()), ty: char.clone(), span }
        };
        let Some((string, list)) = self.string else {
            return character(self.bytes.first().copied().unwrap_or(0));
        };
        let list_type = Ty::Data(list, vec![char.clone()]);
        let mut out = TExpr { kind: TKind::Construct(list, 0, Vec::new()), ty: list_type.clone(), span };
        for byte in self.bytes.iter().rev() {
            let parts = vec![character(*byte), out];
            out = TExpr { kind: TKind::Construct(list, 1, parts), ty: list_type.clone(), span };
        }
        TExpr { kind: TKind::Construct(string, 0, vec![out]), ty: self.ty(), span }
    }

    pub(super) fn pattern(&self) -> TPattern {
        let character = |byte: u8| {
            let halves = halves(byte).map(|half| {
                let bits = half.map(|bit| TPattern::Construct(BOOL, u32::from(bit), Vec::new()));
                TPattern::Construct(self.half, 0, bits.to_vec())
            });
            TPattern::Construct(self.char, 0, halves.to_vec())
        };
        let Some((string, list)) = self.string else {
            return character(self.bytes.first().copied().unwrap_or(0));
        };
        let mut out = TPattern::Construct(list, 0, Vec::new());
        for byte in self.bytes.iter().rev() {
            out = TPattern::Construct(list, 1, vec![character(*byte), out]);
        }
        TPattern::Construct(string, 0, vec![out])
    }
}

/// The bits of the two halves of a byte, the most significant one first.
fn halves(byte: u8) -> [[bool; 4]; 2] {
    [byte >> 4, byte & 15].map(|half| std::array::from_fn(|place| half & (8 >> place) != 0))
}
