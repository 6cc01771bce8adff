//! Any answer of a type: an expression that can draw every value of it.
//!
//! The coverage of an answer is part of what is claimed, so a draw that leaves values out would only make claims
//! harder to prove. Types that are recursive have no such expression here, and are declined by name.

use crate::resolved::{MARK, plain};
use crate::span::{Source, Span};
use crate::syntax::{
    Binding, Bindings, Expr, ExprKind, Item, Name, Pattern, PatternKind, TypeBody, TypeDeclaration, TypeExpr,
    TypeExprKind,
};
use crate::tree::{apply, construct, unit};

/// The name under which the written programs put traces together: no file can define it.
pub(super) fn append_name() -> String {
    format!("{MARK}append")
}

/// The definition of that name, from before anything that a file defines.
pub(super) fn append() -> Item {
    let span = Span::new(Source::Prelude, 0, 0);
    let variable = |text: &str| Expr { kind: ExprKind::Variable(text.to_owned()), span };
    let binding = Binding {
        pattern: Pattern { kind: PatternKind::Variable(append_name()), span },
        parameters: Vec::new(),
        result: None,
        body: variable("@"),
        attributes: Vec::new(),
        span,
    };
    Item::Predicates(Bindings { recursive: false, list: vec![binding] })
}

/// Draws any value of a type; the type that stands in the way, if there is one.
pub(super) fn any(ty: &TypeExpr, types: &[TypeDeclaration], span: Span) -> Result<Expr, String> {
    draw(ty, types, &mut Vec::new(), span)
}

fn draw(
    ty: &TypeExpr,
    types: &[TypeDeclaration],
    within: &mut Vec<String>,
    span: Span,
) -> Result<Expr, String> {
    let primitive =
        |name: &str| Ok(apply(Expr { kind: ExprKind::Variable(name.to_owned()), span }, vec![unit(span)]));
    let each = |list: &[TypeExpr], within: &mut Vec<String>| {
        list.iter().map(|ty| draw(ty, types, within, span)).collect::<Result<Vec<_>, _>>()
    };
    match &ty.kind {
        TypeExprKind::Tuple(list) => Ok(Expr { kind: ExprKind::Tuple(each(list, within)?), span }),
        TypeExprKind::Apply(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("unit", []) => Ok(unit(span)),
            ("int", []) => primitive("int_gen"),
            ("bool", []) => primitive("bool_gen"),
            ("string", []) => primitive("string_gen"),
            ("char", []) => primitive("char_gen"),
            ("float", []) => primitive("float_gen"),
            ("option", [inner]) => {
                let some = draw(inner, types, within, span)?;
                let (none, some) = (construct("None", vec![], span), construct("Some", vec![some], span));
                one_of(vec![none, some], span).ok_or_else(|| name.clone())
            }
            _ => {
                let declared = types.iter().rev().find(|declared| declared.name.text == *name);
                let Some(declared) = declared.filter(|_| !within.contains(name)) else {
                    return Err(name.clone());
                };
                within.push(name.clone());
                let result = declared_draw(declared, arguments, types, within, span);
                within.pop();
                result
            }
        },
        TypeExprKind::Variable(name) => Err(format!("'{name}")),
        TypeExprKind::Arrow(..) | TypeExprKind::Any => Err("a function".to_owned()),
    }
}

fn declared_draw(
    declared: &TypeDeclaration,
    arguments: &[TypeExpr],
    types: &[TypeDeclaration],
    within: &mut Vec<String>,
    span: Span,
) -> Result<Expr, String> {
    let inside = |ty: &TypeExpr| {
        let mut ty = ty.clone();
        for (parameter, argument) in declared.parameters.iter().zip(arguments) {
            substitute(&mut ty, &parameter.text, argument);
        }
        ty
    };
    match &declared.body {
        TypeBody::Alias(ty) => draw(&inside(ty), types, within, span),
        TypeBody::Record(fields) => {
            let fields = fields
                .iter()
                .map(|(name, ty)| Ok((name.clone(), draw(&inside(ty), types, within, span)?)))
                .collect::<Result<Vec<_>, String>>()?;
            Ok(Expr { kind: ExprKind::Record(fields), span })
        }
        TypeBody::Variant(constructors) => {
            let choices = constructors
                .iter()
                .map(|(name, fields)| {
                    let fields = fields
                        .iter()
                        .map(|ty| draw(&inside(ty), types, within, span))
                        .collect::<Result<Vec<_>, String>>()?;
                    Ok(construct(&name.text, fields, span))
                })
                .collect::<Result<Vec<_>, String>>()?;
            one_of(choices, span).ok_or_else(|| declared.name.text.clone())
        }
        TypeBody::Abstract => Err(declared.name.text.clone()),
    }
}

/// Any of these, by coins; halves first, so that many choices do not take many coins.
fn one_of(mut choices: Vec<Expr>, span: Span) -> Option<Expr> {
    if choices.len() <= 1 {
        return choices.pop();
    }
    let second = choices.split_off(choices.len() / 2);
    let coin = apply(Expr { kind: ExprKind::Variable("bool_gen".to_owned()), span }, vec![unit(span)]);
    let (first, second) = (one_of(choices, span)?, one_of(second, span)?);
    Some(Expr { kind: ExprKind::If(Box::new(coin), Box::new(first), Box::new(second)), span })
}

fn substitute(ty: &mut TypeExpr, parameter: &str, argument: &TypeExpr) {
    match &mut ty.kind {
        TypeExprKind::Variable(name) if name == parameter => *ty = argument.clone(),
        TypeExprKind::Apply(_, list) | TypeExprKind::Tuple(list) => {
            list.iter_mut().for_each(|part| substitute(part, parameter, argument));
        }
        TypeExprKind::Arrow(a, b) => {
            substitute(a, parameter, argument);
            substitute(b, parameter, argument);
        }
        TypeExprKind::Variable(_) | TypeExprKind::Any => {}
    }
}

/// The same as OCaml; only what is made here is written.
pub(super) fn shown(expr: &Expr) -> String {
    let list = |parts: &[Expr]| parts.iter().map(shown).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Variable(name) => plain(name),
        ExprKind::Apply(head, arguments) => {
            let arguments: String =
                arguments.iter().map(|argument| format!(" {}", shown(argument))).collect();
            format!("({}{arguments})", shown(head))
        }
        ExprKind::Construct(name, parts) if parts.is_empty() => plain(&name.text),
        ExprKind::Construct(name, parts) => format!("({} ({}))", plain(&name.text), list(parts)),
        ExprKind::Tuple(parts) => format!("({})", list(parts)),
        ExprKind::Record(fields) => {
            let one = |(name, part): &(Name, Expr)| format!("{} = {}", plain(&name.text), shown(part));
            format!("{{ {} }}", fields.iter().map(one).collect::<Vec<_>>().join("; "))
        }
        ExprKind::If(condition, then, otherwise) => {
            format!("(if {} then {} else {})", shown(condition), shown(then), shown(otherwise))
        }
        _ => "()".to_owned(),
    }
}
