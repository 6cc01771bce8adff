//! Modules as they are written: structures, aliases, `open` and `include`, in files that use a library whose
//! generators are read. What names stand for is decided afterwards (`crate::modules`).
//!
//! A module that cannot be read is set aside as a whole: its name is known, and whatever goes
//! through it is declined where it is used.

use tree_sitter::Node;

use super::declared::is_for_tests;
use super::effects;
use super::items::has_extension;
use super::tree::{Reader, child_of_kind, field, fields, parts};
use super::types::without_blanks;
use crate::library;
use crate::span::Source;
use crate::syntax::{Application, Argument, Exports, Item, Name, SetAside, Template};

/// Functions that build a test or a list of tests: their arguments are generators, which are judged on their
/// own, and functions, which are not called.
const QUIET_CALLS: [&str; 8] = [
    "Test.make",
    "Test.make_cell",
    "Test.make_neg",
    "Test2.make",
    "to_alcotest",
    "to_ounit2_test",
    "to_ounit2_test_list",
    "of_test",
];

/// Functions of the library that make an arbitrary of what they are given, and raise nothing.
const ARBITRARIES: [&str; 9] =
    ["make", "list", "small_list", "pair", "triple", "option", "set_print", "set_shrink", "no_shrink"];

/// Functions that run tests, and what ends the program with their result.
const RUNNERS: [&str; 5] = ["run_tests", "run_tests_main", "Alcotest.run", "run_test_tt_main", "run_test_tt"];

/// Functors of OCaml's library, which only define.
const LIBRARY_FUNCTORS: [&str; 3] = ["Map.Make", "Set.Make", "Hashtbl.Make"];

impl Reader<'_> {
    /// A module path as one name.
    pub(super) fn module_path(&mut self, node: Node<'_>) -> Name {
        let name = self.name(node);
        Name { text: without_blanks(&name.text), span: name.span }
    }

    /// The module of an `open`, if it is a path and modules are read.
    pub(super) fn opened_module(&mut self, node: Node<'_>) -> Option<Name> {
        if !self.modules || node.kind() != "open_module" {
            return None;
        }
        let module = field(node, "module").filter(|module| module.kind() == "module_path")?;
        self.mark(node);
        // `open!` differs from `open` in a warning.
        self.has_token(node, "!");
        Some(self.module_path(module))
    }

    /// Items that concern modules, and items that only run. Says whether it was one.
    pub(super) fn structure_item(&mut self, node: Node<'_>, items: &mut Vec<Item>) -> bool {
        match node.kind() {
            "open_module" => match self.opened_module(node) {
                Some(module) => {
                    items.push(Item::Open(module, false));
                    true
                }
                None => false,
            },
            "include_module" => {
                let Some(module) = field(node, "module").filter(|m| m.kind() == "module_path") else {
                    return false;
                };
                self.mark(node);
                let module = self.module_path(module);
                items.push(Item::Open(module, true));
                true
            }
            "module_type_definition" | "expression_item" => {
                // A type of modules defines no value; an expression is evaluated and defines nothing.
                self.mark_whole(node);
                true
            }
            "value_definition" if runs_only(node) => {
                self.mark_whole(node);
                true
            }
            "module_definition" => {
                let bindings: Vec<_> =
                    parts(node).into_iter().filter(|part| part.kind() == "module_binding").collect();
                let [binding] = bindings.as_slice() else { return false };
                self.mark(node);
                self.module_binding(*binding, items)
            }
            _ => false,
        }
    }

    fn module_binding(&mut self, node: Node<'_>, items: &mut Vec<Item>) -> bool {
        let (Some(name), Some(body)) = (child_of_kind(node, "module_name"), field(node, "body")) else {
            return false;
        };
        let name = self.name(name);
        let parameters = child_of_kind(node, "module_parameter").is_some();
        let signature = field(node, "module_type");
        let exports = signature.and_then(|signature| self.declared.exports(signature, self.text));
        let plain = !parameters && (signature.is_none() || exports.is_some());
        self.mark(node);
        match body.kind() {
            // SOUNDNESS: its names would be those of the library.
            "structure" if plain && !(library::is_reserved(&name.text) && self.source == Source::User) => {
                self.mark(body);
                let inner = self.items(body);
                signature.inspect(|signature| self.mark_whole(*signature));
                items.push(Item::Module(name, inner, exports));
            }
            "module_path" if plain && signature.is_none() => {
                let target = self.module_path(body);
                items.push(Item::ModuleAlias(name, target));
            }
            "structure" if parameters && (signature.is_none() || exports.is_some()) => {
                let Some(parameters) = self.functor_parameters(node) else {
                    return self.module_aside(name, node, "a functor", items);
                };
                let Some(aside) = self.aside_as(node, &name, "a functor that is not applied") else {
                    return false;
                };
                self.mark_whole(node);
                let inner = self.items(body);
                items.push(Item::Template(Box::new(Template {
                    name,
                    parameters,
                    items: inner,
                    exports,
                    aside,
                })));
            }
            "module_application" if plain => {
                let Some((functor, arguments)) = self.functor_application(body) else {
                    return self.module_aside(name, node, "the result of a functor", items);
                };
                let Some(aside) = self.aside_as(node, &name, "the result of a functor") else { return false };
                self.mark_whole(node);
                let span = self.span(node);
                let application = Application { name, functor, arguments, exports, aside, span };
                items.push(Item::Application(Box::new(application)));
            }
            _ => {
                let what = match body.kind() {
                    _ if parameters => "a functor",
                    "structure" if plain => "a module with the name of a library's",
                    "structure" => "a module with a signature",
                    "module_application" => "the result of a functor",
                    _ => "a module of this form",
                };
                return self.module_aside(name, node, what, items);
            }
        }
        true
    }

    /// Sets a module aside as a whole.
    fn module_aside(&mut self, name: Name, node: Node<'_>, what: &str, items: &mut Vec<Item>) -> bool {
        let Some(aside) = self.aside_as(node, &name, what) else { return false };
        self.mark_whole(node);
        items.push(Item::ModuleAside(name, aside));
        true
    }

    /// What is left of a module that is not read. Nothing is said here; it is said where the module is used.
    fn aside_as(&mut self, node: Node<'_>, name: &Name, what: &str) -> Option<SetAside> {
        let before = self.problems.error_count();
        let span = self.span(node);
        self.problems.decline(span, &format!("{what}, `{}`,", name.text), "write its definitions here");
        let why = self.problems.first_error_after(before)?;
        self.problems.forget_after(before);
        Some(self.set_aside(node, why))
    }

    /// The parameters of a functor, if it is known what their signatures let through.
    fn functor_parameters(&mut self, node: Node<'_>) -> Option<Vec<(Name, Exports)>> {
        let list: Vec<_> = parts(node).into_iter().filter(|part| part.kind() == "module_parameter").collect();
        list.into_iter()
            .map(|parameter| {
                let name = self.name(child_of_kind(parameter, "module_name")?);
                let exports = self.declared.exports(field(parameter, "module_type")?, self.text)?;
                Some((name, exports))
            })
            .collect()
    }

    /// `F (A) (struct … end)`, if the functor is a path.
    fn functor_application(&mut self, node: Node<'_>) -> Option<(Name, Vec<Argument>)> {
        let (functor, given) = self.plain_application(node)?;
        let functor = self.module_path(functor);
        let arguments = given.into_iter().map(|argument| match argument.kind() {
            "structure" => Argument::Structure(self.items(argument)),
            _ => Argument::Path(self.module_path(argument)),
        });
        let arguments = arguments.collect();
        Some((functor, arguments))
    }

    /// The functor and the arguments of an application, if they are paths and structures. The functors of
    /// OCaml's library are not written out.
    fn plain_application<'n>(&self, node: Node<'n>) -> Option<(Node<'n>, Vec<Node<'n>>)> {
        let (mut functor, mut given) = (node, Vec::new());
        while functor.kind() == "module_application" {
            let mut argument = field(functor, "argument")?;
            while argument.kind() == "parenthesized_module_expression" {
                argument = parts(argument).into_iter().next()?;
            }
            given.push(argument);
            functor = field(functor, "functor")?;
        }
        let readable = |argument: &Node<'_>| matches!(argument.kind(), "module_path" | "structure");
        let own = functor.kind() == "module_path" && !LIBRARY_FUNCTORS.contains(&self.text_of(functor));
        given.reverse();
        (own && !given.is_empty() && given.iter().all(readable)).then_some((functor, given))
    }

    /// SOUNDNESS: whether an item that OCaml evaluates when the program starts concerns no claim. Tests are built
    /// there, and not run; behind the last claim they may be run, when everything that is claimed has been
    /// defined; the items of a structure answer for themselves.
    pub(super) fn concerns_only_tests(&self, node: Node<'_>) -> bool {
        if !self.modules || has_extension(node) {
            return false;
        }
        let bodies = || parts(node).into_iter().filter_map(|binding| field(binding, "body"));
        match node.kind() {
            "value_definition" => {
                let last = self.is_behind_the_claims(node);
                bodies().next().is_some()
                    && bodies().all(|body| self.builds_tests(body) || (last && self.runs_tests(body)))
            }
            // Of one that is read, the items answer for themselves; see `Reader::items`.
            "module_definition" => {
                bodies().next().is_some() && bodies().all(|body| self.is_quiet_module(body))
            }
            _ => false,
        }
    }

    /// Whether a module does nothing when it is made. The functors of OCaml's library only define.
    fn is_quiet_module(&self, body: Node<'_>) -> bool {
        let is_quiet = |item: Node<'_>| {
            (effects::is_quiet(item) && !has_extension(item)) || self.concerns_only_tests(item)
        };
        match body.kind() {
            "structure" => parts(body).into_iter().all(is_quiet),
            "module_path" => true,
            "parenthesized_module_expression" => {
                parts(body).into_iter().all(|body| self.is_quiet_module(body))
            }
            "module_application" => {
                let functor = field(body, "functor").map_or("", |functor| self.text_of(functor));
                let of_library = LIBRARY_FUNCTORS.contains(&functor)
                    && functor
                        .split('.')
                        .next()
                        .is_some_and(|module| !self.declared.defined.contains(module))
                    && self.declared.opened.iter().all(|module| is_for_tests(module));
                of_library && field(body, "argument").is_some_and(|argument| self.is_quiet_module(argument))
            }
            _ => false,
        }
    }

    /// A call of a test runner, perhaps for the exit code of the program.
    fn runs_tests(&self, body: Node<'_>) -> bool {
        match body.kind() {
            "application_expression" => {
                if self.calls_one_of(body, &["exit"]) {
                    return fields(body, "argument").into_iter().all(|code| self.runs_tests(code));
                }
                let known = self.calls_one_of(body, &RUNNERS);
                let argument =
                    |node| self.runs_tests(node) || self.builds_tests(node) || self.is_test_argument(node);
                known && fields(body, "argument").into_iter().all(argument)
            }
            "parenthesized_expression" => field(body, "expression").is_some_and(|e| self.runs_tests(e)),
            _ => false,
        }
    }

    /// Whether a node stands behind the last claim: whatever its notation, a claim is an attribute.
    fn is_behind_the_claims(&self, node: Node<'_>) -> bool {
        self.text.rfind("[@").unwrap_or(0) < node.start_byte()
    }

    fn builds_tests(&self, body: Node<'_>) -> bool {
        match body.kind() {
            "application_expression" => {
                self.calls_one_of(body, &QUIET_CALLS)
                    && fields(body, "argument").into_iter().all(|argument| self.is_test_argument(argument))
            }
            "empty_list" => true,
            "list_expression" => parts(body).into_iter().all(|part| self.builds_tests(part)),
            "parenthesized_expression" => field(body, "expression").is_some_and(|e| self.builds_tests(e)),
            "local_open_expression" => field(body, "expression").is_some_and(|e| self.builds_tests(e)),
            "value_path" => true,
            _ => false,
        }
    }

    /// Whether a call is of one of these functions of a library for tests.
    fn calls_one_of(&self, call: Node<'_>, names: &[&str]) -> bool {
        let head = field(call, "function").map_or("", |head| self.text_of(head));
        let known = names
            .iter()
            .any(|name| head.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
        let root = head.split('.').next().unwrap_or(head);
        let of_library = root.starts_with(char::is_lowercase) || is_for_tests(root);
        known && of_library && !self.declared.may_define(root, call, self.text)
    }

    /// Names, literals, functions, and arbitraries made of them.
    fn is_test_argument(&self, node: Node<'_>) -> bool {
        let mut pending = vec![node];
        while let Some(next) = pending.pop() {
            match next.kind() {
                "fun_expression"
                | "function_expression"
                | "value_path"
                | "constructor_path"
                | "string"
                | "number"
                | "signed_number"
                | "boolean"
                | "unit"
                | "label_name"
                | "module_path"
                | "character"
                | "quoted_string"
                | "comment" => {}
                "application_expression"
                    if self.calls_one_of(next, &QUIET_CALLS) || self.calls_one_of(next, &ARBITRARIES) =>
                {
                    pending.extend(fields(next, "argument"));
                }
                // A negative number of runs is refused when the test is made.
                "labeled_argument" if is_number_of_runs(self.text_of(next)) => {
                    let number = parts(next).into_iter().next_back();
                    if number.is_none_or(|number| number.kind() != "number") {
                        return false;
                    }
                }
                "labeled_argument" | "parenthesized_expression" | "list_expression" | "tuple_expression" => {
                    pending.extend(parts(next));
                }
                _ => return false,
            }
        }
        true
    }
}

/// Whether an argument says how often a test is run.
fn is_number_of_runs(argument: &str) -> bool {
    ["~count", "~max_gen", "~max_fail", "~long_factor"].iter().any(|label| argument.starts_with(label))
}

/// `let () = …`, `let _ = …`: without a name there is no claim, and nothing to read.
fn runs_only(node: Node<'_>) -> bool {
    let bindings: Vec<_> = parts(node).into_iter().filter(|part| part.kind() == "let_binding").collect();
    let nameless = |pattern: Node<'_>| matches!(pattern.kind(), "unit" | "any_pattern");
    !bindings.is_empty() && bindings.iter().all(|b| field(*b, "pattern").is_some_and(nameless))
}
