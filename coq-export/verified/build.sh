#!/bin/sh
# Compiles the verified checker in the order of _CoqProject, each file only if it or one before it
# changed, and compares the assumptions of its theorems with the golden file. Extraction comes last, into the
# folder extracted; meter.sed makes it count its steps, and the result is compared with the file that is committed.
# From version 9 on the standard library is called Stdlib: there a copy of the files, with that
# name, is compiled in the folder stdlib-names.
set -eu
cd "$(dirname "$0")"
coqc=${COQC:-coqc}
# What exported definitions are written with, from the other library.
cmp -s ../theories/Base.v Base.v || cp ../theories/Base.v Base.v
major=$("$coqc" --version | sed -n 's/.*version \([0-9][0-9]*\).*/\1/p' | head -n 1)
if [ "${major:-8}" -ge 9 ]; then
  for file in _CoqProject assumptions.golden $(grep '\.v$' _CoqProject); do
    mkdir -p "stdlib-names/$(dirname "$file")"
    sed 's/^From Coq Require/From Stdlib Require/' "$file" >"stdlib-names/$file.new"
    if cmp -s "stdlib-names/$file.new" "stdlib-names/$file"; then
      rm "stdlib-names/$file.new"
    else
      mv "stdlib-names/$file.new" "stdlib-names/$file"
    fi
  done
  cd stdlib-names
fi
stale=no
for file in $(grep '\.v$' _CoqProject); do
  if [ "$stale" = yes ] || [ ! -f "${file}o" ] || [ "$file" -nt "${file}o" ]; then
    stale=yes
    echo "coqc $file"
    "$coqc" -q -R . Verified "$file" >"${file%.v}.out" 2>&1 || { cat "${file%.v}.out"; exit 1; }
  fi
done
cmp Assumptions.out assumptions.golden
# The extracted program. Its text depends on the version of Rocq: the committed one is of version 8.16.
mkdir -p extracted
# Some shells say that no file is newer than one that does not exist.
if [ ! -f extracted/checker.ml ] || [ Rows.vo -nt extracted/checker.ml ]; then
  (cd extracted && "$coqc" -q -R .. Verified ../Extract.v)
fi
if [ "${major:-8}" -lt 9 ]; then
  sed -E -f meter.sed extracted/checker.ml >extracted/counted.ml
  # No function that calls itself is left out.
  if grep -E 'let rec|^ *and [a-z].* [a-z].* =' extracted/counted.ml | grep -v 'Meter.step ()' | grep -vE 'let rec (add|mul|sub|div2) = [(f]'; then
    echo "a recursive function is not counted (meter.sed)"
    exit 1
  fi
  cmp extracted/counted.ml ocaml/checker.ml
fi
