//! Things that take long, several at a time, reported in their order.

use crate::failure::Failure;
use crate::interrupt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Judges things on several threads, and says what came of them in their order, whichever is done first.
pub fn in_order<G: Sync, A: Send>(
    things: &[G],
    threads: usize,
    judge: impl Fn(&G, usize) -> Result<A, Failure> + Sync,
    mut said: impl FnMut(&G, A),
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (next, judge) = (&next, &judge);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(things.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while !interrupt::asked() {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(thing) = things.get(index) else { break };
                    if sender.send((index, judge(thing, index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = std::collections::BTreeMap::new();
        let mut expected = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let (Some(result), Some(thing)) = (waiting.remove(&expected), things.get(expected)) {
                said(thing, result?);
                expected += 1;
            }
        }
        Ok(())
    })
}
