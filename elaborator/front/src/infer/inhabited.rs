//! Types that have values. `type e = |` has none, and `type t = C of t` none that is finite. Claims about them say
//! nothing, and solvers refuse them, so they are declined where they are declared.

use std::collections::BTreeMap;

use super::Inferrer;
use crate::syntax::{TypeBody, TypeDeclaration};
use crate::typed::{DataId, Ty};

/// What is known while a group is looked at.
struct Known {
    /// The number of its first type.
    first: DataId,
    /// Which of its types have a value, by the values found so far.
    group: Vec<bool>,
    /// Earlier types at arguments that have values or not. One that is being looked at has none: a value inside
    /// itself is not finite.
    earlier: BTreeMap<(DataId, Vec<bool>), bool>,
}

impl Inferrer<'_> {
    /// Declines the declarations of a group, from a number on, whose types have no finite value.
    pub(super) fn decline_uninhabited(&mut self, first: DataId, declarations: &[TypeDeclaration]) {
        let count = self.program.datatypes.len() - first;
        let mut known = Known { first, group: vec![false; count], earlier: BTreeMap::new() };
        loop {
            known.earlier.clear();
            let more: Vec<bool> = (first..first + count)
                .map(|id| {
                    let parameters = self.program.datatypes.get(id).map_or(0, |datatype| datatype.parameters);
                    self.can_be_built(id, &vec![true; parameters], &mut known)
                })
                .collect();
            if more == known.group {
                break;
            }
            known.group = more;
        }
        let data = |body: &TypeBody| matches!(body, TypeBody::Variant(_) | TypeBody::Record(_));
        let group = declarations.iter().filter(|declaration| data(&declaration.body));
        for (declaration, _) in group.zip(&known.group).filter(|(_, has_value)| !**has_value) {
            let what = format!("a type without a finite value, `{}`,", declaration.name.text);
            self.problems.decline(declaration.span, &what, "give it a constructor that does not need one");
        }
    }

    /// Whether a constructor can be applied, where the parameters have values or not.
    fn can_be_built(&self, id: DataId, parameters: &[bool], known: &mut Known) -> bool {
        let Some(datatype) = self.program.datatypes.get(id) else { return true };
        datatype.constructors.iter().any(|constructor| {
            constructor.fields.iter().all(|field| self.has_value(field, parameters, known))
        })
    }

    fn has_value(&self, ty: &Ty, parameters: &[bool], known: &mut Known) -> bool {
        match ty {
            Ty::Rigid(number) => parameters.get(*number as usize).copied().unwrap_or(true),
            Ty::Data(id, _) if *id >= known.first => {
                known.group.get(id - known.first).copied().unwrap_or(true)
            }
            Ty::Data(id, arguments) => {
                let arguments: Vec<bool> =
                    arguments.iter().map(|argument| self.has_value(argument, parameters, known)).collect();
                // An earlier type was declined unless it has a value at types that have.
                if arguments.iter().all(|has_value| *has_value) {
                    return true;
                }
                let key = (*id, arguments);
                if let Some(built) = known.earlier.get(&key) {
                    return *built;
                }
                known.earlier.insert(key.clone(), false);
                let built = self.can_be_built(key.0, &key.1, known);
                known.earlier.insert(key, built);
                built
            }
            Ty::Meta(_) | Ty::Int | Ty::Opaque(_) | Ty::Arrow(..) => true,
        }
    }
}
