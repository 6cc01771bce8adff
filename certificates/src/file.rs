//! A certificate file in memory, its encoding, and its way from and to the disk.
//!
//! A file is written under a temporary name beside its final one and then renamed, so that a
//! reader never sees half a certificate and an interrupted run leaves the old one in place.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use covenant_kernel::tables::*;
use serde::{Deserialize, Serialize};

use crate::codec::{self, Budget, Fault, MAX_DECODED_BYTES, MAX_FILE_BYTES};
use crate::container::{self, Section, SectionKind, Version};
use crate::content_hash::ContentHash;
use crate::error::{BadText, EncodeError, FileError, Place, Problem, ReadError, SourceProblem};
use crate::lexemes;
use crate::log::SolverLog;
use crate::source::SourceMap;
use crate::source_text::{self, SourceText};
use crate::structure::check_structure;

/// What wrote a certificate. Versions only: nothing about the machine or the time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Name and version of the program that wrote the file.
    pub producer: String,
    /// Version of the kernel that accepted the certificate when it was written.
    pub kernel: String,
}

/// Everything in a certificate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFile {
    /// What wrote it.
    pub meta: Meta,
    /// Statement and proof: all that the kernel reads.
    pub certificate: Certificate,
    /// What the solvers were asked.
    pub log: SolverLog,
    /// Source text, spans and names.
    pub source: SourceMap,
}

/// Section `theory`.
#[derive(Serialize, Deserialize)]
struct TheorySection {
    opaque_sorts: Vec<String>,
    literals: Vec<String>,
    sorts: Vec<SortRow>,
    datatypes: Vec<DatatypeRow>,
    exprs: Vec<ExprRow>,
    defs: Vec<DefRow>,
    axioms: Vec<AxiomRow>,
}

/// Section `program`.
#[derive(Serialize, Deserialize)]
struct ProgramSection {
    types: Vec<FunTypeRow>,
    cores: Vec<CoreRow>,
    funs: Vec<FunRow>,
}

/// Section `claims`.
#[derive(Serialize, Deserialize)]
struct ClaimsSection {
    globals: Vec<GlobalRow>,
    claim: GlobalRef,
}

/// Section `claims`, in the version for other kinds than *every*.
#[derive(Serialize, Deserialize)]
struct KindedClaimsSection {
    globals: Vec<GlobalRow>,
    claim: GlobalRef,
    kind: Kind,
}

/// Section `derivations`.
#[derive(Serialize, Deserialize)]
struct DerivationsSection {
    sorts: Vec<SortRow>,
    exprs: Vec<ExprRow>,
    types: Vec<FunTypeRow>,
    nodes: Vec<NodeRow>,
    derivations: Vec<Option<NodeRef>>,
}

/// Section `evidence`.
#[derive(Serialize, Deserialize)]
struct EvidenceSection {
    lemmas: Vec<LemmaRow>,
    steps: Vec<StepRow>,
}

/// Section `source hash`.
#[derive(Serialize, Deserialize)]
struct SourceHashSection {
    bytes: u64,
    hash: ContentHash,
}

impl SourceHashSection {
    fn of(source: &SourceMap) -> Self {
        SourceHashSection { bytes: source.text.len() as u64, hash: source.text.hash() }
    }
}

impl CertificateFile {
    /// Checks the names and texts of the file.
    fn check_texts(&self) -> Result<(), BadText> {
        let versions = [&self.meta.producer, &self.meta.kernel];
        lexemes::check(versions, &self.certificate, &self.log, &self.source)
    }

    /// The bytes of the file. Equal values have equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        check_structure(&self.certificate).map_err(EncodeError::Structure)?;
        self.check_annotations().map_err(|(_, problem)| EncodeError::Source(problem))?;
        self.check_texts().map_err(EncodeError::Text)?;
        let Certificate { statement, proof } = self.certificate.clone();
        let (globals, claim, kind) = (statement.globals, statement.claim, statement.kind);
        let claims = match kind {
            Kind::Every => codec::encode(&ClaimsSection { globals, claim }),
            Kind::Only | Kind::Exactly => codec::encode(&KindedClaimsSection { globals, claim, kind }),
        };
        let sections = [
            codec::encode(&self.meta),
            codec::encode(&TheorySection {
                opaque_sorts: statement.opaque_sorts,
                literals: statement.literals,
                sorts: statement.sorts,
                datatypes: statement.datatypes,
                exprs: statement.exprs,
                defs: statement.defs,
                axioms: statement.axioms,
            }),
            codec::encode(&ProgramSection {
                types: statement.types,
                cores: statement.cores,
                funs: statement.funs,
            }),
            claims,
            codec::encode(&DerivationsSection {
                sorts: proof.sorts,
                exprs: proof.exprs,
                types: proof.types,
                nodes: proof.nodes,
                derivations: proof.derivations,
            }),
            codec::encode(&EvidenceSection { lemmas: proof.lemmas, steps: proof.steps }),
            codec::encode(&self.log),
            if self.source.beside {
                codec::encode(&SourceMap { text: SourceText::default(), ..self.source.clone() })
            } else {
                codec::encode(&self.source)
            },
            codec::encode(&SourceHashSection::of(&self.source)),
        ];
        let version = Version { text_beside: self.source.beside, kinds: kind != Kind::Every };
        let bytes = container::write(version, &sections);
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(EncodeError::TooLarge { found: bytes.len() as u64, limit: MAX_FILE_BYTES });
        }
        Ok(bytes)
    }

    /// Read the bytes of a file that has its source text in it. They are the only bytes of the value that is returned.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        Self::from_bytes_with(bytes, |_| None)
    }

    /// Read the bytes of a file. `text` is asked for a text by its hash if it is not in the file; what it returns is
    /// hashed, not believed.
    pub fn from_bytes_with(
        bytes: &[u8],
        text: impl FnOnce(ContentHash) -> Option<SourceText>,
    ) -> Result<Self, ReadError> {
        let (version, sections) = container::read(bytes)?;
        let budget = Budget::new(MAX_DECODED_BYTES);
        let [meta, theory, program, claims, derivations, evidence, log, source, hash] = &sections;
        let meta = decode(meta, &budget)?;
        let theory: TheorySection = decode(theory, &budget)?;
        let program: ProgramSection = decode(program, &budget)?;
        let claims = decode_claims(version, claims, &budget)?;
        let derivations: DerivationsSection = decode(derivations, &budget)?;
        let evidence: EvidenceSection = decode(evidence, &budget)?;
        let log = decode(log, &budget)?;
        let mut source: SourceMap = decode(source, &budget)?;
        let source_hash: SourceHashSection = decode(hash, &budget)?;
        let at = |kind: SectionKind, problem| ReadError {
            place: Place::Section(kind),
            offset: sections.iter().find(|s| s.kind == kind).map_or(0, |s| s.offset),
            problem,
        };
        if version.text_beside {
            let fault = |problem| at(SectionKind::SourceHash, Problem::Source(problem));
            if !source.text.is_empty() {
                return Err(at(SectionKind::SourceMap, Problem::Source(SourceProblem::TwoTexts)));
            }
            let hash = source_hash.hash;
            source.text = text(hash).ok_or_else(|| fault(SourceProblem::NotBeside { hash }))?;
            source.beside = true;
            // SOUNDNESS: what is shown as the source is what the certificate was made of.
            if source.text.hash() != hash {
                return Err(fault(SourceProblem::OtherBeside { hash }));
            }
        }
        let file = CertificateFile {
            meta,
            certificate: Certificate {
                statement: Statement {
                    kind: claims.kind,
                    opaque_sorts: theory.opaque_sorts,
                    literals: theory.literals,
                    sorts: theory.sorts,
                    datatypes: theory.datatypes,
                    exprs: theory.exprs,
                    defs: theory.defs,
                    axioms: theory.axioms,
                    types: program.types,
                    cores: program.cores,
                    funs: program.funs,
                    globals: claims.globals,
                    claim: claims.claim,
                },
                proof: Proof {
                    sorts: derivations.sorts,
                    exprs: derivations.exprs,
                    types: derivations.types,
                    lemmas: evidence.lemmas,
                    steps: evidence.steps,
                    nodes: derivations.nodes,
                    derivations: derivations.derivations,
                },
            },
            log,
            source,
        };
        check_structure(&file.certificate).map_err(|error| at(error.section, Problem::Structure(error)))?;
        file.check_annotations().map_err(|(kind, problem)| at(kind, Problem::Source(problem)))?;
        file.check_texts().map_err(|bad| at(bad.section, Problem::Text(bad)))?;
        let expected = SourceHashSection::of(&file.source);
        if (source_hash.bytes, source_hash.hash) != (expected.bytes, expected.hash) {
            let problem = Problem::Source(SourceProblem::HashMismatch);
            return Err(at(SectionKind::SourceHash, problem));
        }
        Ok(file)
    }

    fn check_annotations(&self) -> Result<(), (SectionKind, SourceProblem)> {
        let proof = &self.certificate.proof;
        self.log
            .check(proof.nodes.len(), proof.lemmas.len())
            .map_err(|problem| (SectionKind::SolverLog, problem))?;
        self.source.check(&self.certificate).map_err(|problem| (SectionKind::SourceMap, problem))
    }

    /// Name of the function whose claim this certificate is about.
    pub fn claim_name(&self) -> &str {
        let statement = &self.certificate.statement;
        let claim = statement.globals.get(statement.claim.0 as usize);
        claim.map_or("", |global| global.name.as_str())
    }

    /// blake3 hash of the source text.
    pub fn source_hash(&self) -> ContentHash {
        self.source.text.hash()
    }

    /// The name of the file with the source text, if that has to be beside the certificate.
    pub fn source_beside(&self) -> Option<String> {
        self.source.beside.then(|| source_text::file_name(self.source_hash()))
    }

    /// Read a file, and the source text beside it if it is not in it. No more is read than a certificate may have.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let bytes = read_limited(path).map_err(io)?;
        let text = |hash| source_text::beside(path, hash, read_limited);
        Self::from_bytes_with(&bytes, text).map_err(|error| FileError::Read { path: path.to_owned(), error })
    }

    /// Write a file, completely or not at all; first the source text beside it, if that is where it belongs.
    pub fn store(&self, path: &Path) -> Result<(), FileError> {
        let bytes = self.to_bytes().map_err(FileError::Encode)?;
        let write = |path: &Path, bytes: &[u8]| {
            write_atomically(path, bytes).map_err(|error| FileError::Io { path: path.to_owned(), error })
        };
        if let Some(name) = self.source_beside() {
            write(&path.with_file_name(name), self.source.text.as_bytes())?;
        }
        write(path, &bytes)
    }
}

/// The claims and their kind. A file of each version has claims of its kinds, so that equal values have equal bytes.
fn decode_claims(
    version: Version,
    section: &Section<'_>,
    budget: &Budget,
) -> Result<KindedClaimsSection, ReadError> {
    if !version.kinds {
        let ClaimsSection { globals, claim } = decode(section, budget)?;
        return Ok(KindedClaimsSection { globals, claim, kind: Kind::Every });
    }
    let claims: KindedClaimsSection = decode(section, budget)?;
    if claims.kind == Kind::Every {
        let place = Place::Section(section.kind);
        return Err(ReadError { place, offset: section.offset, problem: Problem::NotCanonical });
    }
    Ok(claims)
}

fn decode<T: serde::de::DeserializeOwned + Serialize>(
    section: &Section<'_>,
    budget: &Budget,
) -> Result<T, ReadError> {
    codec::decode(section.bytes, budget).map_err(|(fault, offset)| ReadError {
        place: Place::Section(section.kind),
        offset: section.offset + offset as u64,
        problem: match fault {
            Fault::Truncated => Problem::Truncated,
            Fault::TrailingBytes => Problem::TrailingBytes,
            Fault::TooLarge => Problem::ContentTooLarge { limit: MAX_DECODED_BYTES },
            Fault::NotCanonical => Problem::NotCanonical,
            Fault::Malformed(why) => Problem::Malformed(why),
        },
    })
}

static TEMPORARY_FILES: AtomicU64 = AtomicU64::new(0);

/// One byte more than permitted is enough to see that a file is too large, whatever its
/// length is said to be (a pipe has none, and a file may grow).
fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Write beside the target, flush to the disk, then rename. The temporary file is removed on
/// failure; one that a killed run left behind ends in `.tmp` and is no certificate's name.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, fs::File::sync_all)
}

/// The same without waiting for the disk: for what may be damaged if the power fails.
pub fn write_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, |_| Ok(()))
}

fn write_beside(path: &Path, bytes: &[u8], flush: impl Fn(&fs::File) -> io::Result<()>) -> io::Result<()> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
    // Neither another process nor another thread may write to the same temporary file. It is made
    // anew: a file or link that somebody put there is not opened.
    let (temporary, mut file) = loop {
        let count = TEMPORARY_FILES.fetch_add(1, Ordering::Relaxed);
        let mut temporary_name = std::ffi::OsString::from(".");
        temporary_name.push(name);
        temporary_name.push(format!(".{}-{count}.tmp", std::process::id()));
        let temporary: PathBuf = path.with_file_name(temporary_name);
        match fs::OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => break (temporary, file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    };
    let written =
        file.write_all(bytes).and_then(|()| flush(&file)).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}
