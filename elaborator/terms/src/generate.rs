//! The generator: steps until there is no hole.
//!
//! While the term is smaller than asked for, a hole is chosen at random and filled by a rule that is chosen by weight. Every
//! rule adds at least one node, so this ends whatever the weights are. Then holes are closed, with variables where there are
//! some and smallest terms otherwise, each of which makes what is missing smaller. Nothing is ever taken back.

use crate::catalog::Catalog;
use crate::choices::DERIVED_DEPTH;
use crate::environment::Environment;
use crate::graph::{Graph, NodeId, VarId};
use crate::invariant;
use crate::random::Random;
use crate::state::{Around, Generator, Rule, Step};
use crate::table::{Shape, Table, Ty};
use crate::term::{self, Term};
use crate::types::Type;
use crate::weights::Weights;

/// Why there are no terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTerms {
    /// Nothing in the environment makes this type.
    Uninhabited(String),
}

impl std::fmt::Display for NoTerms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoTerms::Uninhabited(ty) => write!(f, "no term of type `{ty}` can be made in this environment"),
        }
    }
}

/// A term that lacks no more than this has its size.
const FULL: usize = 4;

impl<'e> Generator<'e> {
    /// Prepares to make terms of a type. Its variables, if it has any, are types that nothing is known about.
    ///
    /// # Errors
    ///
    /// If no term of the type is found.
    pub fn new(environment: &'e Environment, weights: Weights, goal: &Type) -> Result<Self, NoTerms> {
        let mut table = Table::default();
        let catalog = Catalog::new(environment, &mut table);
        let mut generator = Generator {
            catalog,
            weights,
            table,
            graph: Graph::default(),
            random: Random::new(0, 0),
            around: Around::default(),
            goal: goal.clone(),
            steps: 0,
        };
        let ty = generator.start(0, 0);
        if generator.has_term(ty) {
            Ok(generator)
        } else {
            Err(NoTerms::Uninhabited(goal.ocaml(environment)))
        }
    }

    /// The environment.
    #[must_use]
    pub fn environment(&self) -> &'e Environment {
        self.catalog.environment
    }

    /// The type that terms are made of.
    #[must_use]
    pub fn goal(&self) -> &Type {
        &self.goal
    }

    /// The steps that the last term took.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The term as it is.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn start(&mut self, seed: u64, index: u64) -> Ty {
        self.random = Random::new(seed, index);
        self.table.forget_term();
        self.catalog.forget_term();
        let goal = self.goal.clone();
        let ty = self.table.of_tree(&goal);
        self.graph.start(ty);
        self.steps = 0;
        ty
    }

    /// Is there a term, from the environment and the parameters of the type?
    fn has_term(&mut self, ty: Ty) -> bool {
        if self.catalog.inhabited(&mut self.table, ty) {
            return true;
        }
        let (params, result) = match self.table.shape(ty).clone() {
            Shape::Fun(params, result) => (params, result),
            // What is missing becomes a parameter.
            Shape::Ext(..) => return true,
            Shape::Var(_) | Shape::Data(..) => return false,
        };
        let vars: Vec<VarId> =
            params.iter().map(|param| self.graph.new_variable(*param, crate::graph::Origin::Plain)).collect();
        self.derivable(result, &vars, DERIVED_DEPTH)
    }

    /// Makes term number `index` of the run `seed`, of about `size` nodes.
    pub fn generate(&mut self, seed: u64, index: u64, size: usize) -> Term {
        self.grow(seed, index, size, &mut |_, _| {});
        term::of_graph(&self.graph, &mut self.table)
    }

    /// The same, and shows the term after each step.
    pub fn generate_shown(
        &mut self,
        seed: u64,
        index: u64,
        size: usize,
        show: &mut dyn FnMut(&Step, &Term),
    ) -> Term {
        let mut graphs = Vec::new();
        self.grow(seed, index, size, &mut |generator, step| {
            generator.table.forget_trees();
            let shown = term::of_graph(&generator.graph, &mut generator.table);
            graphs.push((step.clone(), shown));
        });
        for (step, shown) in &graphs {
            show(step, shown);
        }
        self.table.forget_trees();
        term::of_graph(&self.graph, &mut self.table)
    }

    /// Grows the graph until it has no hole; `after` is called after each step.
    pub fn grow(
        &mut self,
        seed: u64,
        index: u64,
        size: usize,
        after: &mut dyn FnMut(&mut Generator<'e>, &Step),
    ) {
        let ty = self.start(seed, index);
        // A type with variables is one of functions; in OCaml only those are generalised.
        let begin = matches!(self.table.shape(ty), Shape::Ext(..))
            || (self.goal.variables() > 0 && matches!(self.table.shape(ty), Shape::Fun(..)));
        if begin && let Some(hole) = self.graph.worklist.pop() {
            self.take(hole, Rule::Abs, after);
        }
        // A hole of a type without closed terms may have to wait for the end; so there is fuel, too.
        let mut fuel = size.saturating_mul(4) + 64;
        // Half nodes that closing a hole takes, on average.
        let reserve = if self.weights.bridge > 0 { 6 } else { 3 };
        while !self.graph.worklist.is_empty()
            && 2 * self.graph.size + reserve * self.graph.worklist.len() < 2 * size
            && fuel > 0
        {
            fuel -= 1;
            let hole = self.choose_hole();
            self.applicable(hole);
            if self.graph.worklist.is_empty()
                && self.graph.size + FULL < size
                && !self.random.percent(self.weights.early)
            {
                self.keep_open();
            }
            let rule = self.choose_rule();
            self.take(hole, rule, after);
        }
        // Variables without a use may still get one, within bounds.
        let most = self.graph.size + self.graph.worklist.len() + size / 2 + 16;
        while !self.graph.worklist.is_empty() {
            let hole = self.choose_hole();
            let bridges = self.graph.size + self.graph.worklist.len() < most;
            self.closing(hole, bridges);
            debug_assert!(
                !self.around.choices.is_empty(),
                "nothing fills a hole of type {:?} in {:?}",
                self.table.tree(self.graph.nodes[hole as usize].ty),
                self.goal
            );
            let rule = self.choose_rule();
            self.take(hole, rule, after);
        }
    }

    fn take(&mut self, hole: NodeId, rule: Rule, after: &mut dyn FnMut(&mut Generator<'e>, &Step)) {
        self.apply(hole, rule);
        self.steps += 1;
        if cfg!(debug_assertions)
            && let Err(why) = invariant::check(&self.graph, &mut self.table, &self.catalog)
        {
            panic!("{} broke the term: {why}", rule.name());
        }
        after(self, &Step { rule, hole });
    }

    /// Leaves out the rules that would end the term, if there are others.
    fn keep_open(&mut self) {
        let ends = |rule: &Rule| match rule {
            Rule::Var(_) | Rule::Constant => true,
            Rule::Param(_, hole) => self.table.holes[*hole as usize].applications.is_empty(),
            _ => false,
        };
        if self.around.choices.iter().any(|(weight, rule)| *weight > 0 && !ends(rule)) {
            self.around.choices.retain(|(_, rule)| !ends(rule));
        }
    }

    fn choose_hole(&mut self) -> NodeId {
        let at = self.random.index(self.graph.worklist.len());
        self.graph.worklist.swap_remove(at)
    }

    /// One of the rules that fit; the end if none has a weight.
    fn choose_rule(&mut self) -> Rule {
        let total: u64 = self.around.choices.iter().map(|(weight, _)| weight).sum();
        let mut left = self.random.below(total);
        for (weight, rule) in &self.around.choices {
            if left < *weight {
                return *rule;
            }
            left -= weight;
        }
        Rule::Trivial
    }
}
