#!/bin/sh
# Compiles the theories and the examples in the order of _CoqProject, each file only if it or
# one before it changed, and compares the assumptions of the main theorems with the golden
# file. The order is a dependency order, so no makefile generator is needed.
# From version 9 on the standard library is called Stdlib: there a copy of the files, with that
# name in Base.v, is compiled in the folder stdlib-names.
set -eu
cd "$(dirname "$0")"
coqc=${COQC:-coqc}
major=$("$coqc" --version | sed -n 's/.*version \([0-9][0-9]*\).*/\1/p' | head -n 1)
if [ "${major:-8}" -ge 9 ]; then
  for file in _CoqProject assumptions.golden terms/assumptions.golden $(grep '\.v$' _CoqProject); do
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
    "$coqc" -q -R . Covenant "$file" >"${file%.v}.out" 2>&1 || { cat "${file%.v}.out"; exit 1; }
  fi
done
cmp Assumptions.out assumptions.golden
cmp terms/Assumptions.out terms/assumptions.golden
