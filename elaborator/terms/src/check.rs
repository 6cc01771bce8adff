//! An independent checker: the typing rules of λ▷ on finished trees, or unfinished ones with holes.
//!
//! It shares nothing with the generator but the trees themselves: no graph, no numbers for types, no catalog. It follows the rules
//! TVar, TConst, TAbs, TAbs▷, TApp, TApp▷, THole of the paper, one per case, and demands in addition that all
//! function types with the same arguments hole have the same arguments.

use crate::environment::Environment;
use crate::term::{Binder, Term, deep};
use crate::types::{Arrow, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// What is wrong with a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllTyped(pub String);

/// Checks that a closed term has a type.
///
/// # Errors
///
/// What is wrong.
pub fn check(environment: &Environment, term: &Term, ty: &Type) -> Result<(), IllTyped> {
    let mut checker = Checker { environment, scope: HashMap::new(), holes: HashMap::new() };
    let found = checker.infer(term)?;
    // The arguments hole of the wanted type has been extended: it is the one of the term, with its arguments.
    match (ty, &found) {
        (Type::Fun(wanted), Type::Fun(found)) if wanted.hole.is_some() && found.hole.is_some() => {
            checker.same("the term", &wanted.result, &found.result)
        }
        _ => checker.same("the term", ty, &found),
    }
}

/// The type of a closed term.
///
/// # Errors
///
/// What is wrong with it.
pub fn type_of(environment: &Environment, term: &Term) -> Result<Type, IllTyped> {
    Checker { environment, scope: HashMap::new(), holes: HashMap::new() }.infer(term)
}

struct Checker<'e> {
    environment: &'e Environment,
    scope: HashMap<u32, Rc<Type>>,
    holes: HashMap<u32, Vec<Type>>,
}

impl Checker<'_> {
    fn same(&self, what: &str, expected: &Type, found: &Type) -> Result<(), IllTyped> {
        if expected == found {
            return Ok(());
        }
        let (expected, found) = (expected.ocaml(self.environment), found.ocaml(self.environment));
        Err(IllTyped(format!("{what} has type {found}, expected {expected}")))
    }

    /// All types with one arguments hole have the same arguments.
    fn holes_agree(&mut self, ty: &Type) -> Result<(), IllTyped> {
        match ty {
            Type::Var(_) => Ok(()),
            Type::Data(_, args) => args.iter().try_for_each(|arg| self.holes_agree(arg)),
            Type::Fun(arrow) => {
                arrow.params.iter().try_for_each(|param| self.holes_agree(param))?;
                self.holes_agree(&arrow.result)?;
                let Some(hole) = arrow.hole else { return Ok(()) };
                let known = self.holes.entry(hole).or_insert_with(|| arrow.params.clone());
                if *known == arrow.params {
                    Ok(())
                } else {
                    Err(IllTyped(format!("two function types with arguments hole {hole} differ")))
                }
            }
        }
    }

    fn bind(&mut self, binders: &[Binder]) -> Result<(), IllTyped> {
        for binder in binders {
            self.holes_agree(&binder.ty)?;
            if self.scope.insert(binder.var, binder.ty.clone()).is_some() {
                return Err(IllTyped(format!("variable {} is bound twice", binder.var)));
            }
        }
        Ok(())
    }

    fn unbind(&mut self, binders: &[Binder]) {
        for binder in binders {
            self.scope.remove(&binder.var);
        }
    }

    fn infer(&mut self, term: &Term) -> Result<Type, IllTyped> {
        deep(|| self.infer_here(term))
    }

    fn infer_here(&mut self, term: &Term) -> Result<Type, IllTyped> {
        match term {
            Term::Hole(ty) => {
                self.holes_agree(ty)?;
                Ok((**ty).clone())
            }
            Term::Var(var) => match self.scope.get(var) {
                Some(ty) => Ok((**ty).clone()),
                None => Err(IllTyped(format!("variable {var} is not in scope"))),
            },
            Term::Int(_) => Ok(Type::Data(crate::environment::INT, Vec::new())),
            Term::Str(_) => Ok(Type::Data(crate::environment::STRING, Vec::new())),
            Term::Const(constant, types) => {
                let Some(constant) = self.environment.constants.get(*constant as usize) else {
                    return Err(IllTyped(format!("there is no constant {constant}")));
                };
                if constant.ty.variables() as usize != types.len() {
                    return Err(IllTyped(format!("{} has another number of type variables", constant.name)));
                }
                let types: Vec<Type> = types.iter().map(|ty| (**ty).clone()).collect();
                types.iter().try_for_each(|ty| self.holes_agree(ty))?;
                Ok(constant.ty.instantiate(&types))
            }
            Term::Con(ty, tag, args) => {
                let fields = self.fields(ty, *tag)?;
                self.arguments(&fields, args)?;
                Ok((**ty).clone())
            }
            Term::Lam(binders, body, hole) => {
                self.bind(binders)?;
                let result = self.infer(body)?;
                self.unbind(binders);
                let params = binders.iter().map(|binder| (*binder.ty).clone()).collect();
                let ty = Type::Fun(Box::new(Arrow { params, result, hole: *hole }));
                self.holes_agree(&ty)?;
                Ok(ty)
            }
            Term::App(function, args, hole) => {
                let Type::Fun(arrow) = self.infer(function)? else {
                    return Err(IllTyped("what is applied is no function".into()));
                };
                if arrow.hole != *hole {
                    return Err(IllTyped("function and application have different arguments holes".into()));
                }
                self.arguments(&arrow.params, args)?;
                Ok(arrow.result)
            }
            Term::Let(binder, bound, body) => {
                let ty = self.infer(bound)?;
                self.same("a let binding", &binder.ty, &ty)?;
                self.bind(std::slice::from_ref(binder))?;
                let result = self.infer(body)?;
                self.unbind(std::slice::from_ref(binder));
                Ok(result)
            }
            Term::Match(scrutinee, ty, arms) => {
                let found = self.infer(scrutinee)?;
                self.same("what is matched", ty, &found)?;
                let Type::Data(data, _) = &**ty else {
                    return Err(IllTyped("what is matched is of no datatype".into()));
                };
                let constructors = self.environment.datatypes[*data as usize].constructors.len();
                if constructors == 0 || constructors != arms.len() {
                    return Err(IllTyped("a match does not have an arm for each constructor".into()));
                }
                let mut result: Option<Type> = None;
                for (tag, arm) in arms.iter().enumerate() {
                    let fields = self.fields(ty, tag as u32)?;
                    if fields.len() != arm.binders.len() {
                        return Err(IllTyped("a pattern has another number of variables".into()));
                    }
                    for (field, binder) in fields.iter().zip(&arm.binders) {
                        self.same("a variable of a pattern", field, &binder.ty)?;
                    }
                    self.bind(&arm.binders)?;
                    let body = self.infer(&arm.body)?;
                    self.unbind(&arm.binders);
                    match &result {
                        Some(result) => self.same("an arm", result, &body)?,
                        None => result = Some(body),
                    }
                }
                result.ok_or_else(|| IllTyped("a match without arms".into()))
            }
        }
    }

    fn fields(&self, ty: &Type, tag: u32) -> Result<Vec<Type>, IllTyped> {
        let Type::Data(data, args) = ty else {
            return Err(IllTyped("a constructor of no datatype".into()));
        };
        let constructors = &self.environment.datatypes[*data as usize].constructors;
        let Some(constructor) = constructors.get(tag as usize) else {
            return Err(IllTyped(format!("there is no constructor {tag}")));
        };
        Ok(constructor.fields.iter().map(|field| field.instantiate(args)).collect())
    }

    fn arguments(&mut self, params: &[Type], args: &[Term]) -> Result<(), IllTyped> {
        if params.len() != args.len() {
            return Err(IllTyped(format!("{} arguments, expected {}", args.len(), params.len())));
        }
        for (param, arg) in params.iter().zip(args) {
            let found = self.infer(arg)?;
            self.same("an argument", param, &found)?;
        }
        Ok(())
    }
}
