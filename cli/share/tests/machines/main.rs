//! What happens between machines: servers and engines that are dead, slow, wrong or killed.

mod servers;
mod snakemake;
mod support;
