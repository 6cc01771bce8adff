//! A Rust module for proptest.
//!
//! Values are owned; a variable of a datatype is cloned where it is used as a value and borrowed
//! where a predicate looks at it.

use std::fmt::Write as _;

use super::collect::{Collected, Datatype, Generator, Spec, TopFunction};
use super::spec::{Definition, DefinitionBody};
use super::tree::{Arg, Arrow, Code, Domain, Draw, Function, Lambda, Op, Param, Term, Type};

/// What every module begins with.
const RUNTIME: &str = include_str!("runtime/proptest.rs");

/// The text of the module.
pub(super) fn module(file: &str, all: &Collected) -> String {
    let printer = Printer { all };
    let mut out = format!(
        "//! Generators of {file} for proptest, written by `covenant export --proptest`.\n//!\n//! Each is a function that takes the generator's arguments and returns a `Strategy`; where its\n//! specification can be executed, there is a predicate for it:\n//!\n//! ```text\n"
    );
    for generator in &all.generators {
        let _ = writeln!(out, "//! {}", printer.usage(generator));
    }
    out.push_str(
        "//! ```\n//!\n//! Put it beside your tests as a module, with `proptest` as a dev-dependency.\n\n",
    );
    out.push_str("#![allow(dead_code, unused_variables, unused_imports, unused_parens, clippy::all, clippy::pedantic)]\n\n");
    out.push_str(RUNTIME);
    for datatype in &all.datatypes {
        out.push_str(&printer.datatype(datatype));
    }
    for definition in &all.definitions {
        out.push_str(&printer.definition(definition));
    }
    out.push_str("\n/// One draw; `Failed` where the generator fails.\nmod draw {\n    use super::*;\n");
    for function in &all.functions {
        out.push_str(&printer.function(function));
    }
    out.push_str("}\n");
    for generator in &all.generators {
        out.push_str(&printer.generator(generator));
    }
    out
}

struct Printer<'a> {
    all: &'a Collected,
}

fn pad(indent: usize) -> String {
    "    ".repeat(indent)
}

fn type_variable(i: u32) -> String {
    match u8::try_from(i).ok().filter(|i| *i < 26) {
        Some(i) => char::from(b'A' + i).to_string(),
        None => format!("T{i}"),
    }
}

/// Type parameters with what every value can do.
fn generics(count: u32) -> String {
    if count == 0 {
        return String::new();
    }
    let params: Vec<String> = (0..count)
        .map(|i| format!("{}: Clone + std::fmt::Debug + PartialEq + Integers", type_variable(i)))
        .collect();
    format!("<{}>", params.join(", "))
}

fn is_copy(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Bool | Type::Unit)
}

impl Printer<'_> {
    /// Whether a type contains a datatype that could contain itself.
    fn boxed(&self, ty: &Type) -> bool {
        match ty {
            Type::Data(d, args) => {
                let datatype = self.all.data(*d);
                !(datatype.is_option() || datatype.is_tuple())
                    && datatype.ctors.iter().any(|c| !c.1.is_empty())
                    || args.iter().any(|a| self.boxed(a))
            }
            _ => false,
        }
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "i64".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Unit => "()".to_owned(),
            Type::Param(i) => type_variable(*i),
            Type::Data(d, args) => {
                let datatype = self.all.data(*d);
                let args: Vec<String> = args.iter().map(|a| self.ty(a)).collect();
                if datatype.is_tuple() {
                    return format!("({})", args.join(", "));
                }
                let name = datatype.rust_name();
                if args.is_empty() { name } else { format!("{name}<{}>", args.join(", ")) }
            }
        }
    }

    /// The path of a constructor.
    fn ctor(&self, d: &Datatype, tag: u32) -> String {
        let name = d.ctors[tag as usize].0.as_str();
        match name {
            _ if d.is_tuple() => String::new(),
            _ if d.is_option() => name.to_owned(),
            "[]" => "List::Nil".to_owned(),
            "::" => "List::Cons".to_owned(),
            // A record: its one constructor is called like the type.
            name if name.starts_with('{') => format!("{0}::{0}", d.rust_name()),
            name => format!("{}::{name}", d.rust_name()),
        }
    }

    fn datatype(&self, d: &Datatype) -> String {
        if d.is_option() {
            return String::new();
        }
        let params: Vec<String> = (0..d.params).map(type_variable).collect();
        let angle = if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
        let bounds = if params.is_empty() {
            String::new()
        } else {
            format!("<{}>", params.iter().map(|p| format!("{p}: Integers")).collect::<Vec<_>>().join(", "))
        };
        let mut out = String::new();
        let name = if d.is_tuple() {
            format!("({})", params.join(", "))
        } else {
            format!("{}{angle}", d.rust_name())
        };
        if !d.is_tuple() {
            let _ = write!(out, "\n#[derive(Clone, Debug, PartialEq, Eq, Hash)]\npub enum {name} {{\n");
            for (tag, (own, fields)) in (0u32..).zip(&d.ctors) {
                let path = self.ctor(d, tag);
                let variant = path.rsplit("::").next().unwrap_or_default();
                let fields: Vec<String> = fields
                    .iter()
                    .map(|f| if self.boxed(f) { format!("Box<{}>", self.ty(f)) } else { self.ty(f) })
                    .collect();
                if own.starts_with('{') {
                    let _ = writeln!(out, "    /// {}", own.trim_matches(['{', '}']).replace("; ", ", "));
                }
                if fields.is_empty() {
                    let _ = writeln!(out, "    {variant},");
                } else {
                    let _ = writeln!(out, "    {variant}({}),", fields.join(", "));
                }
            }
            out.push_str("}\n");
        }
        let _ = write!(
            out,
            "\nimpl{bounds} Integers for {name} {{\n    fn integers(&self, out: &mut Vec<i64>) {{\n        match self {{\n"
        );
        for (tag, (_, fields)) in (0u32..).zip(&d.ctors) {
            let names: Vec<String> = (0..fields.len()).map(|i| format!("y{i}")).collect();
            let calls: Vec<String> = names.iter().map(|n| format!("{n}.integers(out);")).collect();
            let _ =
                writeln!(out, "            {} => {{ {} }}", self.pattern(d, tag, &names), calls.join(" "));
        }
        out.push_str("        }\n    }\n}\n");
        if d.is_list() {
            out.push_str("\nimpl<A> From<List<A>> for Vec<A> {\n    fn from(mut list: List<A>) -> Vec<A> {\n        let mut all = Vec::new();\n        while let List::Cons(head, tail) = list {\n            all.push(head);\n            list = *tail;\n        }\n        all\n    }\n}\n");
            if self.boxed_head(d) {
                out = out.replace("all.push(head);", "all.push(*head);");
            }
        }
        out
    }

    /// Whether the elements of a list are boxed; a parameter never is.
    fn boxed_head(&self, d: &Datatype) -> bool {
        d.ctors.iter().any(|(_, fields)| fields.first().is_some_and(|f| self.boxed(f)))
    }

    fn pattern(&self, d: &Datatype, tag: u32, names: &[String]) -> String {
        let path = self.ctor(d, tag);
        if names.is_empty() { path } else { format!("{path}({})", names.join(", ")) }
    }

    /// The fields of a matched constructor as variables: integers and booleans copied, others
    /// borrowed.
    fn unpack(&self, fields: &[(String, Type)], indent: usize) -> String {
        let mut out = String::new();
        for (name, ty) in fields {
            if is_copy(ty) {
                let _ = writeln!(out, "{}let {name} = *{name};", pad(indent));
            } else {
                let _ = writeln!(out, "{}let {name}: &{} = {name};", pad(indent), self.ty(ty));
            }
        }
        out
    }

    fn definition(&self, def: &Definition) -> String {
        let params: Vec<String> =
            def.params
                .iter()
                .map(|(n, ty)| {
                    if is_copy(ty) {
                        format!("{n}: {}", self.ty(ty))
                    } else {
                        format!("{n}: &{}", self.ty(ty))
                    }
                })
                .collect();
        let count =
            def.params.iter().map(|(_, ty)| params_of(ty)).max().unwrap_or(0).max(params_of(&def.result));
        let mut out = format!(
            "\npub fn {}{}({}) -> {} {{\n",
            def.name,
            generics(count),
            params.join(", "),
            self.ty(&def.result)
        );
        match &def.body {
            DefinitionBody::Direct(term) => {
                let _ = writeln!(out, "    {}", self.owned(term));
            }
            DefinitionBody::Cases(on, cases) => {
                let (name, ty) = &def.params[*on];
                let _ = writeln!(out, "    match {name} {{");
                for (tag, fields, body) in cases {
                    let pattern = match ty {
                        Type::Data(d, _) => {
                            let names: Vec<String> = fields.iter().map(|f| f.0.clone()).collect();
                            self.pattern(self.all.data(*d), *tag, &names)
                        }
                        Type::Bool => (*tag == 1).to_string(),
                        _ => "_".to_owned(),
                    };
                    let _ = write!(
                        out,
                        "        {pattern} => {{\n{}            {}\n        }}\n",
                        self.unpack(fields, 3),
                        self.owned(body)
                    );
                }
                out.push_str("    }\n");
            }
        }
        out.push_str("}\n");
        out
    }

    /// A term as a value.
    fn owned(&self, term: &Term) -> String {
        match term {
            Term::Var(_, Type::Unit) | Term::Unit => "()".to_owned(),
            Term::Var(name, ty) if is_copy(ty) => name.clone(),
            Term::Var(name, _) => format!("{name}.clone()"),
            Term::Int(n) if *n < 0 => format!("({n})"),
            Term::Int(n) => n.to_string(),
            Term::Bool(b) => b.to_string(),
            Term::Ctor(d, tag, args) => {
                let datatype = self.all.data(*d);
                let fields = &datatype.ctors[*tag as usize].1;
                let args: Vec<String> =
                    args.iter()
                        .zip(fields)
                        .map(|(a, f)| {
                            if self.boxed(f) { format!("Box::new({})", self.owned(a)) } else { self.owned(a) }
                        })
                        .collect();
                let path = self.ctor(datatype, *tag);
                if args.is_empty() { path } else { format!("{path}({})", args.join(", ")) }
            }
            Term::Binary(op, a, b) => self.binary(*op, a, b),
            Term::Not(a) => format!("!{}", self.owned(a)),
            Term::Quotient(a, k) => format!("({}).div_euclid({k})", self.owned(a)),
            Term::Remainder(a, k) => format!("({}).rem_euclid({k})", self.owned(a)),
            Term::Define(d, args) => {
                let def = &self.all.definitions[*d as usize];
                // Constants of a generic type leave open what the type is of; anything will do.
                let mut generic = args.iter().zip(&def.params).filter(|(_, (_, ty))| params_of(ty) > 0);
                let open =
                    generic.all(|(arg, _)| matches!(arg, Term::Ctor(_, _, fields) if fields.is_empty()));
                // What the definition is generic in is borrowed, even if it is an integer here.
                let args = args.iter().zip(&def.params).map(|(arg, (_, ty))| match arg {
                    arg if is_copy(ty) => self.owned(arg),
                    Term::Var(name, _) => format!("&{name}"),
                    Term::Ctor(d, tag, _) if open && params_of(ty) > 0 => {
                        let datatype = self.all.data(*d);
                        let units = vec!["()"; datatype.params as usize].join(", ");
                        format!("(&{} as &{}<{units}>)", self.ctor(datatype, *tag), datatype.rust_name())
                    }
                    arg => format!("&{}", self.owned(arg)),
                });
                format!("{}({})", def.name, args.collect::<Vec<_>>().join(", "))
            }
            Term::If(c, a, b) => {
                format!("(if {} {{ {} }} else {{ {} }})", self.owned(c), self.owned(a), self.owned(b))
            }
            Term::Quantifier { forall, name, domain, body } => {
                let domain = match domain {
                    Domain::Booleans => "[false, true]".to_owned(),
                    Domain::Constants(d) => {
                        let datatype = self.all.data(*d);
                        let all: Vec<String> =
                            (0..datatype.ctors.len() as u32).map(|tag| self.ctor(datatype, tag)).collect();
                        format!("[{}]", all.join(", "))
                    }
                    Domain::Near(terms, distance) => {
                        let mut parts: Vec<String> = terms
                            .iter()
                            .map(|(t, ty)| match t {
                                Term::Int(n) => format!("&({n}i64)"),
                                t if is_copy(ty) => format!("&{}", self.owned(t)),
                                t => self.borrowed(t),
                            })
                            .collect();
                        parts.dedup();
                        format!("near({distance}, &[{}])", parts.join(", "))
                    }
                };
                let test = if *forall { "all" } else { "any" };
                format!("{domain}.into_iter().{test}(|{name}| {})", self.owned(body))
            }
        }
    }

    fn binary(&self, op: Op, a: &Term, b: &Term) -> String {
        let (a, b) = (self.owned(a), self.owned(b));
        match op {
            // As in OCaml, arithmetic wraps around, if at 64 bits rather than 63.
            Op::Add => format!("i64::wrapping_add({a}, {b})"),
            Op::Sub => format!("i64::wrapping_sub({a}, {b})"),
            Op::Mul => format!("i64::wrapping_mul({a}, {b})"),
            Op::Le => format!("({a} <= {b})"),
            Op::Lt => format!("({a} < {b})"),
            Op::And => format!("({a} && {b})"),
            Op::Or => format!("({a} || {b})"),
            Op::Imp => format!("(!{a} || {b})"),
            Op::Eq => format!("({a} == {b})"),
        }
    }

    /// A term that is looked at: a copy, or a reference.
    fn borrowed(&self, term: &Term) -> String {
        match term {
            Term::Var(_, Type::Unit) | Term::Unit => "()".to_owned(),
            Term::Var(name, ty) if is_copy(ty) => name.clone(),
            Term::Var(name, _) => format!("&{name}"),
            Term::Ctor(..) => format!("&{}", self.owned(term)),
            Term::Define(d, _) if !is_copy(&self.all.definitions[*d as usize].result) => {
                format!("&{}", self.owned(term))
            }
            Term::If(_, a, _) if self.borrowed(a).starts_with('&') => format!("&{}", self.owned(term)),
            other => self.owned(other),
        }
    }

    fn param(&self, param: &Param) -> Option<String> {
        match param {
            Param::Base(Type::Unit) => None,
            Param::Base(ty) => Some(self.ty(ty)),
            Param::Fun(arrow) => Some(format!("&dyn {}", self.arrow(arrow))),
        }
    }

    fn arrow(&self, arrow: &Arrow) -> String {
        let params: Vec<String> = arrow.params.iter().filter_map(|p| self.param(p)).collect();
        let params = ["&mut Draw".to_owned()].into_iter().chain(params).collect::<Vec<_>>().join(", ");
        format!("Fn({params}) -> Result<{}, Failed>", self.ty(&arrow.result))
    }

    fn params(&self, params: &[(String, Param)]) -> Vec<String> {
        params.iter().filter_map(|(name, p)| Some(format!("{name}: {}", self.param(p)?))).collect()
    }

    fn function(&self, function: &TopFunction) -> String {
        let lambda = &function.lambda;
        let scope = FunctionBody { printer: self, function };
        let params = ["draw: &mut Draw".to_owned()].into_iter().chain(self.params(&lambda.params));
        let spend = if lambda.own.is_some() { "        draw.spend()?;\n" } else { "" };
        format!(
            "\n    pub(super) fn {}{}({}) -> Result<{}, Failed> {{\n{spend}        {}\n    }}\n",
            function.name,
            generics(function.type_params),
            params.collect::<Vec<_>>().join(", "),
            self.ty(&lambda.result),
            scope.code(&lambda.body, 2)
        )
    }

    fn usage(&self, generator: &Generator) -> String {
        let lambda = &self.all.functions[generator.function].lambda;
        let params = self.params(&lambda.params).join(", ");
        let result = self.ty(&lambda.result);
        let mut out = format!("{}({params}) -> impl Strategy<Value = {result}>", generator.name);
        if generator.spec.is_some() {
            let comma = if params.is_empty() { "" } else { ", " };
            let _ = write!(out, "\n//! {}_spec({params}{comma}v: &{result}) -> bool", generator.name);
        }
        out
    }

    fn generator(&self, generator: &Generator) -> String {
        let name = &generator.name;
        let lambda = &self.all.functions[generator.function].lambda;
        let args: Vec<String> = lambda
            .params
            .iter()
            .filter_map(|(n, p)| match p {
                Param::Base(Type::Unit) => None,
                Param::Base(ty) if is_copy(ty) => Some(n.clone()),
                _ => Some(format!("{n}.clone()")),
            })
            .collect();
        let args = ["draw".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(", ");
        let mut out = format!(
            "\npub fn {name}({}) -> impl Strategy<Value = {}> {{\n    strategy(move |draw| draw::{name}({args}))\n}}\n",
            self.params(&lambda.params).join(", "),
            self.ty(&lambda.result)
        );
        if let Some(spec) = &generator.spec {
            out.push_str(&self.spec(name, spec));
        }
        out
    }

    fn spec(&self, name: &str, spec: &Spec) -> String {
        let mut out = "\n".to_owned();
        for missing in &spec.missing {
            let _ = writeln!(out, "// Not in the predicate, because it cannot be executed: {missing}.");
        }
        let params: Vec<String> = spec
            .params
            .iter()
            .filter(|(_, ty)| *ty != Type::Unit)
            .map(|(n, ty)| format!("{n}: {}", self.ty(ty)))
            .chain([format!("{}: &{}", spec.value.0, self.ty(&spec.value.1))])
            .collect();
        let _ = writeln!(out, "pub fn {name}_spec({}) -> bool {{", params.join(", "));
        if is_copy(&spec.value.1) {
            let _ = writeln!(out, "    let {0} = *{0};", spec.value.0);
        }
        let conjuncts: Vec<String> = spec.conjuncts.iter().map(|c| self.owned(c)).collect();
        let body = if conjuncts.is_empty() { "true".to_owned() } else { conjuncts.join("\n        && ") };
        let _ = write!(out, "    {body}\n}}\n");
        out
    }
}

/// How many type parameters a type mentions.
fn params_of(ty: &Type) -> u32 {
    match ty {
        Type::Param(i) => i + 1,
        Type::Data(_, args) => args.iter().map(params_of).max().unwrap_or(0),
        _ => 0,
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
        let p = self.printer;
        let params = ["draw: &mut Draw".to_owned()].into_iter().chain(p.params(&lambda.params));
        format!(
            "|{}| -> Result<{}, Failed> {{\n{}{}\n{}}}",
            params.collect::<Vec<_>>().join(", "),
            p.ty(&lambda.result),
            pad(indent + 1),
            self.code(&lambda.body, indent + 1),
            pad(indent)
        )
    }

    /// Code of type `Result`, at the end of a block.
    fn code(&self, code: &Code, indent: usize) -> String {
        let p = self.printer;
        match code {
            Code::Value(term) => format!("Ok({})", p.owned(term)),
            Code::Fail => "Err(Failed)".to_owned(),
            Code::Divide(div, a, b) => {
                format!("{}({}, {})", if *div { "divide" } else { "modulo" }, p.owned(a), p.owned(b))
            }
            Code::Draw(draw, args) => {
                let mut args: Vec<String> = args.iter().map(|a| p.owned(a)).collect();
                let name = match draw {
                    Draw::Int => "int_gen",
                    Draw::Nat => "nat_gen",
                    Draw::Bool => "bool_gen",
                    Draw::Weighed(yes, no) => {
                        args.extend([yes.to_string(), no.to_string()]);
                        "weighed"
                    }
                    Draw::Range => "int_range",
                };
                format!("draw.{name}({})", args.join(", "))
            }
            Code::Call(f, args) => {
                let args = args.iter().filter_map(|a| match a {
                    Arg::Base(Term::Unit | Term::Var(_, Type::Unit)) => None,
                    Arg::Base(t) => Some(p.owned(t)),
                    Arg::Fun(f) => Some(format!("&{}", self.callee(f, indent))),
                });
                let args = ["draw".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(", ");
                format!("{}({args})", self.callee(f, indent))
            }
            Code::Let(name, bound, body) => {
                let bound = match &**bound {
                    Code::Value(term) => p.owned(term),
                    other => format!("{}?", self.nested(other, indent)),
                };
                format!("let {name} = {bound};\n{}{}", pad(indent), self.code(body, indent))
            }
            Code::LetFun(name, lambda, body) => format!(
                "let {name} = {};\n{}{}",
                self.lambda(lambda, indent),
                pad(indent),
                self.code(body, indent)
            ),
            Code::If(test, yes, no) => {
                let test = match &**test {
                    Code::Value(term) => p.owned(term),
                    other => format!("{}?", self.nested(other, indent)),
                };
                let otherwise = match &**no {
                    Code::If(..) => self.code(no, indent),
                    no => format!("{{\n{}{}\n{}}}", pad(indent + 1), self.code(no, indent + 1), pad(indent)),
                };
                format!(
                    "if {test} {{\n{}{}\n{}}} else {otherwise}",
                    pad(indent + 1),
                    self.code(yes, indent + 1),
                    pad(indent)
                )
            }
            Code::Match(on, d, branches, partial) => {
                let datatype = p.all.data(*d);
                let mut out = format!("match {} {{\n", p.borrowed(on));
                for (tag, fields, body) in branches {
                    let names: Vec<String> = fields.iter().map(|f| f.0.clone()).collect();
                    let _ = write!(
                        out,
                        "{}{} => {{\n{}{}{}\n{}}}\n",
                        pad(indent + 1),
                        p.pattern(datatype, *tag, &names),
                        p.unpack(fields, indent + 2),
                        pad(indent + 2),
                        self.code(body, indent + 2),
                        pad(indent + 1)
                    );
                }
                if *partial {
                    let _ = writeln!(out, "{}_ => Err(Failed),", pad(indent + 1));
                }
                let _ = write!(out, "{}}}", pad(indent));
                out
            }
        }
    }

    /// Code of type `Result` inside an expression.
    fn nested(&self, code: &Code, indent: usize) -> String {
        match code {
            Code::Let(..) | Code::LetFun(..) | Code::If(..) | Code::Match(..) => {
                format!("{{\n{}{}\n{}}}", pad(indent + 1), self.code(code, indent + 1), pad(indent))
            }
            simple => self.code(simple, indent),
        }
    }
}
