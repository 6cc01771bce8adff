//! Entries that other machines remember, too: a program beside this one gets and puts them.
//!
//! **The program is as little believed as what it brings.** It may be slow, dead, or lie: an entry is a hint that is checked again
//! ([`crate::Memory`]), an answer that does not come is an entry that is not there, and after one that took too long, or a few
//! that took long, nobody asks again in this run. So a verdict never depends on it, and neither does when a run ends, up to a
//! few seconds.
//!
//! A program of its own, because whatever speaks to storage in networks depends on far more than everything else here, and
//! because a process can be left behind when it hangs. The words between the two, on its input and output:
//!
//! ```text
//! get NAME\n                      →  LENGTH\n and so many bytes, or none\n
//! put NAME LENGTH\n and the bytes  →  nothing
//! ```
//!
//! Its input is written by a thread, so that a full pipe makes nobody wait; what does not fit into the queue is not put.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer answer is no entry.
const MOST_BYTES: u64 = 64 << 20;
/// Words that may wait to be written.
const QUEUE: usize = 256;

/// How long a run waits for others.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one answer, and for the last entries to be put.
    pub one: Duration,
    /// An answer that takes longer is a slow one.
    pub slow: Duration,
    /// For all slow answers together.
    pub all_slow: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            one: Duration::from_secs(3),
            slow: Duration::from_millis(250),
            all_slow: Duration::from_secs(5),
        }
    }
}

/// What is shared with other machines.
#[derive(Debug)]
pub struct Shared {
    patience: Patience,
    line: Mutex<Option<Line>>,
}

/// The program while it is of use.
#[derive(Debug)]
struct Line {
    child: Child,
    words: SyncSender<Vec<u8>>,
    answers: Receiver<Option<Vec<u8>>>,
    /// Time spent on slow answers.
    waited: Duration,
}

impl Shared {
    /// Starts a program that gets and puts entries at a place.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(program: &OsStr, place: &str, patience: Patience) -> std::io::Result<Shared> {
        let mut child = Command::new(program)
            .arg(place)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (words, to_write) = mpsc::sync_channel(QUEUE);
        let (found, answers) = mpsc::channel();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_words(input, &to_write));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                // Until it says something else than an answer, or nobody listens.
                while let Some(answer) = read_answer(&mut output) {
                    if found.send(answer).is_err() {
                        break;
                    }
                }
            });
        }
        let line = Line { child, words, answers, waited: Duration::ZERO };
        Ok(Shared { patience, line: Mutex::new(Some(line)) })
    }

    /// The bytes of a name, if somebody put some.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        let mut slot = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let line = slot.as_mut()?;
        let start = Instant::now();
        let asked = line.words.try_send(format!("get {name}\n").into_bytes()).is_ok();
        let answer =
            if asked { line.answers.recv_timeout(self.patience.one) } else { Err(RecvTimeoutError::Timeout) };
        let took = start.elapsed();
        if took > self.patience.slow {
            line.waited += took;
        }
        let of_no_use = answer.is_err() || line.waited > self.patience.all_slow;
        if of_no_use && let Some(mut line) = slot.take() {
            end(&mut line.child);
        }
        answer.ok().flatten()
    }

    /// Offers bytes to others. Nobody learns whether that works.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        let mut slot = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(line) = slot.as_mut() else { return };
        let words = [format!("put {name} {}\n", bytes.len()).as_bytes(), bytes].concat();
        if let Err(TrySendError::Disconnected(_)) = line.words.try_send(words)
            && let Some(mut line) = slot.take()
        {
            end(&mut line.child);
        }
    }

    /// Whether it was given up.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// The last entries are put, unless that takes too long.
impl Drop for Shared {
    fn drop(&mut self) {
        let slot = self.line.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(Line { mut child, words, answers, .. }) = slot.take() else { return };
        // Its input ends when the writer has written all; its output ends when it does.
        drop(words);
        let ended = answers.recv_timeout(self.patience.one);
        if !matches!(ended, Err(RecvTimeoutError::Disconnected)) {
            end(&mut child);
        }
        let _ = child.wait();
    }
}

/// A process that nobody needs any more. That it has ended already is as good.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn write_words(mut input: ChildStdin, words: &Receiver<Vec<u8>>) {
    while let Ok(word) = words.recv() {
        if input.write_all(&word).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// The next answer: bytes, or that there is no entry. Nothing if this is no answer.
fn read_answer(output: &mut BufReader<ChildStdout>) -> Option<Option<Vec<u8>>> {
    let mut line = String::new();
    output.by_ref().take(32).read_line(&mut line).ok()?;
    let word = line.strip_suffix('\n')?;
    if word == "none" {
        return Some(None);
    }
    let length = word.parse::<u64>().ok().filter(|length| *length <= MOST_BYTES)?;
    let mut bytes = Vec::new();
    output.take(length).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == length).then_some(Some(bytes))
}
