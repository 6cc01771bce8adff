//! The rules: each fills one hole, and may change the graph far from it.
//!
//! | rule | here | reads |
//! |---|---|---|
//! | GenVar | [`Rule::Var`] | `□τ ⟹ x`, `x : τ` in scope |
//! | GenConst | [`Rule::Constant`] | `□τ ⟹ c` |
//! | GenAbs, GenAbs▷ | [`Rule::Abs`] | `□(τ… → τ) ⟹ λ(x : τ…) □τ`; the lambda has the arguments hole of its type |
//! | GenApp | [`Rule::App`] | `□τ ⟹ □(τ'… → τ) □τ'…`, types guessed |
//! | GenApp▷ | [`Rule::AppExt`] | `□τ ⟹ □(▷α → τ) ▷α`, α fresh |
//! | GenFunVar, GenFunVar▷ | [`Rule::FunVar`], [`Rule::FunConst`], [`Rule::Con`] | `□τ ⟹ f □τ'…` |
//! | — | [`Rule::Bridge`] | GenFunVar, then GenVar for one of the arguments |
//! | GenParam▷ | [`Rule::Param`] | `λ(x… ▷α) … □τ ⟹ λ(x… y ▷α) … y`, and α extended by τ everywhere |
//! | GenLet | [`Rule::Let`] | `C □τ ⟹ let x = □τ in C x` |
//! | GenMatchLocal | [`Rule::MatchLocal`] | `□τ ⟹ match □δ with K y… → □τ │ …`, δ guessed |
//! | GenMatchVar | [`Rule::MatchVar`] | the same for a variable in scope |
//! | GenMatch | [`Rule::Match`] | `C □τ ⟹ match □δ with K … x … → C x │ other → □` |
//!
//! `coq-export/theories/terms/Steps.v` has them as a step relation, proved to preserve typing. Constructors are
//! constants there; matches are on lists.

use crate::catalog::{Found, Smallest};
use crate::choices::{BridgeFrom, DERIVED_DEPTH, find_bridge};
use crate::environment::{BOOL, INT, LIST, OPTION, STRING, TUPLE_2};
use crate::graph::{Few, ItemKind, Kind, NodeId, Origin, Point, Scope, VarId};
use crate::random::Random;
use crate::state::{Generator, Rule};
use crate::table::{MOST_ORDER, Shape, Ty, Types};
use smallvec::smallvec;

impl Generator<'_> {
    /// Fills a hole, which is not in the worklist any more.
    pub(crate) fn apply(&mut self, hole: NodeId, rule: Rule) {
        let ty = self.graph.nodes[hole as usize].ty;
        let scope = self.graph.nodes[hole as usize].scope;
        match rule {
            Rule::Var(var) => self.graph.fill_variable(hole, var),
            Rule::Constant => self.constant(hole, ty),
            Rule::Abs => self.abs(hole, ty, scope),
            Rule::App => {
                let many = 1 + self.random.below(2);
                let params: Types = (0..many).map(|_| self.guess_type()).collect();
                let function = self.table.intern(Shape::Fun(params.clone(), ty));
                let function = self.graph.new_hole(function, scope);
                let arguments = self.arguments(&params, scope);
                self.graph.fill(hole, Kind::App(function, arguments, None));
            }
            Rule::AppExt => {
                let order = self.random_order();
                let arguments = self.table.new_hole(order);
                let function = self.table.intern(Shape::Ext(arguments, ty));
                let function = self.graph.new_hole(function, scope);
                self.table.holes[arguments as usize].applications.push(hole);
                self.graph.fill(hole, Kind::App(function, smallvec![], Some(arguments)));
            }
            Rule::FunVar(var) if self.callable(var) => self.call_variable(hole, var),
            Rule::FunVar(_) => self.trivial(hole, ty),
            Rule::FunConst => {
                let producers = self.catalog.producers(&self.table, ty);
                if let Some(producer) = producers.calls.choose(&mut self.random) {
                    let types = self.complete(&producer.found);
                    self.call(hole, producer.constant, types, None);
                }
            }
            Rule::Con => {
                let producers = self.catalog.producers(&self.table, ty);
                if let Some(tag) = producers.constructors.choose(&mut self.random) {
                    let fields = self.catalog.field_types(&mut self.table, ty, *tag);
                    if !self.available(&fields) {
                        return self.trivial(hole, ty);
                    }
                    let arguments = self.arguments(&fields, scope);
                    self.graph.fill(hole, Kind::Con(*tag, arguments));
                }
            }
            Rule::Bridge(var) => {
                let given = self.graph.variables[var as usize].ty;
                let found = find_bridge(&mut self.catalog, &self.table, given, ty);
                let called = matches!(found, Some(BridgeFrom::Call(_)));
                let bridge = match found {
                    Some(BridgeFrom::Variable(urn) | BridgeFrom::Call(urn)) => {
                        urn.choose(&mut self.random).cloned()
                    }
                    Some(BridgeFrom::Anything(bridge)) => Some(bridge),
                    None => None,
                };
                let Some(bridge) = bridge.filter(|_| !called || self.callable(var)) else {
                    return self.trivial(hole, ty);
                };
                let types = self.complete(&bridge.found);
                let given = Given { argument: bridge.argument, var, called };
                self.call(hole, bridge.constant, types, Some(given));
            }
            Rule::Param(block, arguments) => {
                let Generator { graph, table, random, weights, .. } = self;
                let own = || random.percent(weights.block);
                if let Some(parameter) = graph.extend(table, arguments, ty, block, own) {
                    graph.fill_variable(hole, parameter);
                }
            }
            Rule::Let(point) => {
                let variable = self.graph.new_variable(ty, Origin::Let);
                self.graph.insert(point, smallvec![variable], ty, ItemKind::Let);
                self.graph.fill_variable(hole, variable);
            }
            Rule::MatchLocal => {
                let data = self.guess_datatype();
                let scrutinee = self.graph.new_argument(data, scope, false);
                self.match_on(hole, scrutinee, data, ty, scope);
            }
            Rule::MatchVar(var) => {
                let data = self.graph.variables[var as usize].ty;
                let scrutinee = self.graph.use_variable(var, scope);
                self.match_on(hole, scrutinee, data, ty, scope);
            }
            Rule::Match(point) => self.match_around(hole, ty, point),
            Rule::Trivial => self.trivial(hole, ty),
        }
    }

    /// Can holes of these types be filled? A type with a closed term can; another one if a variable has it. Functions are
    /// asked about their results.
    fn available(&mut self, types: &[Ty]) -> bool {
        types.iter().all(|ty| {
            let mut ty = *ty;
            loop {
                if self.catalog.inhabited(&mut self.table, ty)
                    || self.around.vars.iter().any(|var| self.graph.variables[*var as usize].ty == ty)
                {
                    return true;
                }
                match self.table.shape(ty) {
                    Shape::Fun(params, result) if !params.contains(result) => ty = *result,
                    Shape::Fun(..) => return true,
                    _ => return false,
                }
            }
        })
    }

    /// Holes for arguments.
    fn arguments(&mut self, types: &[Ty], scope: Scope) -> Few {
        types
            .iter()
            .map(|ty| {
                let own = self.random.percent(self.weights.block);
                self.graph.new_argument(*ty, scope, own)
            })
            .collect()
    }

    fn constant(&mut self, hole: NodeId, ty: Ty) {
        let producers = self.catalog.producers(&self.table, ty);
        let data = if let Shape::Data(data, _) = self.table.shape(ty) { Some(*data) } else { None };
        let named = producers.constants.total();
        // A literal is as likely as a constructor.
        let literal = matches!(data, Some(INT | STRING)) && self.random.below(named + 4) >= named;
        match producers.constants.choose(&mut self.random) {
            Some(Err(tag)) => self.graph.fill(hole, Kind::Con(*tag, smallvec![])),
            Some(Ok(producer)) if !literal => {
                let types = self.complete(&producer.found);
                self.graph.fill(hole, Kind::Const(producer.constant, types));
            }
            _ if data == Some(STRING) => {
                let letter = self.random.below(3) as u8;
                self.graph.fill(hole, Kind::Str(letter));
            }
            _ => {
                let number = literal_int(&mut self.random, self.weights.edges);
                self.graph.fill(hole, Kind::Int(number));
            }
        }
    }

    /// Are there terms for the arguments of a function in scope?
    fn callable(&mut self, var: VarId) -> bool {
        let params = match self.table.shape(self.graph.variables[var as usize].ty) {
            Shape::Fun(params, _) => params.clone(),
            // An arguments hole is only extended by types that have a term everywhere, unless it has no calls.
            Shape::Ext(hole, _) => self.table.holes[*hole as usize].params.clone(),
            Shape::Var(_) | Shape::Data(..) => return false,
        };
        if params.iter().all(|param| self.catalog.inhabited(&mut self.table, *param)) {
            return true;
        }
        let vars = std::mem::take(&mut self.around.vars);
        let all = params.iter().all(|param| self.derivable(*param, &vars, DERIVED_DEPTH));
        self.around.vars = vars;
        all
    }

    /// A call of a variable.
    fn call_variable(&mut self, hole: NodeId, var: VarId) {
        let scope = self.graph.nodes[hole as usize].scope;
        let function = self.graph.use_variable(var, scope);
        let (params, arguments) = match self.table.shape(self.graph.nodes[function as usize].ty) {
            Shape::Fun(params, _) => (params.clone(), None),
            Shape::Ext(arguments, _) => {
                (self.table.holes[*arguments as usize].params.clone(), Some(*arguments))
            }
            Shape::Var(_) | Shape::Data(..) => (Types::new(), None),
        };
        if let Some(arguments) = arguments {
            self.table.holes[arguments as usize].applications.push(hole);
        }
        let nodes = self.arguments(&params, scope);
        self.graph.fill(hole, Kind::App(function, nodes, arguments));
    }

    /// A lambda with the parameters of its type.
    fn abs(&mut self, hole: NodeId, ty: Ty, scope: Scope) {
        let (params, result, arguments, origin) = match self.table.shape(ty) {
            Shape::Fun(params, result) => (params.clone(), *result, None, Origin::Plain),
            Shape::Ext(arguments, result) => {
                let params = self.table.holes[*arguments as usize].params.clone();
                (params, *result, Some(*arguments), Origin::Extensible)
            }
            Shape::Var(_) | Shape::Data(..) => return,
        };
        let vars = params.iter().map(|param| self.graph.new_variable(*param, origin)).collect();
        let block = self.graph.new_block(Some(scope), vars, result, arguments);
        if let Some(arguments) = arguments {
            self.table.holes[arguments as usize].lambdas.push(hole);
        }
        self.graph.fill(hole, Kind::Lam(block, arguments));
    }

    /// A call of a constant, with a variable, or a call of one, for one of its arguments.
    fn call(&mut self, hole: NodeId, constant: u32, types: Types, given: Option<Given>) {
        let scope = self.graph.nodes[hole as usize].scope;
        let scheme = self.catalog.constants[constant as usize].clone();
        let params: Types =
            scheme.params.iter().map(|param| self.table.instantiate(*param, &types)).collect();
        if !self.available(&params) {
            let ty = self.graph.nodes[hole as usize].ty;
            return self.trivial(hole, ty);
        }
        let whole = self.table.instantiate(scheme.ty, &types);
        let function = self.graph.new_hole(whole, scope);
        self.graph.worklist.pop();
        self.graph.fill(function, Kind::Const(constant, types));
        let mut nodes = Few::new();
        for (at, param) in params.iter().enumerate() {
            nodes.push(match given {
                Some(given) if given.argument == at && given.called => {
                    let call = self.graph.new_hole(*param, scope);
                    self.graph.worklist.pop();
                    self.call_variable(call, given.var);
                    call
                }
                Some(given) if given.argument == at => self.graph.use_variable(given.var, scope),
                _ => {
                    let own = self.random.percent(self.weights.block);
                    self.graph.new_argument(*param, scope, own)
                }
            });
        }
        self.graph.fill(hole, Kind::App(function, nodes, None));
    }

    fn match_on(&mut self, hole: NodeId, scrutinee: NodeId, data: Ty, ty: Ty, scope: Scope) {
        let Shape::Data(number, _) = *self.table.shape(data) else { return };
        let arms = (0..self.catalog.fields[number as usize].len() as u32)
            .map(|tag| {
                let vars = self.pattern(data, tag);
                self.graph.new_block(Some(scope), vars, ty, None)
            })
            .collect();
        self.graph.fill(hole, Kind::Match(scrutinee, arms));
    }

    fn pattern(&mut self, data: Ty, tag: u32) -> Few {
        let fields = self.catalog.field_types(&mut self.table, data, tag);
        fields.into_iter().map(|field| self.graph.new_variable(field, Origin::Pattern)).collect()
    }

    /// GenMatch: a field of the wanted type, of a constructor of some datatype.
    fn match_around(&mut self, hole: NodeId, ty: Ty, point: Point) {
        let projections = self.catalog.projections(&self.table, ty);
        let chosen = self.random.index(projections.len().max(1));
        let Some(projection) = projections.get(chosen) else { return self.trivial(hole, ty) };
        let args = self.complete(&projection.found);
        let data = self.table.data(projection.data, &args);
        if !self.catalog.inhabited(&mut self.table, data) {
            return self.trivial(hole, ty);
        }
        let vars = self.pattern(data, projection.tag);
        let wanted = vars[projection.field];
        let result = self.graph.blocks[point.block as usize].ty;
        let kind = ItemKind::Match { tag: projection.tag, others: Few::new() };
        let item = self.graph.insert(point, vars, data, kind);
        let mut others = Few::new();
        for tag in 0..self.catalog.fields[projection.data as usize].len() as u32 {
            if tag != projection.tag {
                let vars = self.pattern(data, tag);
                others.push(self.graph.new_block(Some(Scope::Before(item)), vars, result, None));
            }
        }
        self.graph.items[item as usize].kind = ItemKind::Match { tag: projection.tag, others };
        self.graph.fill_variable(hole, wanted);
    }

    /// The first step of a smallest term.
    fn trivial(&mut self, hole: NodeId, ty: Ty) {
        let scope = self.graph.nodes[hole as usize].scope;
        match self.catalog.first_step(&mut self.table, ty) {
            Some(Smallest::Literal) => {
                let string = matches!(self.table.shape(ty), Shape::Data(STRING, _));
                let number = literal_int(&mut self.random, self.weights.edges);
                self.graph.fill(hole, if string { Kind::Str(0) } else { Kind::Int(number) });
            }
            Some(Smallest::Con(tag)) => {
                let fields = self.catalog.field_types(&mut self.table, ty, tag);
                let nodes = fields.iter().map(|field| self.graph.new_hole(*field, scope)).collect();
                self.graph.fill(hole, Kind::Con(tag, nodes));
            }
            Some(Smallest::Const(constant, types)) => {
                let whole = self.catalog.constants[constant as usize].ty;
                if self.table.instantiate(whole, &types) == ty {
                    self.graph.fill(hole, Kind::Const(constant, types));
                } else {
                    self.call(hole, constant, types, None);
                }
            }
            Some(Smallest::Lam) => self.abs(hole, ty, scope),
            // The hole goes back: what is in scope decides when the term is closed.
            None => self.graph.worklist.push(hole),
        }
    }

    /// Types for the variables of a scheme that nothing determines: often one of a variable in scope.
    fn complete(&mut self, found: &Found) -> Types {
        found
            .iter()
            .map(|found| match found {
                Some(ty) => *ty,
                None => {
                    let vars = self.around.vars.len();
                    if vars > 0 && self.random.percent(40) {
                        let var = self.around.vars[self.random.index(vars)];
                        let ty = self.graph.variables[var as usize].ty;
                        if self.table.depth(ty) <= self.weights.type_depth
                            && self.catalog.inhabited(&mut self.table, ty)
                        {
                            return ty;
                        }
                    }
                    self.guess_type()
                }
            })
            .collect()
    }

    /// A type with a closed term.
    pub(crate) fn guess_type(&mut self) -> Ty {
        let known = self.catalog.known_types.len();
        let ty = if known > 0 && self.weights.known_types > 0 && self.random.percent(self.weights.known_types)
        {
            self.catalog.known_types[self.random.index(known)]
        } else {
            self.random_type(self.weights.type_depth)
        };
        if self.catalog.inhabited(&mut self.table, ty) { ty } else { self.table.data(INT, &[]) }
    }

    /// A datatype with constructors, and a closed term.
    fn guess_datatype(&mut self) -> Ty {
        for _ in 0..4 {
            let ty = self.random_type(self.weights.type_depth.max(1));
            if let Shape::Data(data, _) = self.table.shape(ty)
                && !self.catalog.fields[*data as usize].is_empty()
                && self.catalog.inhabited(&mut self.table, ty)
            {
                return ty;
            }
        }
        self.table.data(BOOL, &[])
    }

    fn random_type(&mut self, depth: u32) -> Ty {
        // Own datatypes are as likely as lists and options together; without arguments they have no depth.
        let own = match (self.catalog.own_datatypes(depth > 0).len(), depth) {
            (0, _) => 0,
            (_, 0) => 3,
            _ => 4,
        };
        let built_in = if depth == 0 { 6 } else { 12 };
        match self.random.below(built_in + own) {
            0..=3 => self.table.data(INT, &[]),
            4..=5 => self.table.data(BOOL, &[]),
            n if n >= built_in => {
                let datatypes = self.catalog.own_datatypes(depth > 0);
                let data = datatypes[self.random.index(datatypes.len())];
                self.random_data(data, depth)
            }
            6..=7 => self.random_data(LIST, depth),
            8 => self.random_data(OPTION, depth),
            9 => self.random_data(TUPLE_2, depth),
            _ => {
                let param = self.random_type(depth - 1);
                let result = self.random_type(depth - 1);
                self.table.intern(Shape::Fun(smallvec![param], result))
            }
        }
    }

    fn random_data(&mut self, data: u32, depth: u32) -> Ty {
        let params = self.catalog.environment.datatypes[data as usize].params;
        let args: Types = (0..params).map(|_| self.random_type(depth.saturating_sub(1))).collect();
        self.table.data(data, &args)
    }

    fn random_order(&mut self) -> u8 {
        // Most functions take data.
        match self.random.below(10) {
            0..=3 => 0,
            4..=6 => 1,
            7..=8 => 2,
            _ => MOST_ORDER,
        }
    }
}

/// A variable for an argument.
#[derive(Clone, Copy)]
struct Given {
    argument: usize,
    var: VarId,
    /// The argument is a call of the variable.
    called: bool,
}

/// Small integers, and sometimes one at which something might overflow.
fn literal_int(random: &mut Random, edges: u32) -> i64 {
    const EDGES: [i64; 6] =
        [63, 1 << 30, (1 << 30) - 1, -(1 << 30), 4_611_686_018_427_387_903, -4_611_686_018_427_387_904];
    if random.percent(edges) { EDGES[random.index(EDGES.len())] } else { random.below(7) as i64 - 2 }
}
