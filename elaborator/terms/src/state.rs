//! What a generator consists of, and what a step is.

use crate::catalog::Catalog;
use crate::graph::{BlockId, Graph, NodeId, Point, VarId};
use crate::random::Random;
use crate::table::Table;
use crate::types::Type;
use crate::weights::Weights;

/// A rule with what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// GenVar.
    Var(VarId),
    /// GenConst.
    Constant,
    /// GenAbs, GenAbs▷.
    Abs,
    /// GenApp.
    App,
    /// GenApp▷.
    AppExt,
    /// GenFunVar, GenFunVar▷ for a variable.
    FunVar(VarId),
    /// GenFunVar for a constant.
    FunConst,
    /// GenFunVar for a constructor.
    Con,
    /// GenFunVar and GenVar.
    Bridge(VarId),
    /// GenParam▷: the body of the lambda, and its arguments hole.
    Param(BlockId, u32),
    /// GenLet.
    Let(Point),
    /// GenMatchLocal.
    MatchLocal,
    /// GenMatchVar.
    MatchVar(VarId),
    /// GenMatch.
    Match(Point),
    /// The end: a smallest term.
    Trivial,
}

impl Rule {
    /// The name that the paper has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::Var(_) => "GenVar",
            Rule::Constant => "GenConst",
            Rule::Abs => "GenAbs",
            Rule::App => "GenApp",
            Rule::AppExt => "GenApp▷",
            Rule::FunVar(_) | Rule::FunConst | Rule::Con => "GenFunVar",
            Rule::Bridge(_) => "GenFunVar, GenVar",
            Rule::Param(..) => "GenParam▷",
            Rule::Let(_) => "GenLet",
            Rule::MatchLocal => "GenMatchLocal",
            Rule::MatchVar(_) => "GenMatchVar",
            Rule::Match(_) => "GenMatch",
            Rule::Trivial => "the end",
        }
    }
}

/// What is around a hole, as far as the rules look.
#[derive(Debug, Default)]
pub(crate) struct Around {
    pub vars: Vec<VarId>,
    pub points: Vec<Point>,
    pub lambdas: Vec<(BlockId, u32)>,
    pub choices: Vec<(u64, Rule)>,
}

/// What happened in a step.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// The hole that it filled.
    pub hole: NodeId,
}

/// Makes terms of one type.
#[derive(Debug)]
pub struct Generator<'e> {
    pub(crate) catalog: Catalog<'e>,
    pub(crate) weights: Weights,
    pub(crate) table: Table,
    pub(crate) graph: Graph,
    pub(crate) random: Random,
    pub(crate) around: Around,
    pub(crate) goal: Type,
    /// Steps of the last term.
    pub(crate) steps: u64,
}
