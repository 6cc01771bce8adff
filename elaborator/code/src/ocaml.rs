//! An OCaml module for QCheck.

use std::fmt::Write as _;

use super::collect::{Collected, Datatype, Generator, Spec, TopFunction};
use super::names::plain;
use super::sizes;
use super::spec::{Definition, DefinitionBody};
use super::tree::{Arg, Arrow, Code, Domain, Draw, Function, Lambda, Op, Param, Term, Type};

/// What every module begins with.
const RUNTIME: &str = include_str!("runtime/qcheck.ml");

/// The text of the module.
pub(super) fn module(file: &str, all: &Collected, types_from: Option<&str>) -> String {
    let printer = Printer { all, types_from };
    let mut out = format!(
        "(* Generators of {file} for QCheck, written by `covenant export --qcheck`.\n\n   Each is a `QCheck.Gen.t` once its own arguments are given; where its specification can be\n   executed, there is a predicate for it:\n\n"
    );
    for generator in &all.generators {
        let _ = writeln!(out, "     {}", printer.usage(generator));
    }
    out.push_str(
        "\n   Compile with: ocamlfind ocamlopt -package qcheck -linkpkg THIS_FILE.ml YOUR_TEST.ml *)\n\n",
    );
    out.push_str("[@@@warning \"-a\"]\n\n");
    out.push_str(RUNTIME);
    let types: Vec<String> = all.datatypes.iter().filter_map(|d| printer.datatype(d)).collect();
    if !types.is_empty() {
        let _ = write!(out, "\n(* Types. *)\n\ntype {}\n", types.join("\n\nand "));
    }
    let collectors: Vec<String> = all.datatypes.iter().map(|d| printer.collector(d)).collect();
    if !collectors.is_empty() {
        let _ = write!(out, "\n(* The integers in a value. *)\n\nlet rec {}\n", collectors.join("\n\nand "));
    }
    if !all.definitions.is_empty() {
        out.push_str("\n(* Predicates. *)\n");
    }
    let mut start = 0;
    while let Some(first) = all.definitions.get(start) {
        let group: Vec<&Definition> =
            all.definitions[start..].iter().take_while(|d| d.group == first.group).collect();
        start += group.len();
        let texts: Vec<String> = group.iter().map(|d| printer.definition(d)).collect();
        let _ = write!(out, "\nlet rec {}\n", texts.join("\n\nand "));
    }
    out.push_str("\n(* One draw; `Retry` where the generator fails. *)\n\nmodule Draw = struct");
    for function in &all.functions {
        let _ = write!(out, "\n  {}\n", printer.function(function));
    }
    out.push_str("end\n");
    for generator in &all.generators {
        out.push_str(&printer.generator(generator));
    }
    out
}

struct Printer<'a> {
    all: &'a Collected,
    /// The module whose types these are; each is written out again as equal to that one, which OCaml checks.
    types_from: Option<&'a str>,
}

fn pad(indent: usize) -> String {
    "  ".repeat(indent)
}

/// The fields of a record.
fn record(name: &str) -> Option<Vec<&str>> {
    Some(name.strip_prefix('{')?.strip_suffix('}')?.split(';').map(str::trim).collect())
}

impl Printer<'_> {
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Unit => "unit".to_owned(),
            Type::Param(i) => type_variable(*i),
            Type::Data(d, args) => {
                let datatype = self.all.data(*d);
                let args: Vec<String> = args.iter().map(|a| self.ty(a)).collect();
                if datatype.is_tuple() {
                    return format!("({})", args.join(" * "));
                }
                let name = datatype.ocaml_name();
                match args.as_slice() {
                    [] => name,
                    [one] => format!("{one} {name}"),
                    many => format!("({}) {name}", many.join(", ")),
                }
            }
        }
    }

    fn datatype(&self, d: &Datatype) -> Option<String> {
        if d.is_list() || d.is_option() || d.is_tuple() {
            return None;
        }
        let name = d.ocaml_name();
        let params: Vec<String> = (0..d.params).map(type_variable).collect();
        let applied = |name: &str| match params.as_slice() {
            [] => name.to_owned(),
            [one] => format!("{one} {name}"),
            many => format!("({}) {name}", many.join(", ")),
        };
        let head = match self.types_from {
            Some(module) => format!("{} = {}", applied(&name), applied(&format!("{module}.{}", d.name))),
            None => applied(&name),
        };
        if let [(ctor, fields)] = d.ctors.as_slice()
            && let Some(labels) = record(ctor)
        {
            let fields: Vec<String> =
                labels.iter().zip(fields).map(|(label, ty)| format!("{label} : {}", self.ty(ty))).collect();
            return Some(format!("{head} = {{ {} }}", fields.join("; ")));
        }
        let ctors: Vec<String> = d
            .ctors
            .iter()
            .map(|(name, fields)| match fields.as_slice() {
                [] => name.clone(),
                fields => {
                    let fields: Vec<String> = fields.iter().map(|f| self.ty(f)).collect();
                    format!("{name} of {}", fields.join(" * "))
                }
            })
            .collect();
        Some(format!("{head} =\n  | {}", ctors.join("\n  | ")))
    }

    /// A function that lists the integers in a value, given one for each type parameter.
    fn collector(&self, d: &Datatype) -> String {
        let params: Vec<String> = (0..d.params).map(|i| format!("of_{i}")).collect();
        let mut out = format!("ints_of_{} {} value =\n  match value with", plain(&d.name), params.join(" "));
        for (name, fields) in &d.ctors {
            let names: Vec<String> = (0..fields.len()).map(|i| format!("y{i}")).collect();
            let parts: Vec<String> =
                names.iter().zip(fields).map(|(n, ty)| format!("{} {n}", self.collect(ty))).collect();
            let all = if parts.is_empty() { "[]".to_owned() } else { parts.join(" @ ") };
            let _ = write!(out, "\n  | {} -> {all}", Self::applied(d, name, &names));
        }
        out
    }

    /// The function that lists the integers in a value of this type.
    fn collect(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "(fun n -> [ n ])".to_owned(),
            Type::Bool | Type::Unit => "(fun _ -> [])".to_owned(),
            Type::Param(i) => format!("of_{i}"),
            Type::Data(d, args) => {
                let args: Vec<String> = args.iter().map(|a| self.collect(a)).collect();
                format!("(fun x -> ints_of_{} {} x)", plain(&self.all.data(*d).name), args.join(" "))
            }
        }
    }

    /// A constructor with its arguments, as an expression or a pattern.
    fn applied(d: &Datatype, ctor: &str, args: &[String]) -> String {
        if let Some(labels) = record(ctor) {
            let fields: Vec<String> = labels.iter().zip(args).map(|(l, n)| format!("{l} = {n}")).collect();
            return format!("{{ {} }}", fields.join("; "));
        }
        match args {
            _ if d.is_tuple() => format!("({})", args.join(", ")),
            [] => ctor.to_owned(),
            [head, tail] if ctor == "::" => format!("({head} :: {tail})"),
            [one] => format!("({ctor} {one})"),
            many => format!("({ctor} ({}))", many.join(", ")),
        }
    }

    fn definition(&self, def: &Definition) -> String {
        let params: Vec<String> =
            def.params.iter().map(|(n, ty)| format!("({n} : {})", self.ty(ty))).collect();
        let mut out = format!("{} {} : {} =\n", def.name, params.join(" "), self.ty(&def.result));
        match &def.body {
            DefinitionBody::Direct(term) => {
                let _ = write!(out, "  {}", self.bare(term));
            }
            DefinitionBody::Cases(on, cases) => {
                let _ = write!(out, "  match {} with", def.params[*on].0);
                for (tag, fields, body) in cases {
                    let pattern = match &def.params[*on].1 {
                        Type::Data(d, _) => {
                            let datatype = self.all.data(*d);
                            let names: Vec<String> = fields.iter().map(|f| f.0.clone()).collect();
                            Self::applied(datatype, &datatype.ctors[*tag as usize].0, &names)
                        }
                        Type::Bool => (*tag == 1).to_string(),
                        _ => "_".to_owned(),
                    };
                    let _ = write!(out, "\n  | {pattern} -> {}", self.bare(body));
                }
            }
        }
        out
    }

    /// A term without the parentheses around it.
    fn bare(&self, term: &Term) -> String {
        let text = self.term(term);
        let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        match (term, inside) {
            (
                Term::Binary(..) | Term::If(..) | Term::Define(..) | Term::Not(_) | Term::Quantifier { .. },
                Some(t),
            ) => t.to_owned(),
            _ => text,
        }
    }

    /// A term that can stand as an argument.
    fn term(&self, term: &Term) -> String {
        match term {
            Term::Var(_, Type::Unit) | Term::Unit => "()".to_owned(),
            Term::Var(name, _) => name.clone(),
            Term::Int(n) if *n < 0 => format!("({n})"),
            Term::Int(n) => n.to_string(),
            Term::Bool(b) => b.to_string(),
            Term::Ctor(d, tag, args) => {
                let datatype = self.all.data(*d);
                let args: Vec<String> = args.iter().map(|a| self.term(a)).collect();
                Self::applied(datatype, &datatype.ctors[*tag as usize].0, &args)
            }
            Term::Binary(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                match op {
                    Op::Add => format!("({a} + {b})"),
                    Op::Sub => format!("({a} - {b})"),
                    Op::Mul => format!("({a} * {b})"),
                    Op::Eq => format!("({a} = {b})"),
                    Op::Le => format!("({a} <= {b})"),
                    Op::Lt => format!("({a} < {b})"),
                    Op::And => format!("({a} && {b})"),
                    Op::Or => format!("({a} || {b})"),
                    Op::Imp => format!("((not {a}) || {b})"),
                }
            }
            Term::Not(a) => format!("(not {})", self.term(a)),
            Term::Quotient(a, k) => format!("(quotient {} {k})", self.term(a)),
            Term::Remainder(a, k) => format!("(remainder {} {k})", self.term(a)),
            Term::Define(d, args) => {
                let args: Vec<String> = args.iter().map(|a| self.term(a)).collect();
                format!("({} {})", self.all.definitions[*d as usize].name, args.join(" "))
            }
            Term::If(c, a, b) => {
                format!("(if {} then {} else {})", self.bare(c), self.term(a), self.term(b))
            }
            Term::Quantifier { forall, name, domain, body } => {
                let domain = match domain {
                    Domain::Booleans => "[ false; true ]".to_owned(),
                    Domain::Constants(d) => {
                        let names: Vec<&str> = self.all.data(*d).ctors.iter().map(|c| c.0.as_str()).collect();
                        format!("[ {} ]", names.join("; "))
                    }
                    Domain::Near(terms, distance) => {
                        let mut parts: Vec<String> = terms
                            .iter()
                            .map(|(t, ty)| match ty {
                                Type::Int => format!("[ {} ]", self.bare(t)),
                                ty => format!("{} {}", self.collect(ty), self.term(t)),
                            })
                            .collect();
                        parts.dedup();
                        format!("(near {distance} ({}))", parts.join(" @ "))
                    }
                };
                let test = if *forall { "List.for_all" } else { "List.exists" };
                format!("({test} (fun {name} -> {}) {domain})", self.bare(body))
            }
        }
    }

    fn arrow(&self, arrow: &Arrow) -> String {
        let params: Vec<String> = arrow
            .params
            .iter()
            .map(|p| match p {
                Param::Base(ty) => self.ty(ty),
                Param::Fun(inner) => format!("({})", self.arrow(inner)),
            })
            .collect();
        format!("{} -> {} QCheck.Gen.t", params.join(" -> "), self.ty(&arrow.result))
    }

    fn params(&self, params: &[(String, Param)]) -> String {
        let params: Vec<String> = params
            .iter()
            .map(|(name, param)| match param {
                Param::Base(Type::Unit) => "()".to_owned(),
                Param::Base(ty) => format!("({name} : {})", self.ty(ty)),
                Param::Fun(arrow) => format!("({name} : {})", self.arrow(arrow)),
            })
            .collect();
        params.join(" ")
    }

    fn function(&self, function: &TopFunction) -> String {
        let lambda = &function.lambda;
        let (rec, spend) = if lambda.own.is_some() { ("rec ", "    spend ();\n") } else { ("", "") };
        let scope = FunctionBody { printer: self, function };
        format!(
            "let {rec}{} {} : {} QCheck.Gen.t = fun st ->\n{spend}    {}",
            function.name,
            self.params(&lambda.params),
            self.ty(&lambda.result),
            scope.code(&lambda.body, 2)
        )
    }

    fn usage(&self, generator: &Generator) -> String {
        let lambda = &self.all.functions[generator.function].lambda;
        let params: Vec<String> = lambda
            .params
            .iter()
            .map(|(_, p)| match p {
                Param::Base(ty) => self.ty(ty),
                Param::Fun(arrow) => format!("({})", self.arrow(arrow)),
            })
            .collect();
        let mut out = format!(
            "{} : {} -> {} QCheck.Gen.t",
            generator.name,
            params.join(" -> "),
            self.ty(&lambda.result)
        );
        if let Some(spec) = &generator.spec {
            let _ = write!(
                out,
                "\n     {}_spec : {} -> {} -> bool",
                generator.name,
                params.join(" -> "),
                self.ty(&spec.value.1)
            );
        }
        out
    }

    fn generator(&self, generator: &Generator) -> String {
        let name = &generator.name;
        let lambda = &self.all.functions[generator.function].lambda;
        let args: Vec<&str> = lambda
            .params
            .iter()
            .map(|(n, p)| if matches!(p, Param::Base(Type::Unit)) { "()" } else { n.as_str() })
            .collect();
        let mut out = format!(
            "\nlet {name} {} : {} QCheck.Gen.t =\n  retrying \"{name}\" (Draw.{name} {})\n",
            self.params(&lambda.params),
            self.ty(&lambda.result),
            args.join(" ")
        );
        if let Some(spec) = &generator.spec {
            out.push_str(&self.spec(name, spec));
        }
        out
    }

    fn spec(&self, name: &str, spec: &Spec) -> String {
        let mut out = String::new();
        for missing in &spec.missing {
            let _ = write!(out, "\n(* Not in the predicate, because it cannot be executed: {missing}. *)");
        }
        let params: Vec<String> = spec
            .params
            .iter()
            .chain([&spec.value])
            .map(
                |(n, ty)| {
                    if *ty == Type::Unit { "()".to_owned() } else { format!("({n} : {})", self.ty(ty)) }
                },
            )
            .collect();
        let conjuncts: Vec<String> = spec.conjuncts.iter().map(|c| self.term(c)).collect();
        let body = if conjuncts.is_empty() { "true".to_owned() } else { conjuncts.join("\n  && ") };
        let _ = write!(out, "\nlet {name}_spec {} : bool =\n  {body}\n", params.join(" "));
        out
    }
}

fn type_variable(i: u32) -> String {
    match u8::try_from(i).ok().filter(|i| *i < 26) {
        Some(i) => format!("'{}", char::from(b'a' + i)),
        None => format!("'t{i}"),
    }
}

/// Code inside one function.
struct FunctionBody<'a> {
    printer: &'a Printer<'a>,
    function: &'a TopFunction,
}

impl FunctionBody<'_> {
    fn callee(&self, f: &Function, indent: usize) -> String {
        match f {
            Function::Global(g) => self.printer.all.functions[*g as usize].name.clone(),
            Function::Local(name) => self.function.name_of(name),
            Function::Lambda(lambda) => format!("({})", self.lambda(lambda, indent)),
        }
    }

    fn lambda(&self, lambda: &Lambda, indent: usize) -> String {
        let params = self.printer.params(&lambda.params);
        let body = self.code(&lambda.body, indent + 1);
        match &lambda.own {
            None => format!("fun {params} st -> {body}"),
            Some(own) => format!("let rec {own} {params} st = spend (); {body} in {own}"),
        }
    }

    /// Code that may stand at the end of a `let`, at this indentation.
    fn code(&self, code: &Code, indent: usize) -> String {
        let p = self.printer;
        match code {
            Code::Value(term) => p.bare(term),
            Code::Fail => "raise Retry".to_owned(),
            Code::Divide(div, a, b) => {
                format!("{} {} {}", if *div { "divide" } else { "modulo" }, p.term(a), p.term(b))
            }
            Code::Draw(draw, args) => {
                let args: Vec<String> = args.iter().map(|a| p.term(a)).collect();
                match draw {
                    Draw::Int => "int_gen st".to_owned(),
                    Draw::Nat => "nat_gen st".to_owned(),
                    Draw::Bool => "bool_gen st".to_owned(),
                    Draw::Weighed(yes, no) => format!("weighed {yes} {no} st"),
                    Draw::Range => format!("int_range {} st", args.join(" ")),
                }
            }
            Code::Call(f, args) => {
                let args: Vec<String> = args
                    .iter()
                    .map(|a| match a {
                        Arg::Base(t) => p.term(t),
                        Arg::Fun(f) => self.callee(f, indent),
                    })
                    .collect();
                format!("{} {} st", self.callee(f, indent), args.join(" "))
            }
            Code::Let(name, bound, body)
                if matches!(**bound, Code::Draw(..) | Code::Call(..)) && sizes::fails(body) =>
            {
                let bound = self.nested(bound, indent + 1);
                let body = self.code(body, indent + 1);
                format!("redraw (fun () ->\n{0}let {name} = {bound} in\n{0}{body})", pad(indent + 1))
            }
            Code::Let(name, bound, body) => {
                let bound = self.nested(bound, indent + 1);
                format!("let {name} = {bound} in\n{}{}", pad(indent), self.code(body, indent))
            }
            Code::LetFun(name, lambda, body) => {
                let params = p.params(&lambda.params);
                let (rec, spend) = if lambda.own.is_some() { ("rec ", "spend (); ") } else { ("", "") };
                format!(
                    "let {rec}{name} {params} st =\n{}{spend}{}\n{}in\n{}{}",
                    pad(indent + 1),
                    self.code(&lambda.body, indent + 1),
                    pad(indent),
                    pad(indent),
                    self.code(body, indent)
                )
            }
            Code::If(test, yes, no) => {
                let test = match sizes::choice(&self.function.lambda, test, yes, no) {
                    Some(choice) => {
                        let go_on = format!("go_on {} {} st", choice.calls, choice.left);
                        if choice.on_true { go_on } else { format!("not ({go_on})") }
                    }
                    None => self.nested(test, indent),
                };
                let otherwise = match &**no {
                    Code::If(..) => format!("else {}", self.code(no, indent)),
                    Code::Let(..) | Code::LetFun(..) => {
                        format!("else\n{}{}", pad(indent + 1), self.code(no, indent + 1))
                    }
                    no => format!("else {}", self.nested(no, indent + 1)),
                };
                format!("if {test} then {}\n{}{otherwise}", self.nested(yes, indent + 1), pad(indent))
            }
            Code::Match(on, d, branches, partial) => {
                let datatype = p.all.data(*d);
                let mut out = format!("match {} with", p.bare(on));
                for (tag, fields, body) in branches {
                    let names: Vec<String> = fields.iter().map(|f| f.0.clone()).collect();
                    let pattern = Printer::applied(datatype, &datatype.ctors[*tag as usize].0, &names);
                    let _ = write!(
                        out,
                        "\n{}| {pattern} ->\n{}{}",
                        pad(indent),
                        pad(indent + 2),
                        self.nested(body, indent + 2)
                    );
                }
                if *partial {
                    let _ = write!(out, "\n{}| _ -> raise Retry", pad(indent));
                }
                out
            }
        }
    }

    /// Code in a place where a `let`, `if` or `match` needs parentheses.
    fn nested(&self, code: &Code, indent: usize) -> String {
        match code {
            Code::Let(..) | Code::LetFun(..) | Code::If(..) | Code::Match(..) => {
                format!("(\n{}{})", pad(indent), self.code(code, indent))
            }
            simple => self.code(simple, indent),
        }
    }
}
