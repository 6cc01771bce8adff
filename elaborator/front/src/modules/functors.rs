//! Functors of the file, written out where they are applied.
//!
//! `module A = F (M)` becomes a structure `A` with the items of `F`, in which the parameter is another name for `M`.
//! Names mean what they mean where the functor is *defined*, so its scope is kept with it.
//!
//! SOUNDNESS: of the argument only what the parameter's signature lists can be named, so that an `open` of the
//! parameter hides no more than it does in OCaml. And the items that a functor names are known by what they are called
//! from then on: if one of these was defined again since, the functor is not written out.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Entry, Module, Resolver, seal};
use crate::syntax::{Application, Argument, Evaluated, Exports, Item, Name, SetAside, Template};

/// Applications that are written out; one functor may apply another twice.
const MOST_WRITTEN_OUT: usize = 64;

/// A functor, with what its names mean.
pub(super) struct Expandable {
    number: usize,
    parameters: Vec<(Name, Exports)>,
    items: Vec<Item>,
    exports: Option<Exports>,
    scope: Vec<Entry>,
    /// How much was defined before it.
    height: usize,
}

impl Resolver<'_> {
    pub(super) fn functor(&mut self, template: &mut Template) {
        let number = self.functors.len();
        let mut aside = template.aside.clone();
        self.with_path(&mut aside);
        self.functors.push((false, aside));
        let expandable = Expandable {
            number,
            parameters: std::mem::take(&mut template.parameters),
            items: std::mem::take(&mut template.items),
            exports: template.exports.take(),
            scope: self.scope.clone(),
            height: self.defined.len(),
        };
        self.define_module(&template.name.text, Module::Functor(Rc::new(expandable)));
    }

    pub(super) fn apply(&mut self, application: &mut Application) {
        let name = application.name.text.clone();
        let written = self.written_out(application);
        let module = written.unwrap_or_else(|| {
            // What it does when it is applied is not known.
            self.out.push(Item::Evaluated(Evaluated { span: application.span, postponed: false }));
            let mut aside = application.aside.clone();
            self.with_path(&mut aside);
            let why = aside.why.message.clone();
            self.out.push(Item::SetAside(aside));
            Module::Unknown(why)
        });
        self.define_module(&name, module);
    }

    fn written_out(&mut self, application: &mut Application) -> Option<Module> {
        let Module::Functor(functor) = self.module(&application.functor.text) else { return None };
        let before: BTreeSet<_> = self.defined.get(..functor.height)?.iter().cloned().collect();
        let again = self.defined.get(functor.height..)?.iter().any(|defined| before.contains(defined));
        if again
            || functor.parameters.len() != application.arguments.len()
            || self.written_out >= MOST_WRITTEN_OUT
        {
            return None;
        }
        self.written_out += 1;
        let mut bound = Vec::new();
        let arguments = std::mem::take(&mut application.arguments);
        for (at, (argument, (parameter, exports))) in
            arguments.into_iter().zip(&functor.parameters).enumerate()
        {
            let module = match argument {
                Argument::Path(path) => self.module(&path.text),
                Argument::Structure(items) => {
                    // A name of its own; a module of the file that has it, too, is declined.
                    let own = format!("{}_argument{at}", application.name.text);
                    if !self.paths.insert(format!("{}{own}", self.prefix)) {
                        return None;
                    }
                    self.structure(&own, items, None);
                    self.exports.pop();
                    self.module(&own)
                }
            };
            let Module::Own(entries) = module else { return None };
            if entries.iter().any(|entry| matches!(entry, Entry::Library(_) | Entry::Unknown(_))) {
                return None;
            }
            let entries = seal(&entries, exports);
            bound.push(Entry::Module(parameter.text.clone(), Module::Own(Rc::new(entries))));
        }
        if let Some((applied, _)) = self.functors.get_mut(functor.number) {
            *applied = true;
        }
        if !self.paths.insert(format!("{}{}", self.prefix, application.name.text)) {
            return None;
        }
        let scope = std::mem::replace(&mut self.scope, functor.scope.clone());
        self.scope.extend(bound);
        let exports = std::mem::take(&mut self.exports);
        let prefix = self.prefix.clone();
        self.prefix = format!("{prefix}{}.", application.name.text);
        self.items(functor.items.clone());
        self.prefix = prefix;
        self.scope = scope;
        let mut own = std::mem::replace(&mut self.exports, exports);
        for sealed in functor.exports.iter().chain(&application.exports) {
            own = seal(&own, sealed);
        }
        Some(Module::Own(Rc::new(own)))
    }

    /// Claims of functors that are not applied are checked nowhere.
    pub(super) fn functors_that_are_not_applied(&mut self) {
        for (applied, aside) in std::mem::take(&mut self.functors) {
            if applied {
                continue;
            }
            if !aside.claims.is_empty() {
                self.problems.decline(
                    aside.why.span,
                    "a functor with claims that is not applied to modules of this file",
                    "apply it here, or write its definitions here",
                );
            }
            self.out.push(Item::SetAside(aside));
        }
    }

    pub(super) fn with_path(&self, aside: &mut SetAside) {
        for claim in &mut aside.claims {
            claim.name.text = format!("{}{}", self.prefix, claim.name.text);
        }
    }
}
