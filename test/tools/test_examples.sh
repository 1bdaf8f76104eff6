#!/bin/bash
# Latch and Z3 answer each example as its :status or name says, and `make run`'s demonstration runs.
set -u
cd "$(dirname "$0")/../.."
latch=${LATCH:-build/debug/latch}
passed=0 failed=0

check() { # check WHAT EXPECTED ACTUAL
    if [[ $2 == "$3" ]]; then
        ((++passed))
    else
        echo "failed: $1: expected $2, got $3"
        ((++failed))
    fi
}

first_line() { "$@" 2>/dev/null | head -n 1; }

for file in examples/*.smt2; do
    status=$(sed -n 's/^(set-info :status \(.*\))$/\1/p' "$file")
    check "z3 $file" "$status" "$(first_line z3 -T:60 "$file")"
    check "latch $file" "$status" "$(first_line "$latch" check --timeout 60 "$file")"
done
for file in examples/*.c; do
    expected=SAFE
    [[ $file == */unsafe* ]] && expected=UNSAFE
    check "latch $file" "$expected" "$(first_line "$latch" check --timeout 60 "$file")"
done
for file in examples/*.while; do
    expected=$(sed -n 's|^// expect: ||p' "$file" | tr a-z A-Z)
    check "latch $file" "$expected" "$(first_line "$latch" check --timeout 60 "$file")"
done
if output=$(tools/demo "$latch" 2>&1); then
    ((++passed))
else
    echo "$output"
    ((++failed))
fi
echo "$passed passed, $failed failed"
((failed == 0))
