//! Measurements of Covenant, and the runner of the benchmark suites.
//!
//! | module | what it is for |
//! |---|---|
//! | [`checking`] | a check and an audit, as the measurements see them |
//! | [`table3`] | our figures beside the paper's |
//! | [`table5`] | families of programs, judged by execution |
//! | [`suite`] | verdicts against expectations |
//! | [`audit_speed`], [`verified_speed`], [`replay`] | speed of the kernel, of the verified checker, and of Rocq |
//! | [`repair`] | repairs of incomplete generators, beside the paper's |
//! | [`strategies`] | repairs beside one-sided ones, and without components |
//! | [`systems`] | generators synthesized for systems under test, and run |
//! | [`everyday`] | an old build beside this one, and what a user waits for |
//! | [`functions`] | functions under test, and what filtering finds in the same time |
//! | [`values`] | values of a spec, by search and by filtering |
//! | [`sample`] | what `scan` makes of the generators of other projects |
//! | [`headers`] | what a benchmark file expects of itself |
//! | [`published`] | the figures of the paper |
//! | [`source_metrics`], [`condition_metrics`] | the columns of Table 3 that are counted |
//! | [`enlarged`], [`deep`] | certificates of any size |
//! | [`scaling`] | programs that grow in one dimension |
//! | [`isolation`], [`resources`] | one measurement per process; time and memory |
//! | [`report`] | tables as text and as JSON |
//!
//! Nothing here is timed by a test: figures are printed and compared with goals, and only a
//! wrong verdict makes a run fail.

pub mod audit_speed;
pub mod checking;
pub mod condition_metrics;
pub mod deep;
pub mod enlarged;
pub mod everyday;
pub mod functions;
pub mod headers;
pub mod isolation;
pub mod published;
pub mod repair;
pub mod replay;
pub mod report;
pub mod resources;
pub mod sample;
pub mod scaling;
pub mod source_metrics;
pub mod strategies;
pub mod suite;
pub mod systems;
pub mod table3;
pub mod table5;
pub mod values;
pub mod verified_speed;
