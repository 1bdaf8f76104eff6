#!/bin/bash
# tools/setup with stand-ins for the package manager and the compiler: what it installs, and the one line it says when
# something is missing or too old.
set -u
setup=$(cd "$(dirname "$0")/../.." && pwd)/tools/setup
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

stand_in() { # stand_in NAME SCRIPT
    printf '#!/bin/bash\n%s\n' "$2" >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}

new_machine() { # where everything is there: a PATH of stand-ins and of the few real tools that the script uses
    rm -rf "$folder/bin" "$folder/log"
    mkdir "$folder/bin"
    local tool
    for tool in bash cat dirname env; do ln -s "$(command -v $tool)" "$folder/bin/$tool"; done
    for tool in ar objdump z3 cvc5 clang-19; do stand_in $tool ''; done
    stand_in python3 'echo Python 3.9.2'
    compiler 12 none 4 8 12 found
}

compiler() { # compiler FACTS: what the preprocessor run of check_build_tools finds
    stand_in cc "case \"\$*\" in *-E*) cat >/dev/null; echo 'facts $*' ;; *-l\${MISSING:-none}*) exit 1 ;; esac"
}

debian() { # debian PACKAGE...: these are installed
    stand_in apt-get "echo \"apt-get \$DEBIAN_FRONTEND \$*\" >>'$folder/log'; exit \${APT_FAILS:-0}"
    stand_in dpkg-query "for p in $*; do echo \$p installed; done"
    stand_in sudo "echo sudo >>'$folder/log'; exec \"\$@\""
}

run() { # run SECTION...: sets code, output, log
    output=$(PATH=$folder/bin "$folder/bin/bash" "$setup" "$@" 2>&1)
    code=$?
    log=$(cat "$folder/log" 2>/dev/null)
}

check() { # check WHAT CONDITION...
    if "${@:2}"; then
        ((++passed))
    else
        echo "failed: $1 (exit code $code)"
        printf '  %s\n' "output: $output" "log: $log"
        ((++failed))
    fi
}

is_silent_success() { [[ $code == 0 && -z $output && -z $log ]]; }
is_installed() { [[ $code == 0 && $log == *"apt-get noninteractive"*update*"apt-get noninteractive"*install*"$1" ]]; }
fails_in_one_line() { [[ $code == 1 && $output == "latch setup: "*"$1"* && $output != *$'\n'* ]]; }
fails_saying() { [[ $code == 1 && $output == *"$1"* ]]; }

all=(gcc libc6-dev make libz3-dev libgmp-dev libppl-dev libcadical-dev libseccomp-dev libbdd-dev llvm-19-dev clang-19 libclang-rt-19-dev gcc-multilib libcmocka-dev z3 cvc5 python3)

new_machine && debian "${all[@]}" && run build check
check "nothing to do" is_silent_success
new_machine && debian gcc libc6-dev make libgmp-dev libppl-dev libcadical-dev libseccomp-dev libbdd-dev llvm-19-dev clang-19 libclang-rt-19-dev gcc-multilib && run build
check "installs what is missing" is_installed " libz3-dev"
new_machine && debian gcc libc6-dev make libgmp-dev && run --check build
check "--check installs nothing" is_silent_success
new_machine && debian && rm "$folder/bin/cc" && run --check build
check "--check says how to install" fails_in_one_line "(or let tools/setup build do it)"
new_machine && debian "${all[@]}" && run fuzz
check "another section" is_installed " csmith libcsmith-dev"
new_machine && debian gcc && APT_FAILS=1 run build
check "apt-get fails" fails_saying "missing: libc6-dev make libz3-dev libgmp-dev"
new_machine && debian "${all[@]}" && run nonsense
check "unknown section" fails_in_one_line "[nonsense]"

new_machine && run build check
check "not Debian, all there" is_silent_success
new_machine && MISSING=gmp run build
check "not Debian, GMP cannot be linked" fails_in_one_line "-lgmp"
new_machine && MISSING=cmocka run build check
check "not Debian, cmocka cannot be linked" fails_in_one_line "-lcmocka"
for tool in cc ar; do
    new_machine && rm "$folder/bin/$tool" && run build
    check "no $tool" fails_in_one_line "$tool not found"
done
for tool in python3 z3 cvc5 objdump; do
    new_machine && rm "$folder/bin/$tool" && run check
    check "no $tool" fails_in_one_line "$tool not found"
done

new_machine && compiler 9 none 4 8 12 found && run build
check "old gcc" fails_in_one_line "gcc 9; Latch needs gcc 10"
new_machine && compiler 4 19 4 8 12 found && run build
check "clang says that it is gcc 4" is_silent_success
new_machine && compiler 12 none 4 8 11 found && run build
check "old Z3" fails_in_one_line "version 4.8.11; Latch needs 4.8.12"
for version in "4 8 13" "4 12 0" "5 0 0"; do
    # shellcheck disable=SC2086
    new_machine && compiler 12 none $version found && run build
    check "new Z3 $version" is_silent_success
done
new_machine && compiler 12 none none 0 0 found && run build
check "no Z3" fails_in_one_line "z3.h not found"
new_machine && compiler 12 none 4 8 12 none && run build
check "no GMP" fails_in_one_line "gmp.h not found"
new_machine && stand_in python3 'echo Python 3.8.10' && run check
check "old Python" fails_in_one_line "version 3.8.10"
new_machine && stand_in cc 'exit 1' && run build
check "a broken compiler" fails_in_one_line "does not work"

echo "$passed passed, $failed failed"
((failed == 0))
