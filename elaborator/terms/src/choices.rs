//! Which rules fit a hole, and with what weight: while the term grows (`applicable`), and when it is closed
//! (`closing`).
//!
//! Only what is near is looked at (weight `reach`), so the time does not depend on the size of the term. The one
//! exception is a hole whose type has no closed term: what fills it is in scope, however far away.

use crate::catalog::{Bridge, COMMON, Catalog};
use crate::environment::{INT, STRING};
use crate::graph::{NodeId, Origin, Seen, VarId};
use crate::state::{Generator, Rule};
use crate::table::{Shape, Table, Ty};
use crate::urn::Urn;
use std::rc::Rc;

/// Variables without a use for which a bridge is looked for.
const MOST_BRIDGED: usize = 3;
/// Bridges are remembered for each pair of types; deeper types are too many.
const DEEPEST_BRIDGED: u32 = 2;
/// Types deeper than this are not applied or bound again.
const DEEPEST_TYPE: u32 = 5;
/// How far calls of functions in scope are followed to make a type without closed terms.
pub(crate) const DERIVED_DEPTH: u32 = 4;

impl Generator<'_> {
    /// Looks around a hole.
    fn look(&mut self, hole: NodeId, reach: usize) {
        let scope = self.graph.nodes[hole as usize].scope;
        let around = &mut self.around;
        around.vars.clear();
        around.points.clear();
        around.lambdas.clear();
        self.graph.look_around(scope, reach, |seen| match seen {
            Seen::Vars(vars) => around.vars.extend(vars.iter().rev()),
            Seen::Point(point) => around.points.push(point),
            Seen::Extensible(block, hole) => around.lambdas.push((block, hole)),
        });
    }

    /// The rules that fit a hole, with their weights.
    pub(crate) fn applicable(&mut self, hole: NodeId) {
        let node = hole;
        let ty = self.graph.nodes[hole as usize].ty;
        self.look(hole, self.weights.reach as usize);
        let mut choices = std::mem::take(&mut self.around.choices);
        choices.clear();
        let weights = &self.weights;
        let mut bridged = 0;
        // A variable that fits can wait while another one, that does not, has no use.
        let waiting = self.others_wait(ty);
        for &var in &self.around.vars {
            let variable = &self.graph.variables[var as usize];
            let unused = variable.uses == 0 && !waiting;
            let times = if unused { u64::from(weights.unused) } else { 1 };
            if variable.ty == ty {
                choices.push((u64::from(weights.var) * times, Rule::Var(var)));
            }
            match self.table.shape(variable.ty) {
                Shape::Fun(_, result) | Shape::Ext(_, result) if *result == ty => {
                    choices.push((u64::from(weights.fun_var) * times, Rule::FunVar(var)));
                }
                Shape::Data(data, _) if !self.catalog.fields[*data as usize].is_empty() => {
                    choices.push((u64::from(weights.match_var) * times, Rule::MatchVar(var)));
                }
                _ => {}
            }
            if variable.uses == 0 && weights.bridge > 0 && bridged < MOST_BRIDGED {
                let bridge = find_bridge(&mut self.catalog, &self.table, variable.ty, ty);
                if bridge.is_some() {
                    bridged += 1;
                    choices.push((u64::from(weights.bridge), Rule::Bridge(var)));
                }
            }
        }
        let function = matches!(self.table.shape(ty), Shape::Fun(..) | Shape::Ext(..));
        if function {
            choices.push((u64::from(weights.abs), Rule::Abs));
        }
        let producers = self.catalog.producers(&self.table, ty);
        let literal = matches!(self.table.shape(ty), Shape::Data(INT | STRING, _));
        if literal || producers.constants.total() > 0 {
            choices.push((u64::from(weights.constant), Rule::Constant));
        }
        if producers.calls.total() > 0 {
            // Where there are only calls that make anything, they are less likely.
            let many = producers.calls.total().min(4 * COMMON);
            choices.push((u64::from(weights.fun_const) * many / (4 * COMMON), Rule::FunConst));
        }
        if producers.constructors.total() > 0 {
            choices.push((u64::from(weights.con), Rule::Con));
        }
        let shallow = self.table.depth(ty) < DEEPEST_TYPE;
        if shallow {
            choices.push((u64::from(weights.app), Rule::App));
            // A function that returns a function is rarely wanted.
            let rarely = if function { 4 } else { 1 };
            choices.push((u64::from(weights.app_ext) / rarely, Rule::AppExt));
        }
        choices.push((u64::from(weights.match_local), Rule::MatchLocal));
        if weights.param > 0 {
            let closed = self.catalog.inhabited(&mut self.table, ty);
            for &(block, hole) in &self.around.lambdas {
                let arguments = &self.table.holes[hole as usize];
                let places = arguments.lambdas.len() + arguments.applications.len();
                let many = arguments.params.len();
                let fits = many < weights.most_params as usize
                    && places <= weights.most_places as usize
                    // A new argument needs a term at each call.
                    && (closed || arguments.applications.is_empty())
                    && self.table.may_extend(hole, ty);
                if fits {
                    let few = if many == 0 { u64::from(weights.param_first) } else { 1 };
                    let mut weight = u64::from(weights.param) * few / (1 + many as u64);
                    if self.graph.blocks[block as usize].body == node {
                        // It would be the identity: rare, but not impossible.
                        weight = (weight / 64).max(1);
                    }
                    choices.push((weight, Rule::Param(block, hole)));
                }
            }
        }
        let points = self.around.points.len() as u64;
        if shallow && points > 0 {
            // One choice for all places: the weight does not grow with depth.
            let point = self.around.points[self.random.below(points) as usize];
            // A binding outside must not need what is bound inside.
            let closed = self.catalog.inhabited(&mut self.table, ty);
            if closed {
                choices.push((u64::from(weights.let_), Rule::Let(point)));
                choices.push((u64::from(weights.match_), Rule::Match(point)));
            }
        }
        self.around.choices = choices;
    }

    /// Is there a parameter without a use, of another type, that a call could take?
    fn others_wait(&self, ty: Ty) -> bool {
        self.weights.bridge > 0
            && self.around.vars.iter().any(|var| {
                let variable = &self.graph.variables[*var as usize];
                variable.uses == 0
                    && variable.ty != ty
                    && matches!(variable.origin, Origin::Plain | Origin::Extensible)
            })
    }

    /// The rules that close a hole: few, so that the term ends.
    pub(crate) fn closing(&mut self, hole: NodeId, bridges: bool) {
        let ty = self.graph.nodes[hole as usize].ty;
        let closed = self.catalog.inhabited(&mut self.table, ty);
        // A type without a term of its own has one in scope, however far away.
        self.look(hole, if closed { self.weights.reach as usize } else { usize::MAX });
        let mut choices = std::mem::take(&mut self.around.choices);
        choices.clear();
        let weights = &self.weights;
        let mut bridged = 0;
        let waiting = bridges && self.others_wait(ty);
        for &var in &self.around.vars {
            let variable = &self.graph.variables[var as usize];
            let unused = variable.uses == 0;
            let times = if unused && !waiting { u64::from(weights.unused) } else { 1 };
            if variable.ty == ty {
                choices.push((u64::from(weights.var.max(1)) * times, Rule::Var(var)));
            } else if bridges && unused && weights.bridge > 0 && bridged < MOST_BRIDGED {
                if let Shape::Fun(_, result) | Shape::Ext(_, result) = self.table.shape(variable.ty)
                    && *result == ty
                {
                    bridged += 1;
                    choices.push((u64::from(weights.bridge), Rule::FunVar(var)));
                } else if find_bridge(&mut self.catalog, &self.table, variable.ty, ty).is_some() {
                    bridged += 1;
                    choices.push((u64::from(weights.bridge), Rule::Bridge(var)));
                }
            }
        }
        if closed && bridges && weights.param > 0 {
            // A function without parameters gets one.
            for &(block, hole) in &self.around.lambdas {
                let arguments = &self.table.holes[hole as usize];
                let places = arguments.lambdas.len() + arguments.applications.len();
                if arguments.params.is_empty()
                    && places <= weights.most_places as usize
                    && self.table.may_extend(hole, ty)
                {
                    let weight = u64::from(weights.param) * u64::from(weights.param_first);
                    choices.push((weight, Rule::Param(block, hole)));
                }
            }
        }
        if closed {
            let function = matches!(self.table.shape(ty), Shape::Fun(..));
            if function && self.catalog.producers(&self.table, ty).constants.total() > 0 {
                choices.push((u64::from(weights.abs), Rule::Constant));
            }
            choices.push((u64::from(weights.constant.max(1)), Rule::Trivial));
        } else if choices.is_empty()
            && let Some(rule) = self.derived(ty)
        {
            choices.push((1, rule));
        }
        self.around.choices = choices;
    }

    /// A first step towards a type that has no closed term, from what is in scope: a function whose arguments can be
    /// made, a lambda, or a new parameter.
    fn derived(&mut self, ty: Ty) -> Option<Rule> {
        let vars = self.around.vars.clone();
        if let Shape::Fun(..) | Shape::Ext(..) = self.table.shape(ty) {
            return Some(Rule::Abs);
        }
        // The least depth first, so that what is missing gets closer to variables in each step.
        for depth in 0..=DERIVED_DEPTH {
            for &var in &vars {
                let function = self.graph.variables[var as usize].ty;
                if let Shape::Fun(params, result) = self.table.shape(function).clone()
                    && result == ty
                    && params.iter().all(|param| self.derivable(*param, &vars, depth))
                {
                    return Some(Rule::FunVar(var));
                }
            }
        }
        let free = self.around.lambdas.iter().find(|(_, hole)| {
            self.table.holes[*hole as usize].applications.is_empty() && self.table.may_extend(*hole, ty)
        });
        free.map(|(block, hole)| Rule::Param(*block, *hole))
    }

    /// Can a term be made of these variables?
    pub(crate) fn derivable(&mut self, ty: Ty, vars: &[VarId], depth: u32) -> bool {
        let is = |generator: &Self, var: VarId| generator.graph.variables[var as usize].ty;
        if vars.iter().any(|var| is(self, *var) == ty) || self.catalog.inhabited(&mut self.table, ty) {
            return true;
        }
        depth > 0
            && vars.iter().any(|var| {
                let Shape::Fun(params, result) = self.table.shape(is(self, *var)).clone() else {
                    return false;
                };
                result == ty && params.iter().all(|param| self.derivable(*param, vars, depth - 1))
            })
    }
}

/// A call that takes a variable of one type and makes another.
pub(crate) enum BridgeFrom {
    /// One of several.
    Variable(Rc<Urn<Bridge>>),
    /// One of several that take the result of the variable, which is a function.
    Call(Rc<Urn<Bridge>>),
    /// One that takes anything.
    Anything(Bridge),
}

/// How a variable of one type is used where another type is wanted, if the environment has a call for it.
pub(crate) fn find_bridge(
    catalog: &mut Catalog<'_>,
    table: &Table,
    given: Ty,
    wanted: Ty,
) -> Option<BridgeFrom> {
    let usable = |urn: Rc<Urn<Bridge>>| (urn.total() > 0).then_some(urn);
    if table.depth(wanted) <= DEEPEST_BRIDGED {
        if table.depth(given) <= DEEPEST_BRIDGED
            && let Some(urn) = catalog.bridges(table, given, wanted).and_then(usable)
        {
            return Some(BridgeFrom::Variable(urn));
        }
        if let Shape::Fun(_, result) | Shape::Ext(_, result) = table.shape(given)
            && table.depth(*result) <= DEEPEST_BRIDGED
            && let Some(urn) = catalog.bridges(table, *result, wanted).and_then(usable)
        {
            return Some(BridgeFrom::Call(urn));
        }
    }
    catalog.bridge_for_any(table, given, wanted).map(BridgeFrom::Anything)
}
