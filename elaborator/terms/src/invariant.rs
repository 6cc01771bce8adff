//! What is true of the graph after each step; asserted in debug builds.
//!
//! Together these say that the unfinished term is well typed in λ▷: the same rules as in [`crate::check`], but on the graph, with
//! its numbers for types, its blocks and its lists of places.

use crate::catalog::Catalog;
use crate::environment::{INT, STRING};
use crate::graph::{BlockId, Graph, ItemKind, Kind, NodeId, Scope, Seen};
use crate::table::{Shape, Table, Ty};
use std::collections::HashSet;

/// Checks everything.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(graph: &Graph, table: &mut Table, catalog: &Catalog<'_>) -> Result<(), String> {
    let places = vec![(Vec::new(), Vec::new()); table.holes.len()];
    let mut seen = Check { graph, table, catalog, holes: HashSet::new(), size: 0, places };
    seen.all()?;
    let listed: HashSet<NodeId> = graph.worklist.iter().copied().collect();
    if listed.len() != graph.worklist.len() || listed != seen.holes {
        return Err("the worklist does not hold exactly the holes".into());
    }
    if seen.size != graph.size {
        return Err(format!("the size is {}, not {}", seen.size, graph.size));
    }
    for (hole, (found, listed)) in seen.places.iter_mut().zip(&seen.table.holes).enumerate() {
        found.0.sort_unstable();
        found.1.sort_unstable();
        let (mut lambdas, mut applications) = (listed.lambdas.clone(), listed.applications.clone());
        lambdas.sort_unstable();
        applications.sort_unstable();
        if *found != (lambdas, applications) {
            return Err(format!("the places of arguments hole {hole} are not those that it lists"));
        }
    }
    Ok(())
}

struct Check<'g> {
    graph: &'g Graph,
    table: &'g mut Table,
    catalog: &'g Catalog<'g>,
    holes: HashSet<NodeId>,
    size: usize,
    places: Vec<(Vec<NodeId>, Vec<NodeId>)>,
}

enum Task {
    Node(NodeId, Ty, Scope),
    Block(BlockId, Ty, Option<Scope>),
}

impl Check<'_> {
    /// Iterative: terms may be deeper than the stack.
    fn all(&mut self) -> Result<(), String> {
        let mut visited = HashSet::new();
        let mut tasks = vec![Task::Block(0, self.graph.blocks[0].ty, None)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Block(block, ty, outer) => self.block(block, ty, outer, &mut tasks)?,
                Task::Node(node, ty, scope) => {
                    if !visited.insert(node) {
                        return Err(format!("node {node} has two parents"));
                    }
                    let found = &self.graph.nodes[node as usize];
                    if found.ty != ty {
                        return Err(format!("node {node} has another type than its parent needs"));
                    }
                    if found.scope != scope {
                        return Err(format!("node {node} is in another scope than its parent"));
                    }
                    self.node(node, ty, scope, &mut tasks)?;
                }
            }
        }
        Ok(())
    }

    fn block(
        &mut self,
        id: BlockId,
        ty: Ty,
        outer: Option<Scope>,
        tasks: &mut Vec<Task>,
    ) -> Result<(), String> {
        let block = &self.graph.blocks[id as usize];
        if block.ty != ty || block.outer != outer {
            return Err(format!("block {id} has another type or place than its parent needs"));
        }
        tasks.push(Task::Node(block.body, ty, Scope::In(id)));
        for at in self.graph.items_of(id) {
            let item = &self.graph.items[at as usize];
            if item.block != id {
                return Err(format!("item {at} is in another block"));
            }
            self.size += 1;
            let scope = Scope::Before(at);
            let bound = self.graph.nodes[item.bound as usize].ty;
            tasks.push(Task::Node(item.bound, bound, scope));
            match &item.kind {
                ItemKind::Let => self.variables(&item.vars, &[bound])?,
                ItemKind::Match { tag, others } => {
                    let fields = self.fields(bound)?;
                    self.variables(&item.vars, &fields[*tag as usize])?;
                    let rest = (0..fields.len()).filter(|other| *other != *tag as usize);
                    if others.len() + 1 != fields.len() {
                        return Err(format!("item {at} does not have an arm for each constructor"));
                    }
                    for (other, arm) in rest.zip(others) {
                        self.variables(&self.graph.blocks[*arm as usize].vars, &fields[other])?;
                        tasks.push(Task::Block(*arm, ty, Some(scope)));
                    }
                }
            }
        }
        Ok(())
    }

    fn variables(&self, vars: &[u32], types: &[Ty]) -> Result<(), String> {
        let found: Vec<Ty> = vars.iter().map(|var| self.graph.variables[*var as usize].ty).collect();
        if found == types { Ok(()) } else { Err("binders do not have the types of what they bind".into()) }
    }

    /// The types of all fields.
    fn fields(&mut self, ty: Ty) -> Result<Vec<Vec<Ty>>, String> {
        let Shape::Data(data, args) = self.table.shape(ty).clone() else {
            return Err("a match on something that is no datatype".into());
        };
        let fields = &self.catalog.fields[data as usize];
        let all = fields
            .iter()
            .map(|fields| fields.iter().map(|field| self.table.instantiate(*field, &args)).collect())
            .collect();
        Ok(all)
    }

    fn node(&mut self, id: NodeId, ty: Ty, scope: Scope, tasks: &mut Vec<Task>) -> Result<(), String> {
        let kind = &self.graph.nodes[id as usize].kind;
        self.size += usize::from(!matches!(kind, Kind::Hole | Kind::Block(_)));
        match kind {
            Kind::Hole => {
                self.holes.insert(id);
            }
            Kind::Var(var) => {
                if self.graph.variables[*var as usize].ty != ty {
                    return Err(format!("variable {var} has another type"));
                }
                let mut visible = false;
                self.graph.look_around(scope, usize::MAX, |seen| {
                    if let Seen::Vars(vars) = seen {
                        visible |= vars.contains(var);
                    }
                });
                if !visible {
                    return Err(format!("variable {var} is not in scope"));
                }
            }
            Kind::Int(_) | Kind::Str(_) => {
                if !matches!(self.table.shape(ty), Shape::Data(INT | STRING, _)) {
                    return Err("a literal of another type".into());
                }
            }
            Kind::Const(constant, types) => {
                if self.table.instantiate(self.catalog.constants[*constant as usize].ty, types) != ty {
                    return Err(format!("constant {constant} has another type"));
                }
            }
            Kind::Con(tag, args) => {
                let fields = self.fields(ty)?;
                self.arguments(&fields[*tag as usize], args, scope, tasks)?;
            }
            Kind::Lam(block, hole) => {
                let (params, result) = self.arrow(ty, *hole)?;
                self.variables(&self.graph.blocks[*block as usize].vars, &params)?;
                if self.graph.blocks[*block as usize].hole != *hole {
                    return Err(format!("lambda {id} and its body have different arguments holes"));
                }
                if let Some(hole) = hole {
                    self.places[*hole as usize].0.push(id);
                }
                tasks.push(Task::Block(*block, result, Some(scope)));
            }
            Kind::App(function, args, hole) => {
                let function_ty = self.graph.nodes[*function as usize].ty;
                let (params, result) = self.arrow(function_ty, *hole)?;
                if result != ty {
                    return Err(format!("application {id} has another type than its function's result"));
                }
                if let Some(hole) = hole {
                    self.places[*hole as usize].1.push(id);
                }
                tasks.push(Task::Node(*function, function_ty, scope));
                self.arguments(&params, args, scope, tasks)?;
            }
            Kind::Match(scrutinee, arms) => {
                let data = self.graph.nodes[*scrutinee as usize].ty;
                let fields = self.fields(data)?;
                if fields.len() != arms.len() {
                    return Err(format!("match {id} does not have an arm for each constructor"));
                }
                tasks.push(Task::Node(*scrutinee, data, scope));
                for (fields, arm) in fields.iter().zip(arms) {
                    self.variables(&self.graph.blocks[*arm as usize].vars, fields)?;
                    tasks.push(Task::Block(*arm, ty, Some(scope)));
                }
            }
            Kind::Block(block) => tasks.push(Task::Block(*block, ty, Some(scope))),
        }
        Ok(())
    }

    fn arrow(&self, ty: Ty, hole: Option<u32>) -> Result<(Vec<Ty>, Ty), String> {
        match (self.table.shape(ty), hole) {
            (Shape::Fun(params, result), None) => Ok((params.to_vec(), *result)),
            (Shape::Ext(found, result), Some(hole)) if *found == hole => {
                Ok((self.table.holes[hole as usize].params.to_vec(), *result))
            }
            _ => Err("a lambda or an application does not have the arguments hole of its type".into()),
        }
    }

    fn arguments(
        &self,
        types: &[Ty],
        args: &[NodeId],
        scope: Scope,
        tasks: &mut Vec<Task>,
    ) -> Result<(), String> {
        if types.len() != args.len() {
            return Err(format!("{} arguments, expected {}", args.len(), types.len()));
        }
        tasks.extend(types.iter().zip(args).map(|(ty, arg)| Task::Node(*arg, *ty, scope)));
        Ok(())
    }
}
