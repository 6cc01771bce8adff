//! The only place that knows bincode.
//!
//! Encoding is plain bincode 2 (little endian, variable-length integers). Decoding goes
//! through bincode too, but behind a meter, because bincode on its own
//!
//! - allocates a string of the length that the input *claims* before it looks for the bytes,
//! - has a limit that counts decoded integers, not the memory of the rows they become (one
//!   byte of input can become a row of more than fifty bytes),
//! - accepts integers that are longer than necessary, so that one value has several encodings,
//! - and does not say where in the input it stopped.
//!
//! The meter charges every list element by its size in memory and every string by its length
//! against one budget per file; strings are read byte by byte through the list reader, which
//! has the same layout; the cursor remembers its position; and the caller compares the bytes
//! with their own re-encoding.
//!
//! Rejected: a hand-written decoder (a second implementation of the format to trust; the tests
//! have one, as a check of the document), and a fixed-width layout (three times the size).

use std::cell::Cell;
use std::fmt;

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use bincode::de::read::Reader;
use bincode::error::DecodeError;
use serde::Serialize;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, SeqAccess, VariantAccess, Visitor,
};

/// Largest certificate file that is read or written.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// Most memory that the rows and strings of one file may take once decoded. Growing lists
/// and the allocator's rounding at most quadruple it.
pub const MAX_DECODED_BYTES: usize = 256 << 20;

// bincode charges at most 8 bytes (a `u64`) for each byte that it reads.
const BINCODE_LIMIT: usize = 8 * (64 << 20);
type Config = Configuration<LittleEndian, Varint, Limit<BINCODE_LIMIT>>;

fn config() -> Config {
    bincode::config::standard().with_limit::<BINCODE_LIMIT>()
}

/// Why bytes are not the encoding of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The input ends in the middle of a value.
    Truncated,
    /// Bytes are left over.
    TrailingBytes,
    /// The decoded value would exceed [`MAX_DECODED_BYTES`].
    TooLarge,
    /// The value has another encoding, which is the one to use.
    NotCanonical,
    /// No value is encoded like this.
    Malformed(String),
}

/// What is left of the memory that one file may take.
pub(crate) struct Budget(Cell<usize>);

impl Budget {
    pub(crate) fn new(bytes: usize) -> Self {
        Budget(Cell::new(bytes))
    }

    /// `false`, and nothing left, if `bytes` is more than what is left.
    fn charge(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// Encode a value.
pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    // bincode fails on lists of unknown length, on locks and on full slices. The types of this
    // crate and of the kernel's tables are plain data with derived code, and the target grows.
    bincode::serde::encode_to_vec(value, config()).expect("plain data has an encoding")
}

/// Decode a value that takes up all of `bytes`. The error says at which byte.
pub(crate) fn decode<T: DeserializeOwned + Serialize>(
    bytes: &[u8],
    budget: &Budget,
) -> Result<T, (Fault, usize)> {
    let position = Cell::new(0);
    let out_of_budget = Cell::new(false);
    let meter = Meter { budget, out_of_budget: &out_of_budget };
    let cursor = Cursor { bytes, position: &position };
    let mut decoder = bincode::serde::OwnedSerdeDecoder::from_reader(cursor, config());
    let value = T::deserialize(Metered { inner: decoder.as_deserializer(), meter }).map_err(|error| {
        let fault = match error {
            _ if out_of_budget.get() => Fault::TooLarge,
            DecodeError::LimitExceeded => Fault::TooLarge,
            DecodeError::UnexpectedEnd { .. } => Fault::Truncated,
            DecodeError::OtherString(text) => Fault::Malformed(text),
            other => Fault::Malformed(other.to_string()),
        };
        (fault, position.get())
    })?;
    if position.get() != bytes.len() {
        return Err((Fault::TrailingBytes, position.get()));
    }
    let again = encode(&value);
    if again != bytes {
        let same = again.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        return Err((Fault::NotCanonical, same));
    }
    Ok(value)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    position: &'a Cell<usize>,
}

impl Reader for Cursor<'_> {
    fn read(&mut self, out: &mut [u8]) -> Result<(), DecodeError> {
        let start = self.position.get();
        let rest = self.bytes.get(start..).unwrap_or_default();
        match rest.get(..out.len()) {
            Some(found) => {
                out.copy_from_slice(found);
                self.position.set(start + out.len());
                Ok(())
            }
            None => Err(DecodeError::UnexpectedEnd { additional: out.len() - rest.len() }),
        }
    }
}

#[derive(Clone, Copy)]
struct Meter<'a> {
    budget: &'a Budget,
    out_of_budget: &'a Cell<bool>,
}

impl Meter<'_> {
    fn charge<E: Error>(self, bytes: usize) -> Result<(), E> {
        if self.budget.charge(bytes) {
            return Ok(());
        }
        self.out_of_budget.set(true);
        Err(E::custom("out of budget"))
    }
}

/// Wraps a deserializer, and everything that serde hands out from it, around the meter.
struct Metered<'m, D> {
    inner: D,
    meter: Meter<'m>,
}

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method(Metered { inner: visitor, meter: self.meter })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Metered<'_, D> {
    type Error = D::Error;

    forward! {
        deserialize_bool deserialize_u8 deserialize_u32 deserialize_u64 deserialize_i64
        deserialize_option deserialize_seq
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let bytes = self.inner.deserialize_seq(TextVisitor(self.meter))?;
        let text = String::from_utf8(bytes).map_err(|_| D::Error::custom("text is not UTF-8"))?;
        visitor.visit_string(text)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let meter = self.meter;
        self.inner.deserialize_newtype_struct(name, Metered { inner: visitor, meter })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        let meter = self.meter;
        self.inner.deserialize_tuple(len, Metered { inner: visitor, meter })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let meter = self.meter;
        self.inner.deserialize_enum(name, variants, Metered { inner: visitor, meter })
    }

    // The format has none of these; adding one is a change of the document first.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("not a type of the certificate format"))
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u16 u128 f32 f64 char bytes byte_buf unit unit_struct map
        identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Metered<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.inner.visit_bool(value)
    }
    fn visit_u8<E: Error>(self, value: u8) -> Result<V::Value, E> {
        self.inner.visit_u8(value)
    }
    fn visit_u32<E: Error>(self, value: u32) -> Result<V::Value, E> {
        self.inner.visit_u32(value)
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<V::Value, E> {
        self.inner.visit_u64(value)
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<V::Value, E> {
        self.inner.visit_i64(value)
    }
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }
    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let meter = self.meter;
        self.inner.visit_some(Metered { inner, meter })
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let meter = self.meter;
        self.inner.visit_newtype_struct(Metered { inner, meter })
    }
    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let meter = self.meter;
        self.inner.visit_seq(Metered { inner, meter })
    }
    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let meter = self.meter;
        self.inner.visit_enum(Metered { inner, meter })
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Metered<'_, A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        // Also charges the fields of structs, which are part of a charged element already;
        // only the budget is hurt by that.
        self.meter.charge(size_of::<T::Value>())?;
        let meter = self.meter;
        self.inner.next_element_seed(Metered { inner: seed, meter })
    }

    /// None, so that no list reserves memory for elements that may not be there.
    fn size_hint(&self) -> Option<usize> {
        None
    }
}

impl<'de, T: DeserializeSeed<'de>> DeserializeSeed<'de> for Metered<'_, T> {
    type Value = T::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<T::Value, D::Error> {
        let meter = self.meter;
        self.inner.deserialize(Metered { inner, meter })
    }
}

impl<'de, 'm, A: EnumAccess<'de>> EnumAccess<'de> for Metered<'m, A> {
    type Error = A::Error;
    type Variant = Metered<'m, A::Variant>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self::Variant), A::Error> {
        // Not metered: the seed only reads the number of the variant.
        let (value, inner) = self.inner.variant_seed(seed)?;
        let meter = self.meter;
        Ok((value, Metered { inner, meter }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Metered<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        let meter = self.meter;
        self.inner.newtype_variant_seed(Metered { inner: seed, meter })
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let meter = self.meter;
        self.inner.tuple_variant(len, Metered { inner: visitor, meter })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let meter = self.meter;
        self.inner.struct_variant(fields, Metered { inner: visitor, meter })
    }
}

/// Collects the bytes of a text, which are laid out like a list of bytes.
struct TextVisitor<'m>(Meter<'m>);

impl<'de> Visitor<'de> for TextVisitor<'_> {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<Vec<u8>, A::Error> {
        let mut text = Vec::new();
        while let Some(byte) = bytes.next_element::<u8>()? {
            self.0.charge(1)?;
            text.push(byte);
        }
        Ok(text)
    }
}
