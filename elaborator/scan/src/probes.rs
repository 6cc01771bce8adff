//! Values like those that were seen, but a little further: one part of a sample is replaced.

use crate::seen::{Part, Place, part};
use covenant_execute::Value;
use covenant_kernel::tables::Statement;

/// Deeper values are not taken apart.
const DEEPEST: u32 = 500;

/// The first sample that has something at a place, with that part replaced by what `make` makes of it.
pub(crate) fn with_part(
    statement: &Statement,
    samples: &[Value],
    place: Place,
    make: &dyn Fn(&Value) -> Option<Value>,
) -> Option<Value> {
    let plain = samples.iter().filter(|sample| sample.depth() < DEEPEST);
    plain.into_iter().find_map(|sample| replaced(statement, None, sample, place, make))
}

fn replaced(
    statement: &Statement,
    here: Place,
    value: &Value,
    place: Place,
    make: &dyn Fn(&Value) -> Option<Value>,
) -> Option<Value> {
    if here == place {
        return make(value);
    }
    let Value::Ctor(node) = value else { return None };
    if matches!(part(statement, value), Part::Text(_) | Part::Character(_)) {
        return None;
    }
    node.fields.iter().enumerate().find_map(|(index, field)| {
        let inner = replaced(statement, Some(((node.data, node.tag), index)), field, place, make)?;
        let mut fields = node.fields.to_vec();
        *fields.get_mut(index)? = inner;
        Some(Value::ctor(node.data, node.tag, fields))
    })
}

/// A list, string or array of another length: its first element, so many times.
pub(crate) fn of_length(value: &Value, length: usize) -> Option<Value> {
    let Value::Ctor(node) = value else { return None };
    match &*node.fields {
        // What it is made of.
        [list] => Some(Value::ctor(node.data, node.tag, vec![of_length(list, length)?])),
        [head, _] => {
            let mut end = value;
            while let Value::Ctor(cell) = end
                && let [_, tail] = &*cell.fields
            {
                end = tail;
            }
            let cell = |tail, _| Value::ctor(node.data, node.tag, vec![head.clone(), tail]);
            Some((0..length).fold(end.clone(), cell))
        }
        _ => None,
    }
}

/// A character, or a string that begins with one, with another in its place.
pub(crate) fn with_character(statement: &Statement, value: &Value, byte: u8) -> Option<Value> {
    let Value::Ctor(node) = value else { return None };
    if matches!(part(statement, value), Part::Character(_)) {
        let mut bits = (0..8).rev().map(|bit| Value::bool(byte >> bit & 1 == 1));
        let halves = node.fields.iter().map(|half| match half {
            Value::Ctor(half) => Some(Value::ctor(half.data, half.tag, bits.by_ref().take(4).collect())),
            _ => None,
        });
        return Some(Value::ctor(node.data, node.tag, halves.collect::<Option<_>>()?));
    }
    let mut fields = node.fields.to_vec();
    let first = fields.first_mut()?;
    *first = with_character(statement, first, byte)?;
    Some(Value::ctor(node.data, node.tag, fields))
}

/// A value inside of itself, so many times: a constructor with a field of its own type.
pub(crate) fn nested(value: &Value, times: usize) -> Option<Value> {
    let Value::Ctor(outer) = value else { return None };
    let own = |field: &Value| matches!(field, Value::Ctor(inner) if inner.data == outer.data);
    let index = outer.fields.iter().position(own)?;
    let mut nested = value.clone();
    for _ in 0..times {
        let mut fields = outer.fields.to_vec();
        *fields.get_mut(index)? = nested;
        nested = Value::ctor(outer.data, outer.tag, fields);
    }
    Some(nested)
}

/// The nearest to `from` in steps of a direction that is missing, where doubling the distance finds one and `from` itself is
/// not. `missing` says nothing if that is not known.
pub(crate) fn first_missing(
    from: i64,
    step: i64,
    most: u32,
    missing: &dyn Fn(i64) -> Option<bool>,
) -> Option<i64> {
    let at = |distance: i64| from.checked_add(step.checked_mul(distance)?);
    if missing(from)? {
        return None;
    }
    let (mut there, mut gone) = (0, None);
    for power in 0..most {
        let distance = 1_i64.checked_shl(power)?;
        if missing(at(distance)?)? {
            gone = Some(distance);
            break;
        }
        there = distance;
    }
    let mut gone = gone?;
    while gone - there > 1 {
        let middle = there + (gone - there) / 2;
        if missing(at(middle)?)? { gone = middle } else { there = middle }
    }
    at(gone)
}

#[cfg(test)]
mod tests {
    use super::first_missing;

    #[test]
    fn the_nearest_is_found() {
        let above = |most: i64| move |number: i64| Some(number > most);
        assert_eq!(first_missing(93, 1, 40, &above(99)), Some(100));
        assert_eq!(first_missing(99, 1, 40, &above(99)), Some(100));
        assert_eq!(first_missing(3, -1, 40, &|number| Some(number < -5)), Some(-6));
        assert_eq!(first_missing(0, 1, 8, &above(9999)), None);
        assert_eq!(first_missing(0, 1, 40, &|_| None), None);
        assert_eq!(first_missing(0, 1, 40, &|_| Some(true)), None);
    }
}
