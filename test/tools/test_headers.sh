#!/bin/bash
# Every header compiles alone; the public one also without the sources' include path and as strict C11.
set -u
cd "$(dirname "$0")/../.."
passed=0 failed=0
warnings="-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wpointer-arith -Werror"

compiles() { # compiles HEADER OPTION...
    # shellcheck disable=SC2086
    if printf '#include "%s"\nextern int not_empty;\n' "$1" | ${CC:-cc} -x c -fsyntax-only $warnings "${@:2}" -; then
        ((++passed))
    else
        echo "$1 does not compile alone"
        ((++failed))
    fi
}

while read -r header; do
    compiles "$header" -std=c11 -D_GNU_SOURCE -Isrc -Iinclude -isystem "$(llvm-config-19 --includedir)"
done < <(find src -name '*.h' | sort)
compiles include/latch.h -std=c11 -pedantic
echo "$passed passed, $failed failed"
((failed == 0))
