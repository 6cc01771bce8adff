//! `covenant-share PLACE`: gets and puts what Covenant remembers, at a place that machines share.
//!
//! Started by `covenant` (`elaborator/remember/src/shared.rs` has the words between the two), and by nobody else. Storage of all kinds
//! is behind OpenDAL; here is only which place is which kind. Nothing that is brought is believed by anybody, so nothing is checked
//! here but names: an entry's is its key, so that no other object of a bucket is read or written.
//!
//! | place | kind |
//! |---|---|
//! | a path | a folder |
//! | `s3://BUCKET/PATH` | S3 and what speaks like it; region, endpoint and keys as everywhere: `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` |
//! | `redis://HOST:PORT` | Redis |
//! | `http://HOST/PATH`, `https://…` | a web server, to read only |

use opendal::services::{Fs, Http, Redis, S3};
use opendal::{Operator, Result};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

/// A longer entry is not put, and not handed on.
const MOST_BYTES: usize = 64 << 20;
/// After this, an entry is not there. (`covenant` gives up before.)
const LONGEST: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(place), None) = (arguments.next(), arguments.next()) else {
        eprintln!("covenant-share PLACE: started by `covenant check --shared-cache PLACE`");
        return ExitCode::from(2);
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let served = runtime.and_then(|runtime| {
        let store = operator(&place).map_err(io::Error::other)?;
        serve(&runtime, &store, io::stdin().lock(), io::stdout().lock())
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("covenant-share: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The storage at a place.
fn operator(place: &str) -> Result<Operator> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(rest) = place.strip_prefix("s3://") {
        let (bucket, path) = rest.split_once('/').unwrap_or((rest, ""));
        let mut builder = S3::default().bucket(bucket).root(&format!("/{path}"));
        builder = builder.region(&variable("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned()));
        if let Some(endpoint) = variable("AWS_ENDPOINT_URL") {
            builder = builder.endpoint(&endpoint);
        }
        return Ok(Operator::new(builder)?.finish());
    }
    if place.starts_with("redis://") || place.starts_with("rediss://") {
        return Ok(Operator::new(Redis::default().endpoint(place).root("/covenant"))?.finish());
    }
    let scheme = ["http://", "https://"].into_iter().find(|scheme| place.starts_with(scheme));
    if let Some(scheme) = scheme {
        let rest = place.get(scheme.len()..).unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let builder = Http::default().endpoint(&format!("{scheme}{host}")).root(&format!("/{path}"));
        return Ok(Operator::new(builder)?.finish());
    }
    let folder = std::path::absolute(place).unwrap_or_else(|_| place.into());
    // Written under another name and renamed: whoever reads sees all of an entry or none.
    let parts = folder.join(".parts");
    let builder = Fs::default().root(&folder.to_string_lossy()).atomic_write_dir(&parts.to_string_lossy());
    Ok(Operator::new(builder)?.finish())
}

/// Answers until nobody asks.
fn serve(
    runtime: &tokio::runtime::Runtime,
    store: &Operator,
    mut words: impl BufRead,
    mut answers: impl Write,
) -> io::Result<()> {
    let mut line = String::new();
    while words.read_line(&mut line)? > 0 {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts[..] {
            ["get", name] => {
                let found = is_name(name).then(|| {
                    let read = async { tokio::time::timeout(LONGEST, store.read(name)).await };
                    runtime.block_on(read).ok()?.ok()
                });
                match found.flatten().map(|bytes| bytes.to_vec()).filter(|bytes| bytes.len() <= MOST_BYTES) {
                    Some(bytes) => {
                        writeln!(answers, "{}", bytes.len())?;
                        answers.write_all(&bytes)?;
                    }
                    None => writeln!(answers, "none")?,
                }
                answers.flush()?;
            }
            ["put", name, length] => {
                let length = length.parse().ok().filter(|length| *length <= MOST_BYTES);
                let length = length.ok_or_else(|| io::Error::other("an entry that is too long"))?;
                let mut bytes = vec![0; length];
                words.read_exact(&mut bytes)?;
                if is_name(name) {
                    // Whether it works is nobody's problem but the next run's.
                    let write = async { tokio::time::timeout(LONGEST, store.write(name, bytes)).await };
                    let _ = runtime.block_on(write);
                }
            }
            _ => return Err(io::Error::other("neither `get NAME` nor `put NAME LENGTH`")),
        }
        line.clear();
    }
    Ok(())
}

/// A key in hexadecimal, a dot, the number of the form.
fn is_name(name: &str) -> bool {
    name.split_once('.').is_some_and(|(key, form)| {
        let hexadecimal = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        key.len() == 64
            && key.bytes().all(hexadecimal)
            && (1..4).contains(&form.len())
            && form.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(place: &str, words: &[u8]) -> Vec<u8> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let mut answers = Vec::new();
        let store = operator(place).expect("a place");
        serve(&runtime, &store, words, &mut answers).expect("words");
        answers
    }

    #[test]
    fn what_is_put_is_got() {
        let folder = std::env::temp_dir().join(format!("covenant-share-{}", std::process::id()));
        let place = folder.to_str().expect("a path");
        let [x, y] = ["a", "b"].map(|digit| format!("{}.1", digit.repeat(64)));
        let put = [
            format!("get {x}\nput {x} 5\n").as_bytes(),
            b"a\nb\0c",
            format!("get {x}\nget {y}\n").as_bytes(),
        ]
        .concat();
        assert_eq!(said(place, &put), b"none\n5\na\nb\0cnone\n");
        assert_eq!(said(place, format!("get {x}\n").as_bytes()), b"5\na\nb\0c");
        // Only entries have names.
        std::fs::write(folder.join("secret"), "mine").expect("a file");
        assert_eq!(said(place, b"get secret\nget ../secret\nput secret 1\nx"), b"none\nnone\n");
        assert_eq!(std::fs::read_to_string(folder.join("secret")).expect("still there"), "mine");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_place_where_nobody_answers_has_no_entries() {
        let name = format!("{}.1", "a".repeat(64));
        // Nobody listens at port 1.
        for place in ["redis://127.0.0.1:1", "http://127.0.0.1:1/x"] {
            assert_eq!(said(place, format!("put {name} 1\nxget {name}\n").as_bytes()), b"none\n", "{place}");
        }
    }
}
