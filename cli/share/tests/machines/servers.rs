//! A cache in Redis and in an S3-compatible server, with everything that can go wrong in the middle of a run: verdicts and
//! certificates are those of a check without a cache.
//!
//! The servers are real (Redis from Debian, moto from PyPI), on loopback. Between the tool and a server stands a relay of ours, so that death,
//! slowness and corruption happen at a number of bytes and not at a time.

use crate::support::{Checked, Folder, check, from_pypi};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// A server that is ended with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody listens at, so far.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a port").port()
}

fn started(mut command: Command, port: u16) -> Server {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a server");
    let server = Server { child, port };
    for _ in 0..600 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return server;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("the server does not answer");
}

fn redis(at: &Folder) -> Server {
    let port = free_port();
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    command.current_dir(at.path());
    started(command, port)
}

fn moto() -> Server {
    let port = free_port();
    let mut command = Command::new(from_pypi("moto_server"));
    command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
    let server = started(command, port);
    // A bucket, as anybody makes one.
    let mut made = TcpStream::connect(("127.0.0.1", port)).expect("the server");
    let request = "PUT /cache HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    made.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    made.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    server
}

/// What the relay does with what the server says, after so many bytes of it.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Nothing.
    None,
    /// Every piece comes late.
    Slow,
    /// Every connection ends, and no other is made.
    Dead,
    /// Bytes are others.
    Corrupt,
    /// Nothing comes any more, and nothing ends.
    Silent,
}

/// Stands between the tool and a server; the port to speak to.
fn relay(to: u16, fault: Fault, after: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let said = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        for client in listener.incoming() {
            let Ok(client) = client else { continue };
            if matches!(fault, Fault::Dead) && said.load(Ordering::Relaxed) > after {
                continue;
            }
            let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { continue };
            let (Ok(from_client), Ok(to_server)) = (client.try_clone(), server.try_clone()) else { continue };
            thread::spawn(move || pass(from_client, to_server, &mut |_| true));
            let said = said.clone();
            thread::spawn(move || pass(server, client, &mut |bytes| broken(bytes, fault, after, &said)));
        }
    });
    port
}

/// What becomes of a piece; whether the connection goes on.
fn broken(bytes: &mut [u8], fault: Fault, after: usize, said: &AtomicUsize) -> bool {
    let before = said.fetch_add(bytes.len(), Ordering::Relaxed);
    if before + bytes.len() <= after {
        return true;
    }
    match fault {
        Fault::None => {}
        Fault::Slow => thread::sleep(Duration::from_millis(700)),
        Fault::Dead => return false,
        Fault::Corrupt => {
            bytes.iter_mut().skip(after.saturating_sub(before)).step_by(17).for_each(|b| *b ^= 0x15)
        }
        Fault::Silent => thread::sleep(Duration::from_secs(60)),
    }
    true
}

fn pass(mut from: TcpStream, mut to: TcpStream, see: &mut dyn FnMut(&mut [u8]) -> bool) {
    let mut piece = vec![0; 4096];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        if !see(&mut piece[..length]) || to.write_all(&piece[..length]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// How the tool is told to use a server at a port.
struct Place {
    words: fn(u16) -> String,
    variables: fn(u16) -> Vec<(&'static str, String)>,
}

const REDIS: Place = Place { words: |port| format!("redis://127.0.0.1:{port}"), variables: |_| Vec::new() };
const S3: Place = Place {
    words: |_| "s3://cache/covenant".to_owned(),
    variables: |port| {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}")),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", "nobody".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "nothing".to_owned()),
        ]
    },
};

impl Place {
    fn check(&self, at: &Folder, machine: &str, port: u16) -> Checked {
        check(at.path(), machine, &["--shared-cache", &(self.words)(port)], &(self.variables)(port))
    }
}

/// Everything that can happen to a server that has all entries.
fn every_fault(at: &Folder, place: &Place, mut server: Server) {
    let whole = check(at.path(), "whole", &["--no-cache"], &[]);
    let first = place.check(at, "first", server.port);
    assert!(first.same_as(&whole) && first.remembered == 0, "{first:?}");
    let second = place.check(at, "second", relay(server.port, Fault::None, 0));
    assert!(second.same_as(&whole), "{second:?}\n{whole:?}");
    let all = second.verdicts.len();
    assert_eq!(second.remembered, all, "what one machine found, another remembers");
    // In the middle: a few entries are read before.
    for (machine, fault) in
        [("slow", Fault::Slow), ("dead", Fault::Dead), ("corrupt", Fault::Corrupt), ("silent", Fault::Silent)]
    {
        for after in [0, 6_000] {
            let machine = format!("{machine}-{after}");
            let hurt = place.check(at, &machine, relay(server.port, fault, after));
            assert!(hurt.same_as(&whole), "{machine}: {hurt:?}\n{whole:?}");
            println!("{machine}: {} of {all} remembered", hurt.remembered);
            if after == 0 && !matches!(fault, Fault::Slow) {
                assert!(hurt.remembered < all, "{machine}: nothing was hurt");
            }
        }
    }
    // And the server itself.
    server.child.kill().expect("killed");
    let dead = place.check(at, "gone", server.port);
    assert!(dead.same_as(&whole) && dead.remembered == 0, "{dead:?}");
}

#[test]
fn redis_in_all_conditions() {
    let at = Folder::with_project();
    let server = redis(&at);
    every_fault(&at, &REDIS, server);
}

#[test]
fn s3_in_all_conditions() {
    let at = Folder::with_project();
    every_fault(&at, &S3, moto());
}

/// Every entry in Redis is damaged, or exchanged for that of another claim.
#[test]
fn a_cache_full_of_lies_changes_no_verdict() {
    let at = Folder::with_project();
    let server = redis(&at);
    let whole = check(at.path(), "whole", &["--no-cache"], &[]);
    let port = server.port.to_string();
    let cli = |words: &[&str]| -> String {
        let done = Command::new("redis-cli").args(["-p", &port]).args(words).output().expect("redis-cli");
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    for (machine, script) in [
        (
            "exchanged",
            "local k = redis.call('keys', '*'); table.sort(k); local f = redis.call('get', k[1]); for i = 1, #k - 1 do redis.call('set', k[i], redis.call('get', k[i + 1])) end; redis.call('set', k[#k], f); return #k",
        ),
        (
            "cut",
            "local k = redis.call('keys', '*'); for i = 1, #k do local v = redis.call('get', k[i]); redis.call('set', k[i], string.sub(v, 1, #v / 2)) end; return #k",
        ),
        (
            "empty",
            "local k = redis.call('keys', '*'); for i = 1, #k do redis.call('set', k[i], '') end; return #k",
        ),
    ] {
        cli(&["flushall"]);
        let filled = REDIS.check(&at, &format!("fills-{machine}"), server.port);
        assert!(filled.same_as(&whole), "{filled:?}");
        let changed = cli(&["eval", script, "0"]);
        assert!(changed.trim().parse::<usize>().is_ok_and(|count| count >= 8), "{changed}");
        let lied = REDIS.check(&at, machine, server.port);
        assert!(lied.same_as(&whole), "{machine}: {lied:?}\n{whole:?}");
        println!("{machine}: {} of {} remembered", lied.remembered, lied.verdicts.len());
        assert!(lied.remembered < lied.verdicts.len());
    }
}
