//! OCaml functions that show values of a type, for the log of a run. What has no form here is shown as `_`.

use crate::resolved::plain;
use crate::syntax::{TypeBody, TypeDeclaration, TypeExpr, TypeExprKind};

/// An OCaml function from values of a type to strings.
pub(super) fn printer(ty: &TypeExpr, types: &[TypeDeclaration]) -> String {
    print(ty, types, &mut Vec::new())
}

fn print(ty: &TypeExpr, types: &[TypeDeclaration], within: &mut Vec<String>) -> String {
    let unknown = || "(fun _ -> \"_\")".to_owned();
    match &ty.kind {
        TypeExprKind::Tuple(list) => {
            let names: Vec<String> = (0..list.len()).map(|i| format!("y{i}")).collect();
            let shown: Vec<String> = list
                .iter()
                .zip(&names)
                .map(|(ty, name)| format!("{} {name}", print(ty, types, within)))
                .collect();
            let (names, shown) = (names.join(", "), shown.join("; "));
            format!("(fun ({names}) -> \"(\" ^ String.concat \", \" [ {shown} ] ^ \")\")")
        }
        TypeExprKind::Apply(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("int", []) => {
                "(fun n -> if n < 0 then \"(\" ^ string_of_int n ^ \")\" else string_of_int n)".to_owned()
            }
            ("bool", []) => "string_of_bool".to_owned(),
            ("unit", []) => "(fun () -> \"()\")".to_owned(),
            ("string", []) => "(Printf.sprintf \"%S\")".to_owned(),
            ("char", []) => "(Printf.sprintf \"%C\")".to_owned(),
            ("float", []) => "string_of_float".to_owned(),
            ("option", [inner]) => {
                let inner = print(inner, types, within);
                format!("(function None -> \"None\" | Some y -> \"(Some \" ^ {inner} y ^ \")\")")
            }
            ("list", [inner]) => {
                let inner = print(inner, types, within);
                format!("(fun l -> \"[\" ^ String.concat \"; \" (List.map {inner} l) ^ \"]\")")
            }
            _ if within.contains(name) => format!("show_{}", plain(name)),
            _ => match types.iter().rev().find(|declared| declared.name.text == *name) {
                Some(TypeDeclaration { body: TypeBody::Variant(constructors), parameters, .. })
                    if parameters.is_empty() =>
                {
                    within.push(name.clone());
                    let cases: Vec<String> = constructors
                        .iter()
                        .map(|(constructor, fields)| case(&plain(&constructor.text), fields, types, within))
                        .collect();
                    within.pop();
                    let function = format!("show_{}", plain(name));
                    format!("(let rec {function} = function {} in {function})", cases.join(" | "))
                }
                Some(TypeDeclaration { body: TypeBody::Alias(ty), parameters, .. })
                    if parameters.is_empty() =>
                {
                    print(ty, types, within)
                }
                _ => unknown(),
            },
        },
        TypeExprKind::Variable(_) | TypeExprKind::Arrow(..) | TypeExprKind::Any => unknown(),
    }
}

/// `C (y0, y1) -> "(C (" ^ … ^ "))"`
fn case(
    constructor: &str,
    fields: &[TypeExpr],
    types: &[TypeDeclaration],
    within: &mut Vec<String>,
) -> String {
    let names: Vec<String> = (0..fields.len()).map(|i| format!("y{i}")).collect();
    let shown: Vec<String> =
        fields.iter().zip(&names).map(|(ty, name)| format!("{} {name}", print(ty, types, within))).collect();
    match shown.as_slice() {
        [] => format!("{constructor} -> {constructor:?}"),
        [one] => format!("{constructor} y0 -> {:?} ^ {one} ^ \")\"", format!("({constructor} ")),
        many => format!(
            "{constructor} ({}) -> {:?} ^ String.concat \", \" [ {} ] ^ \"))\"",
            names.join(", "),
            format!("({constructor} ("),
            many.join("; ")
        ),
    }
}
