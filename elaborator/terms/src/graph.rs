//! The term that grows: a mutable graph of nodes, with a worklist of typed holes.
//!
//! What could make a step slow is scope. A non-local rule puts a binding around a hole, far above it, and everything below
//! must see it. So scope is not copied and no node points to its parent. Bindings are held by *blocks*: the body of a lambda,
//! the arm of a match, the whole term. A block has a list of *items*, let bindings and matches that go on in one of their
//! arms, followed by its body. A node knows the block it is in, or the item it is in the right-hand side of; from
//! there outwards the list is found by following `previous` and `outer`. To put a binding around a hole
//! is then to insert an item into the list of a block, which changes one link.
//!
//! Invariants, asserted after each step in debug builds ([`crate::invariant`]): the graph is a tree; every node has the type that its
//! parent needs; variables are in scope; the worklist holds exactly the nodes that are holes; the places that an
//! arguments hole lists are exactly the lambdas and applications that carry it.
//!
//! Not chosen: pointers upwards and a search for the place of a new binding, as in the paper's implementation; its time grows with the
//! depth of the term.

use crate::table::{Table, Ty, Types};
use smallvec::{SmallVec, smallvec};

/// A node.
pub type NodeId = u32;
/// A variable.
pub type VarId = u32;
/// A block.
pub type BlockId = u32;
/// An item of a block.
pub type ItemId = u32;

/// Numbers of nodes, variables or blocks, of which there are few.
pub type Few = SmallVec<[u32; 4]>;

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In the body of a block: sees all of its items.
    In(BlockId),
    /// In the right-hand side, or another arm, of an item: sees the items before it.
    Before(ItemId),
}

/// A term's outermost layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A typed hole.
    Hole,
    /// A variable.
    Var(VarId),
    /// An integer.
    Int(i64),
    /// A string.
    Str(u8),
    /// A constant of the environment, with what its type variables stand for.
    Const(u32, Types),
    /// A constructor, by its place in the datatype.
    Con(u32, Few),
    /// A lambda: the parameters are the block's.
    Lam(BlockId, Option<u32>),
    /// An application, perhaps with an arguments hole.
    App(NodeId, Few, Option<u32>),
    /// A match with a block for each constructor.
    Match(NodeId, Few),
    /// A place for let bindings.
    Block(BlockId),
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub ty: Ty,
    /// Where it is.
    pub scope: Scope,
}

/// Why a variable exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// A parameter of a lambda whose type was given.
    Plain,
    /// A parameter of an extensible lambda.
    Extensible,
    /// A let binding.
    Let,
    /// A variable of a pattern.
    Pattern,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its type.
    pub ty: Ty,
    /// How often it occurs.
    pub uses: u32,
    /// Why it exists.
    pub origin: Origin,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Block {
    /// What is around it; nothing around the whole term.
    pub outer: Option<Scope>,
    /// Variables that it begins with: parameters, or those of a pattern.
    pub vars: Few,
    /// Its last item.
    pub last: Option<ItemId>,
    /// What comes after the items.
    pub body: NodeId,
    /// The type of the body.
    pub ty: Ty,
    /// The arguments hole, if this is the body of an extensible lambda.
    pub hole: Option<u32>,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A let binding.
    Let,
    /// A match whose arm for constructor `tag` is the rest of the block.
    Match {
        /// The constructor.
        tag: u32,
        /// The arms for the others, in the order of the datatype.
        others: Few,
    },
}

/// A binding in a block.
#[derive(Clone, Debug)]
pub struct Item {
    /// The block.
    pub block: BlockId,
    /// The item before it.
    pub previous: Option<ItemId>,
    /// The variables that are bound for the rest of the block.
    pub vars: Few,
    /// What is bound or matched.
    pub bound: NodeId,
    /// What it is.
    pub kind: ItemKind,
}

/// A place where an item can be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The item before which it goes; at the end of the items if there is none.
    pub before: Option<ItemId>,
}

/// The term that grows.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Variables.
    pub variables: Vec<Variable>,
    /// Blocks; the first one is the whole term.
    pub blocks: Vec<Block>,
    /// Items.
    pub items: Vec<Item>,
    /// The nodes that are holes, in no order.
    pub worklist: Vec<NodeId>,
    /// Nodes that are no holes, and let bindings.
    pub size: usize,
}

impl Graph {
    /// A hole of this type, and nothing else.
    pub fn start(&mut self, ty: Ty) {
        self.nodes.clear();
        self.variables.clear();
        self.blocks.clear();
        self.items.clear();
        self.worklist.clear();
        self.size = 0;
        self.new_block(None, smallvec![], ty, None);
    }

    /// Adds a hole.
    pub fn new_hole(&mut self, ty: Ty, scope: Scope) -> NodeId {
        let node = self.nodes.len() as NodeId;
        self.nodes.push(Node { kind: Kind::Hole, ty, scope });
        self.worklist.push(node);
        node
    }

    /// Adds a variable.
    pub fn new_variable(&mut self, ty: Ty, origin: Origin) -> VarId {
        self.variables.push(Variable { ty, uses: 0, origin });
        (self.variables.len() - 1) as VarId
    }

    /// Adds a block whose body is a hole.
    pub fn new_block(&mut self, outer: Option<Scope>, vars: Few, ty: Ty, hole: Option<u32>) -> BlockId {
        let block = self.blocks.len() as BlockId;
        let body = self.new_hole(ty, Scope::In(block));
        self.blocks.push(Block { outer, vars, last: None, body, ty, hole });
        block
    }

    /// Adds an argument: a hole, or with `own` a block whose body is one.
    pub fn new_argument(&mut self, ty: Ty, scope: Scope, own: bool) -> NodeId {
        if !own {
            return self.new_hole(ty, scope);
        }
        let block = self.new_block(Some(scope), smallvec![], ty, None);
        let node = self.nodes.len() as NodeId;
        self.nodes.push(Node { kind: Kind::Block(block), ty, scope });
        node
    }

    /// Fills a hole that was taken from the worklist.
    pub fn fill(&mut self, node: NodeId, kind: Kind) {
        debug_assert_eq!(self.nodes[node as usize].kind, Kind::Hole);
        self.size += 1;
        self.nodes[node as usize].kind = kind;
    }

    /// Fills a hole with a variable.
    pub fn fill_variable(&mut self, node: NodeId, variable: VarId) {
        self.variables[variable as usize].uses += 1;
        self.fill(node, Kind::Var(variable));
    }

    /// Adds a node for a variable.
    pub fn use_variable(&mut self, variable: VarId, scope: Scope) -> NodeId {
        let used = &mut self.variables[variable as usize];
        used.uses += 1;
        let node = self.nodes.len() as NodeId;
        self.nodes.push(Node { kind: Kind::Var(variable), ty: used.ty, scope });
        self.size += 1;
        node
    }

    /// Inserts an item that binds these variables to something of type `bound`, which is a new hole.
    pub fn insert(&mut self, point: Point, vars: Few, bound: Ty, kind: ItemKind) -> ItemId {
        let item = self.items.len() as ItemId;
        let bound = self.new_hole(bound, Scope::Before(item));
        let previous = match point.before {
            None => self.blocks[point.block as usize].last.replace(item),
            Some(next) => self.items[next as usize].previous.replace(item),
        };
        self.items.push(Item { block: point.block, previous, vars, bound, kind });
        self.size += 1;
        item
    }

    /// Adds an argument of type `with` to an arguments hole: to all lambdas, applications and types that carry it. `own` says
    /// for each application whether its argument is a block. Returns the new parameter of the lambda whose body
    /// is `block`.
    pub fn extend(
        &mut self,
        table: &mut Table,
        hole: u32,
        with: Ty,
        block: BlockId,
        mut own: impl FnMut() -> bool,
    ) -> Option<VarId> {
        let mut wanted = None;
        for at in 0..table.holes[hole as usize].lambdas.len() {
            let lambda = table.holes[hole as usize].lambdas[at];
            let Kind::Lam(body, _) = self.nodes[lambda as usize].kind else { continue };
            let variable = self.new_variable(with, Origin::Extensible);
            self.blocks[body as usize].vars.push(variable);
            if body == block {
                wanted = Some(variable);
            }
        }
        for at in 0..table.holes[hole as usize].applications.len() {
            let application = table.holes[hole as usize].applications[at];
            let scope = self.nodes[application as usize].scope;
            let argument = self.new_argument(with, scope, own());
            if let Kind::App(_, arguments, _) = &mut self.nodes[application as usize].kind {
                arguments.push(argument);
            }
        }
        table.holes[hole as usize].params.push(with);
        wanted
    }

    /// The items of a block, from the first.
    #[must_use]
    pub fn items_of(&self, block: BlockId) -> Vec<ItemId> {
        let mut items = Vec::new();
        let mut next = self.blocks[block as usize].last;
        while let Some(item) = next {
            items.push(item);
            next = self.items[item as usize].previous;
        }
        items.reverse();
        items
    }

    /// Visits what is around a place, from the inside outwards, for at most `reach` steps.
    pub fn look_around(&self, scope: Scope, reach: usize, mut visit: impl FnMut(Seen<'_>)) {
        let mut steps = 0;
        let mut next = Some(scope);
        while let Some(scope) = next {
            let (block, mut item) = match scope {
                Scope::In(block) => {
                    visit(Seen::Point(Point { block, before: None }));
                    (block, self.blocks[block as usize].last)
                }
                Scope::Before(item) => {
                    let inside = &self.items[item as usize];
                    visit(Seen::Point(Point { block: inside.block, before: Some(item) }));
                    (inside.block, inside.previous)
                }
            };
            while let Some(at) = item {
                let passed = &self.items[at as usize];
                visit(Seen::Vars(&passed.vars));
                visit(Seen::Point(Point { block: passed.block, before: Some(at) }));
                item = passed.previous;
                steps += 1;
                if steps >= reach {
                    return;
                }
            }
            let passed = &self.blocks[block as usize];
            visit(Seen::Vars(&passed.vars));
            if let Some(hole) = passed.hole {
                visit(Seen::Extensible(block, hole));
            }
            next = passed.outer;
            steps += 1;
            if steps >= reach {
                return;
            }
        }
    }
}

/// What is around a place.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'g> {
    /// Variables in scope.
    Vars(&'g [VarId]),
    /// A place for a binding that would be in scope.
    Point(Point),
    /// The body of an extensible lambda.
    Extensible(BlockId, u32),
}
