//! Files are checked on several threads, and told about in their order.

use super::certificates::Plan;
use super::confirmed;
use super::stream::{Begun, Part, Stream};
use super::witnesses::{Witnesses, notes};
use super::words;
use covenant_cli::args::Check;
use covenant_cli::engine::UnderWay;
use covenant_cli::siblings::Bundle;
use covenant_cli::{interrupt, qcheck, siblings, terminal};
use covenant_elaborator::pipeline::{Options, check_module};
use covenant_front as front;
use covenant_front::Reading;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

/// How often to look whether the user wants to stop, while there is nothing to print.
const WATCH: Duration = Duration::from_millis(50);

/// Checks the files and hands on what is found, in the order of the files and of their claims, as soon as
/// everything before it is there. If the user wants to stop, what is finished is handed on, of files that are
/// under way claim by claim, and the program ends.
pub fn in_order(
    plan: &Plan,
    arguments: &Check,
    options: &Options,
    witnesses: &Witnesses,
    mut each: impl FnMut(usize, Part),
) {
    let jobs = arguments.jobs;
    let jobs = if jobs == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { jobs };
    let next = &AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    // A part that nobody receives any more is lost with the program.
    let senders: Vec<_> = (0..plan.files.len())
        .map(|index| {
            let sender = sender.clone();
            move |part: Part| drop(sender.send((index, part)))
        })
        .collect();
    drop(sender);
    let streams: Vec<Stream<'_>> =
        senders.iter().map(|sender| Stream::new(sender, arguments.confirm(), options)).collect();
    let streams = &streams;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(plan.files.len()))
            .map(|_| {
                scope.spawn(move || {
                    while !interrupt::asked() {
                        let index = next.fetch_add(1, Ordering::SeqCst);
                        let (Some(file), Some(stream)) = (plan.files.get(index), streams.get(index)) else {
                            break;
                        };
                        let _under_way = UnderWay::begin(&file.path);
                        match siblings::source(&file.path) {
                            Ok(bundle) => {
                                let reading = qcheck::reading(arguments.qcheck, &file.path);
                                one_file(&file.base_name, bundle, options, witnesses, stream, reading);
                            }
                            Err(failure) => stream.unreadable(failure),
                        }
                    }
                })
            })
            .collect();
        let mut waiting: BTreeMap<usize, VecDeque<Part>> = BTreeMap::new();
        let mut expected = 0;
        while expected < plan.files.len() {
            match receiver.recv_timeout(WATCH) {
                Ok((index, part)) => waiting.entry(index).or_default().push_back(part),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupt::asked() {
                // First nothing more is told, then what was told is collected.
                let rest: Vec<_> = streams.iter().map(Stream::close).collect();
                for (index, part) in receiver.try_iter() {
                    waiting.entry(index).or_default().push_back(part);
                }
                for (index, claims) in rest.into_iter().enumerate().filter(|(_, claims)| !claims.is_empty()) {
                    let why = "the run was interrupted";
                    let confirmations = confirmed::not_asked(arguments.confirm(), &claims, why);
                    waiting.entry(index).or_default().push_back(Part::Claims(claims, confirmations));
                }
                for (index, parts) in waiting {
                    parts.into_iter().for_each(|part| each(index, part));
                }
                terminal::error_text("interrupted: what was finished is above\n");
                interrupt::end();
            }
            while let Some(part) = waiting.get_mut(&expected).and_then(VecDeque::pop_front) {
                let last = matches!(part, Part::Ended | Part::Unreadable(_));
                each(expected, part);
                if last {
                    waiting.remove(&expected);
                    expected += 1;
                }
            }
            // A thread that was lost to a panic ends the program when the scope does.
            if workers.iter().all(ScopedJoinHandle::is_finished) && waiting.is_empty() {
                match receiver.try_recv() {
                    Ok((index, part)) => waiting.entry(index).or_default().push_back(part),
                    Err(_) => break,
                }
            }
        }
    });
}

/// Reads a file, twice if OCaml is there, and checks it if the readings agree.
fn one_file(
    file_name: &str,
    bundle: Bundle,
    options: &Options,
    witnesses: &Witnesses,
    stream: &Stream<'_>,
    reading: Reading,
) {
    let Bundle { text, start, files } = bundle;
    match front::load_with(file_name, &text, reading) {
        Ok(mut module) => {
            let qcheck = module.reading.library;
            let second_reading = witnesses.read_again(notes(options), &text, &mut module);
            words::decline(&mut module);
            if start > 0 {
                module.forget_before(start);
            }
            stream.begin(Begun { text: text.clone(), second_reading, qcheck, siblings: files }, &module);
            let report = check_module(module, &text, options, &|found| stream.found(found));
            stream.end(report);
        }
        Err(diagnostics) => stream.fail(text, diagnostics),
    }
}
