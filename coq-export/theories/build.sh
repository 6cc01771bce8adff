#!/bin/sh
# Compiles the theories and the examples in the order of _CoqProject, each file only if it or
# one before it changed, and compares the assumptions of the main theorems with the golden
# file. The order is a dependency order, so no makefile generator is needed.
set -eu
cd "$(dirname "$0")"
stale=no
for file in $(grep '\.v$' _CoqProject); do
  if [ "$stale" = yes ] || [ ! -f "${file}o" ] || [ "$file" -nt "${file}o" ]; then
    stale=yes
    echo "coqc $file"
    "${COQC:-coqc}" -q -R . Covenant "$file" >"${file%.v}.out" 2>&1 || { cat "${file%.v}.out"; exit 1; }
  fi
done
cmp Assumptions.out assumptions.golden
