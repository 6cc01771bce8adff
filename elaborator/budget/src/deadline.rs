//! The outer limit by the clock.
//!
//! What is tried is decided by budgets in steps, so that a verdict does not depend on how busy
//! the machine is. The clock can only end the work on a claim early, if somebody asked for that
//! (`--timeout`), and then it leaves a mark: a verdict that it cut short says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to stop, and whether anything was stopped. Copies share the mark.
#[derive(Clone, Debug, Default)]
pub struct Deadline(Option<Arc<Limit>>);

#[derive(Debug)]
struct Limit {
    at: Instant,
    cut_short: AtomicBool,
    /// Nobody wants the outcome any more.
    cancelled: AtomicBool,
    /// What this one is a part of.
    outer: Deadline,
}

impl Deadline {
    /// No limit.
    pub const NEVER: Deadline = Deadline(None);

    /// So much time from now on.
    #[must_use]
    pub fn after(time: Duration) -> Deadline {
        Deadline::NEVER.part(Some(time))
    }

    /// A part of this time: so much from now on, but not longer than the whole. What it stops is stopped in the
    /// whole as well.
    #[must_use]
    pub fn part(&self, time: Option<Duration>) -> Deadline {
        // A time that the clock cannot express never comes.
        let Some(at) = time.and_then(|time| Instant::now().checked_add(time)) else { return self.clone() };
        let at = self.0.as_ref().map_or(at, |outer| outer.at.min(at));
        Deadline(Some(Arc::new(Limit {
            at,
            cut_short: AtomicBool::new(false),
            cancelled: AtomicBool::new(false),
            outer: self.clone(),
        })))
    }

    /// So much time from now on, or no limit.
    #[must_use]
    pub fn after_some(time: Option<Duration>) -> Deadline {
        time.map_or(Deadline::NEVER, Deadline::after)
    }

    /// Whether the time is over. Whoever asks stops if it is, so this sets the mark.
    #[must_use]
    pub fn passed(&self) -> bool {
        let Some(limit) = &self.0 else { return false };
        let passed = Instant::now() >= limit.at || self.is_cancelled();
        if passed {
            self.mark();
        }
        passed
    }

    /// Ends the time now, for all parts of it. Without effect on [`Deadline::NEVER`].
    pub fn cancel(&self) {
        if let Some(limit) = &self.0 {
            limit.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether this time, or one that it is a part of, was ended by [`Deadline::cancel`].
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let mut deadline = self;
        while let Some(limit) = &deadline.0 {
            if limit.cancelled.load(Ordering::Relaxed) {
                return true;
            }
            deadline = &limit.outer;
        }
        false
    }

    fn mark(&self) {
        let mut deadline = self;
        while let Some(limit) = &deadline.0 {
            limit.cut_short.store(true, Ordering::Relaxed);
            deadline = &limit.outer;
        }
    }

    /// What is left of the time, if it is limited.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.0.as_ref().map(|limit| limit.at.saturating_duration_since(Instant::now()))
    }

    /// Whether something was stopped by the clock.
    #[must_use]
    pub fn cut_short(&self) -> bool {
        self.0.as_ref().is_some_and(|limit| limit.cut_short.load(Ordering::Relaxed))
    }
}

impl PartialEq for Deadline {
    /// The same deadline, not just the same time.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Deadline {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_shared_and_only_set_by_who_stops() {
        let over = Deadline::after(Duration::ZERO);
        let copy = over.clone();
        assert!(!copy.cut_short());
        assert!(over.passed() && copy.cut_short());
        assert_eq!(copy.left(), Some(Duration::ZERO));
        let far = Deadline::after(Duration::from_secs(1 << 30));
        assert!(!far.passed() && !far.cut_short());
        assert!(!Deadline::NEVER.passed() && Deadline::NEVER.left().is_none());
        assert!(over == copy && over != far && over != Deadline::NEVER);
    }

    #[test]
    fn a_part_ends_with_the_whole_and_leaves_its_mark_there() {
        let whole = Deadline::after(Duration::from_secs(1 << 30));
        assert!(!whole.part(None).passed() && !whole.cut_short());
        let part = whole.part(Some(Duration::ZERO));
        assert!(part.passed() && whole.cut_short() && !whole.passed());
        let over = Deadline::after(Duration::ZERO);
        assert!(over.part(Some(Duration::from_secs(1 << 30))).passed());
        assert!(Deadline::NEVER.part(None) == Deadline::NEVER);
        let part = whole.part(Some(Duration::from_secs(1 << 20)));
        whole.cancel();
        assert!(part.passed() && part.is_cancelled() && !over.is_cancelled());
    }
}
