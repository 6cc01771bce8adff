//! The names under which the Rocq table lists the kernel's primitives.

use covenant_kernel::tables::Prim;

macro_rules! names {
    ($($prim:ident $name:literal)*) => {
        /// All names, in order.
        pub const NAMES: [&str; 8] = [$($name),*];

        /// The name of a primitive.
        #[must_use]
        pub fn name(prim: &Prim) -> &'static str {
            match prim { $(Prim::$prim { .. } => $name),* }
        }
    };
}
names! {
    IntGen "int_gen" BoolGen "bool_gen" NatGen "nat_gen" IntRange "int_range" OpaqueGen "opaque_gen"
    Div "div" Mod "mod" Eval "eval"
}
