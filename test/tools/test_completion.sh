#!/bin/bash
# The completions and the manual know exactly the options that `latch --help` tells of.
set -u
cd "$(dirname "$0")/../.."
latch=${LATCH:-build/debug/latch}
passed=0 failed=0

check() { # check WHAT COMMAND...
    if "${@:2}"; then
        ((++passed))
    else
        echo "failed: $1"
        ((++failed))
    fi
}

options_of() { # the long options a text names, sorted
    sed 's/\\-/-/g' "$1" | grep -oE -- '(^|[^-[:alnum:]])--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' | sort -u
}

complete_latch() { # complete_latch WORD...: what bash offers for the last word
    PATH=$(cd "$(dirname "$latch")" && pwd):$PATH bash -c '
        source completions/latch.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _latch
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}

offers() { complete_latch "${@:2}" | grep -qx -- "$1"; }
same_options() { diff <(options_of <("$latch" --help 2>&1)) <(options_of "$1"); }
lists_itself() { # every engine's or pass's name is offered
    local name
    "$latch" "$1" | while read -r name _; do offers "$name" "${@:2}" || return 1; done
}

for file in docs/latch.1 completions/latch.bash completions/_latch; do
    check "the options in $file are those of latch --help" same_options "$file"
done
check "commands" offers check latch che
check "options" offers --derivation latch check --der
check "engines" lists_itself engines latch check --engine ""
check "passes" lists_itself passes latch check --no-pass ""
check "files" offers examples/safe-loop.smt2 latch check examples/safe-l
check "folders" offers examples/ latch check exam
echo "$passed passed, $failed failed"
((failed == 0))
