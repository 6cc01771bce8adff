//! What names stand for, in files with modules.
//!
//! Between parsing and everything else: structures become top-level items whose names carry the path
//! (`Expr_gen.leaf`), and every name is replaced by what it means where it stands: an item of the
//! file by its path, a name of a known library by its canonical path (`QCheck.Gen.map`), whatever it was
//! written as. Nothing after this step knows modules. Scopes are OCaml's: the last definition or `open` wins.
//!
//! SOUNDNESS: a module about which nothing is known may define any name. So whatever is looked up
//! through an `open` of one is declined, with the place; names that are bound after it are not concerned.
//! A table of *all* names of the libraries (`library`) is needed for the same reason: what an `open` of a
//! library does not define keeps the meaning that it has.
//!
//! Renaming items in place was chosen over an environment in inference: the reading through OCaml's own
//! front end has resolved names already, and must not go through a second resolution.

mod expressions;
mod functors;
pub(crate) mod library;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::aside::{bound_name, set_aside};
use crate::diagnostic::Problems;
use crate::parse::Parsed;
use crate::qcheck::looks_like_generator;
use crate::span::Span;
use crate::syntax::{
    Attribute, Binding, Bindings, Exports, Fact, Item, Name, Namespace, Pattern, PatternKind, SetAside, TAG,
    TypeBody, TypeDeclaration, split_path,
};

/// What a module's name stands for.
#[derive(Clone)]
enum Module {
    /// A structure of the file: what it exports, in order.
    Own(Rc<Vec<Entry>>),
    /// A functor of the file.
    Functor(Rc<functors::Expandable>),
    /// A module of a library, by its canonical path.
    Library(String),
    /// Nothing is known, and why.
    Unknown(String),
}

/// One step of a scope.
#[derive(Clone)]
enum Entry {
    /// A variable, which stands for itself.
    Local(String),
    /// A name of the file, and what it is called from now on.
    Item(Namespace, String, String),
    Module(String, Module),
    /// `open` of a library's module.
    Library(String),
    /// `open` of something unknown.
    Unknown(String),
    /// A name that comes from a module of which nothing is known.
    Doubtful(Namespace, String, String),
}

impl Entry {
    /// Whether it is about this name of the file.
    fn names(&self, space: Namespace, name: &str) -> bool {
        match self {
            Entry::Local(known) => space == Namespace::Value && known == name,
            Entry::Item(kind, known, _) | Entry::Doubtful(kind, known, _) => *kind == space && known == name,
            Entry::Module(..) | Entry::Library(_) | Entry::Unknown(_) => false,
        }
    }
}

/// What a look-up found.
enum Found {
    /// A variable.
    Local,
    /// An item or a library's name, by what it is called from now on.
    Target(String),
    /// Nothing: a name that every file has.
    Plain,
    /// It may be defined by this module, of which nothing is known.
    Doubtful(String),
}

/// The items of a file, with their names resolved if it has modules.
pub(crate) fn resolve(parsed: Parsed, opens_hide_nothing: bool, problems: &mut Problems) -> Vec<Item> {
    let Parsed { items, modules, .. } = parsed;
    if !modules {
        return items;
    }
    let mut resolver = Resolver {
        problems,
        scope: Vec::new(),
        exports: Vec::new(),
        prefix: String::new(),
        out: Vec::new(),
        defined: Vec::new(),
        paths: BTreeSet::new(),
        functors: Vec::new(),
        written_out: 0,
        opens_hide_nothing,
    };
    resolver.items(items);
    resolver.functors_that_are_not_applied();
    resolver.out
}

struct Resolver<'p> {
    problems: &'p mut Problems,
    scope: Vec<Entry>,
    /// What the structure that is being read defines.
    exports: Vec<Entry>,
    /// The path of that structure, with a dot behind it.
    prefix: String,
    out: Vec<Item>,
    /// What was defined so far, in order, by what it is called from then on.
    defined: Vec<(Namespace, String)>,
    /// The paths of the structures so far.
    paths: BTreeSet<String>,
    /// The functors so far: whether each was applied, and what is left of it otherwise.
    functors: Vec<(bool, SetAside)>,
    /// How many applications of functors were written out.
    written_out: usize,
    /// Whether unknown modules are taken to hide nothing.
    opens_hide_nothing: bool,
}

impl Resolver<'_> {
    fn items(&mut self, items: Vec<Item>) {
        for item in items {
            let before = self.problems.error_count();
            let mut item = item;
            match &mut item {
                Item::Module(name, ..) if !self.paths.insert(format!("{}{}", self.prefix, name.text)) => {
                    // SOUNDNESS: what the two define would have the same names.
                    let (what, name) = (format!("a second module `{}`", name.text), name.clone());
                    self.problems.decline(name.span, &what, "another name for one of the two");
                    self.define_module(&name.text, Module::Unknown(what));
                }
                Item::Module(name, inner, exports) => {
                    let exports = exports.take();
                    let inner = std::mem::take(inner);
                    self.structure(&name.text.clone(), inner, exports.as_ref());
                    continue;
                }
                Item::ModuleAlias(name, target) => {
                    let module = self.module(&target.text);
                    self.define_module(&name.text, module);
                    continue;
                }
                Item::Template(template) => {
                    self.functor(template);
                    continue;
                }
                Item::Application(application) => {
                    self.apply(application);
                    continue;
                }
                Item::ModuleAside(name, aside) => {
                    self.define_module(&name.text, Module::Unknown(aside.why.message.clone()));
                    for claim in &mut aside.claims {
                        claim.name.text = format!("{}{}", self.prefix, claim.name.text);
                    }
                    self.out.push(Item::SetAside(aside.clone()));
                    continue;
                }
                Item::Open(module, included) => {
                    self.open(&module.text, *included);
                    continue;
                }
                Item::SetAside(aside) => {
                    for (space, name) in &mut aside.names {
                        self.define(*space, name);
                    }
                    for claim in &mut aside.claims {
                        claim.name.text = format!("{}{}", self.prefix, claim.name.text);
                    }
                }
                Item::Types(declarations) => self.types(declarations),
                Item::Program(bindings) | Item::Predicates(bindings) => self.group(bindings),
                Item::Fact(fact) => self.fact(fact),
                Item::Claim(claim) => {
                    let name = &mut claim.name;
                    self.value_name(&mut name.text, name.span);
                    self.scheme(&mut claim.scheme);
                }
                Item::Value(name, written) | Item::External(name, written) => {
                    self.type_expr(written);
                    self.define(Namespace::Value, name);
                }
                // Files with modules of a library have no operators: their functors are set aside.
                Item::Evaluated(_)
                | Item::Operators(_)
                | Item::Answers(_)
                | Item::Language(_)
                | Item::Functor(_) => {}
            }
            self.push(item, before);
        }
    }

    /// An item with a problem is set aside; what is said about one without claims is said where it is needed.
    fn push(&mut self, item: Item, before: usize) {
        match self.problems.first_error_after(before) {
            None => self.out.push(item),
            Some(why) => {
                let mut aside = set_aside(&item, why);
                if let Item::Program(bindings) = &item {
                    let generators = bindings.list.iter().filter(|binding| looks_like_generator(binding));
                    let named = |binding: &Binding| Some((bound_name(binding)?, binding.span));
                    aside.generators.extend(generators.filter_map(named));
                }
                if matches!(item, Item::Module(..)) {
                    self.with_path(&mut aside);
                }
                if aside.claims.is_empty() {
                    self.problems.forget_after(before);
                }
                self.out.push(Item::SetAside(aside));
            }
        }
    }

    fn structure(&mut self, name: &str, items: Vec<Item>, sealed: Option<&Exports>) {
        let height = self.scope.len();
        let exports = std::mem::take(&mut self.exports);
        let prefix = self.prefix.clone();
        self.prefix = format!("{prefix}{name}.");
        self.items(items);
        self.prefix = prefix;
        let mut own = std::mem::replace(&mut self.exports, exports);
        if let Some(sealed) = sealed {
            own = seal(&own, sealed);
        }
        self.scope.truncate(height);
        self.define_module(name, Module::Own(Rc::new(own)));
    }

    fn define_module(&mut self, name: &str, module: Module) {
        let entry = Entry::Module(name.to_owned(), module);
        self.scope.push(entry.clone());
        self.exports.push(entry);
    }

    fn open(&mut self, path: &str, included: bool) {
        let entries = match self.module(path) {
            Module::Own(entries) => entries.as_ref().clone(),
            // At the beginning it changes nothing; later it gives names back the meaning that they had.
            Module::Library(path) if path == "Stdlib" && self.scope.is_empty() => Vec::new(),
            Module::Library(path) if library::is_listed(&path) => vec![Entry::Library(path)],
            Module::Library(_) | Module::Functor(_) | Module::Unknown(_) => {
                vec![Entry::Unknown(path.to_owned())]
            }
        };
        if included {
            self.exports.extend(entries.iter().cloned());
        }
        self.scope.extend(entries);
    }

    /// Gives an item's name its path, and binds it from here on.
    fn define(&mut self, space: Namespace, name: &mut Name) {
        let target = format!("{}{}", self.prefix, name.text);
        self.defined.push((space, target.clone()));
        let entry = Entry::Item(space, name.text.clone(), target.clone());
        self.scope.push(entry.clone());
        self.exports.push(entry);
        name.text = target;
    }

    // --- looking up ---

    /// The module that a path means.
    fn module(&self, path: &str) -> Module {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let mut found = self.first_module(first);
        let mut rest = rest;
        while let Some(names) = rest {
            let (name, after) = names.split_once('.').map_or((names, None), |(a, b)| (a, Some(b)));
            found = match &found {
                Module::Own(entries) => module_in(entries, name, self.opens_hide_nothing)
                    .unwrap_or_else(|| Module::Unknown(path.to_owned())),
                Module::Library(library) => library::submodule(library, name)
                    .map_or_else(|| Module::Unknown(path.to_owned()), Module::Library),
                Module::Functor(_) => Module::Unknown(path.to_owned()),
                Module::Unknown(why) => Module::Unknown(why.clone()),
            };
            rest = after;
        }
        found
    }

    fn first_module(&self, name: &str) -> Module {
        let mut opened = None;
        for entry in self.scope.iter().rev() {
            match entry {
                Entry::Module(known, module) if known == name => return module.clone(),
                Entry::Library(path) => {
                    if let Some(inner) = library::submodule(path, name) {
                        return Module::Library(inner);
                    }
                }
                // It may define a module of this name.
                Entry::Unknown(path) if self.opens_hide_nothing => opened = Some(path),
                Entry::Unknown(path) => return Module::Unknown(path.clone()),
                _ => {}
            }
        }
        let unknown = || Module::Unknown(opened.map_or(name, String::as_str).to_owned());
        library::top_module(name).map_or_else(unknown, Module::Library)
    }

    fn look_up(&self, space: Namespace, name: &str) -> Found {
        if let Some((path, last)) = split_path(name) {
            return match self.module(path) {
                Module::Own(entries) => find(&entries, space, last, self.opens_hide_nothing),
                Module::Library(library) => {
                    let target = library::canonical(&library, last);
                    // SOUNDNESS: `Stdlib.compare` is not the `compare` that the file defines.
                    let hidden = split_path(&target).is_none() && self.names_an_item_or_variable(&target);
                    if hidden { Found::Doubtful(path.to_owned()) } else { Found::Target(target) }
                }
                Module::Functor(_) | Module::Unknown(_) => Found::Doubtful(path.to_owned()),
            };
        }
        find(&self.scope, space, name, self.opens_hide_nothing)
    }

    fn names_an_item_or_variable(&self, name: &str) -> bool {
        self.scope.iter().any(|entry| match entry {
            Entry::Item(_, _, target) => target == name,
            Entry::Local(known) => known == name,
            Entry::Module(..) | Entry::Library(_) | Entry::Unknown(_) | Entry::Doubtful(..) => false,
        })
    }

    /// Replaces a name by what it stands for; declines it if that is not known.
    fn rename(&mut self, space: Namespace, name: &mut String, span: Span) {
        match self.look_up(space, name) {
            Found::Local | Found::Plain => {}
            Found::Target(target) => *name = target,
            Found::Doubtful(module) => {
                let what = if split_path(name).is_some() {
                    format!("`{name}`, a name from another module,")
                } else {
                    format!("`{name}`, which `{module}` may define,")
                };
                self.problems.decline(span, &what, "define what you need of it in this file");
            }
        }
    }

    fn value_name(&mut self, name: &mut String, span: Span) {
        self.rename(Namespace::Value, name, span);
    }

    /// Whether a name is written as a variable of the scope.
    fn with_locals<T>(&mut self, names: Vec<String>, within: impl FnOnce(&mut Self) -> T) -> T {
        let height = self.scope.len();
        self.scope.extend(names.into_iter().map(Entry::Local));
        let result = within(self);
        self.scope.truncate(height);
        result
    }

    // --- items ---

    fn types(&mut self, declarations: &mut [TypeDeclaration]) {
        for declaration in declarations.iter_mut() {
            self.define(Namespace::Type, &mut declaration.name);
        }
        for declaration in declarations.iter_mut() {
            match &mut declaration.body {
                TypeBody::Variant(constructors) => {
                    for (_, fields) in constructors.iter_mut() {
                        fields.iter_mut().for_each(|field| self.type_expr(field));
                    }
                }
                TypeBody::Record(fields) => fields.iter_mut().for_each(|(_, ty)| self.type_expr(ty)),
                TypeBody::Alias(ty) => self.type_expr(ty),
                TypeBody::Abstract => {}
            }
        }
        for declaration in declarations {
            match &mut declaration.body {
                TypeBody::Variant(constructors) => {
                    // Tags are in no module.
                    let named = constructors.iter_mut().filter(|(name, _)| !name.text.starts_with(TAG));
                    named.for_each(|(name, _)| self.define(Namespace::Constructor, name));
                }
                TypeBody::Record(fields) => {
                    fields.iter_mut().for_each(|(name, _)| self.define(Namespace::Field, name));
                }
                TypeBody::Alias(_) | TypeBody::Abstract => {}
            }
        }
    }

    fn group(&mut self, bindings: &mut Bindings) {
        if bindings.recursive {
            bindings.list.iter_mut().for_each(|binding| self.define_pattern(&mut binding.pattern));
            bindings.list.iter_mut().for_each(|binding| self.binding(binding));
        } else {
            bindings.list.iter_mut().for_each(|binding| self.binding(binding));
            bindings.list.iter_mut().for_each(|binding| self.define_pattern(&mut binding.pattern));
        }
        // A claim is about the value that is defined, and may name it.
    }

    /// The names that a top-level pattern defines.
    fn define_pattern(&mut self, pattern: &mut Pattern) {
        match &mut pattern.kind {
            PatternKind::Variable(text) => {
                let mut name = Name { text: text.clone(), span: pattern.span };
                self.define(Namespace::Value, &mut name);
                *text = name.text;
            }
            PatternKind::Typed(inner, written) => {
                self.type_expr(written);
                self.define_pattern(inner);
            }
            PatternKind::Alias(inner, name) => {
                self.define(Namespace::Value, name);
                self.define_pattern(inner);
            }
            PatternKind::Tuple(list) | PatternKind::Construct(_, list) | PatternKind::Or(list) => {
                list.iter_mut().for_each(|inner| self.define_pattern(inner));
            }
            PatternKind::Record(list) => list.iter_mut().for_each(|(_, inner)| self.define_pattern(inner)),
            PatternKind::Labelled(_, inner) => self.define_pattern(inner),
            PatternKind::Any | PatternKind::Literal(_) => {}
        }
    }

    /// Everything of a binding but the name.
    fn binding(&mut self, binding: &mut Binding) {
        let mut names = Vec::new();
        for parameter in &mut binding.parameters {
            self.pattern(parameter, &mut names);
        }
        if let Some(written) = &mut binding.result {
            self.type_expr(written);
        }
        let body = &mut binding.body;
        self.with_locals(names.clone(), |resolver| resolver.expr(body));
        for attribute in &mut binding.attributes {
            match attribute {
                Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme) => self.scheme(scheme),
                Attribute::Measure(term) | Attribute::Rank(term) => {
                    let mut all = names.clone();
                    all.push("v".to_owned());
                    self.with_locals(all, |resolver| resolver.expr(term));
                }
            }
        }
    }

    fn fact(&mut self, fact: &mut Fact) {
        let mut names = Vec::new();
        for parameter in &mut fact.parameters {
            self.pattern(parameter, &mut names);
        }
        let body = &mut fact.body;
        self.with_locals(names, |resolver| resolver.expr(body));
        self.define(Namespace::Value, &mut fact.name);
    }
}

/// What a signature lets through, and nothing else.
///
/// SOUNDNESS: what it hides must not hide anything itself, whether it was defined in the module, included
/// from a library, or is in a module inside. So the names are made from the signature, not from the module.
fn seal(entries: &[Entry], sealed: &Exports) -> Vec<Entry> {
    let names = sealed.names.iter().map(|(space, name)| match find(entries, *space, name, false) {
        Found::Target(target) => Entry::Item(*space, name.clone(), target),
        Found::Doubtful(module) => Entry::Doubtful(*space, name.clone(), module),
        // The module has it, or OCaml would refuse the file; from where is not known.
        Found::Plain | Found::Local => Entry::Doubtful(*space, name.clone(), "its module".to_owned()),
    });
    let modules = sealed.modules.iter().map(|(name, inner)| {
        let module = match module_in(entries, name, false) {
            Some(Module::Own(entries)) => Module::Own(Rc::new(seal(&entries, inner))),
            Some(Module::Library(path)) => Module::Own(Rc::new(seal(&[Entry::Library(path)], inner))),
            Some(unread @ (Module::Functor(_) | Module::Unknown(_))) => unread,
            None => Module::Unknown(name.clone()),
        };
        Entry::Module(name.clone(), module)
    });
    names.chain(modules).collect()
}

/// The last definition or `open` wins.
fn find(entries: &[Entry], space: Namespace, name: &str, opens_hide_nothing: bool) -> Found {
    let mut opened = None;
    for (at, entry) in entries.iter().enumerate().rev() {
        let before = entries.get(..at).unwrap_or_default();
        match entry {
            Entry::Local(known) if space == Namespace::Value && known == name => return Found::Local,
            Entry::Item(kind, known, target) if *kind == space && known == name => {
                return Found::Target(target.clone());
            }
            Entry::Library(path) if library::may_define(path, space, name) => {
                if !opens_hide_nothing {
                    return Found::Doubtful(path.clone());
                }
                opened = Some(path);
            }
            Entry::Library(path) if library::defines(path, space, name) => {
                // It hides an earlier meaning in some versions only.
                let earlier = || match opens_hide_nothing {
                    true => before.iter().any(|entry| entry.names(space, name)),
                    false => !matches!(find(before, space, name, false), Found::Plain),
                };
                if library::depends_on_version(path, space, name) && earlier() {
                    return Found::Doubtful(path.clone());
                }
                return Found::Target(library::canonical(path, name));
            }
            Entry::Unknown(path) if opens_hide_nothing => opened = Some(path),
            Entry::Unknown(path) => return Found::Doubtful(path.clone()),
            Entry::Doubtful(kind, known, module) if *kind == space && known == name => {
                return Found::Doubtful(module.clone());
            }
            _ => {}
        }
    }
    match opened {
        Some(path) if !library::is_everywhere(space, name) => Found::Doubtful(path.clone()),
        _ => Found::Plain,
    }
}

fn module_in(entries: &[Entry], name: &str, opens_hide_nothing: bool) -> Option<Module> {
    let mut opened = None;
    for entry in entries.iter().rev() {
        match entry {
            Entry::Module(known, module) if known == name => return Some(module.clone()),
            Entry::Library(path) => {
                if let Some(inner) = library::submodule(path, name) {
                    return Some(Module::Library(inner));
                }
            }
            Entry::Unknown(path) => {
                opened = Some(Module::Unknown(path.clone()));
                if !opens_hide_nothing {
                    return opened;
                }
            }
            _ => {}
        }
    }
    opened
}
