//! Values as a program that OCaml compiled leaves them in memory, read by their type.

use covenant_execute::{Program, Sort, Value};
use covenant_kernel::tables::{BOOL, UNIT};

/// The value of a type that the next words stand for.
pub(super) fn decode<'w>(
    program: &Program<'_>,
    sort: &Sort,
    words: &mut impl Iterator<Item = &'w str>,
) -> Option<Value> {
    let word = words.next()?;
    match sort {
        Sort::Int => word.parse().ok().map(Value::Int),
        Sort::Finite(count) => {
            let code: u32 = word.parse().ok()?;
            code.checked_sub(u32::from(b'a')).filter(|n| n < count).map(Value::Atom)
        }
        Sort::Opaque(own) => opaque(program, *own, word),
        Sort::Data(UNIT, _) => (word == "0").then(Value::unit),
        Sort::Data(BOOL, _) => ["0", "1"].iter().position(|w| *w == word).map(|b| Value::bool(b == 1)),
        Sort::Data(data, args) => {
            let tags = 0..program.ctor_count(*data);
            let (constants, blocks): (Vec<u32>, Vec<u32>) =
                tags.partition(|tag| program.ctor_fields(*data, *tag).is_empty());
            let Some(block) = word.strip_prefix('b') else {
                let number: usize = word.parse().ok()?;
                return constants.get(number).map(|tag| Value::ctor(*data, *tag, Vec::new()));
            };
            let (number, size) = block.split_once(',')?;
            let tag = *blocks.get(number.parse::<usize>().ok()?)?;
            let fields = program.ctor_fields(*data, tag);
            if size.parse::<usize>().ok()? != fields.len() {
                return None;
            }
            let fields = fields.iter().map(|field| decode(program, &program.sort(*field, args), words));
            fields.collect::<Option<Vec<_>>>().map(|fields| Value::ctor(*data, tag, fields))
        }
    }
}

/// A character or a string.
fn opaque(program: &Program<'_>, sort: u32, word: &str) -> Option<Value> {
    let statement = program.statement();
    let text = match statement.opaque_sorts.get(sort as usize)?.as_str() {
        "char" => {
            let c = char::from(u8::try_from(word.parse::<u32>().ok()?).ok()?);
            if !c.is_ascii_graphic() || matches!(c, '\'' | '\\') {
                return None;
            }
            format!("'{c}'")
        }
        "string" => {
            let hex = word.strip_prefix('s')?;
            let bytes = (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(hex.get(i..i + 2)?, 16).ok());
            let text = String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()?;
            if text.chars().any(|c| c.is_control() || matches!(c, '"' | '\\')) {
                return None;
            }
            format!("\"{text}\"")
        }
        _ => return None,
    };
    let known = statement.literals.iter().position(|literal| *literal == text);
    let literal = known.and_then(|n| u32::try_from(n).ok()).map(Value::Literal);
    Some(literal.unwrap_or_else(|| Value::Other(text.into())))
}
