#!/bin/bash
# What `make install` installs (install-files builds nothing, as other tests are running) lies where it belongs, a program
# builds against it, and `make uninstall` leaves nothing behind.
set -eu
cd "$(dirname "$0")/../.."
build=${LATCH_BUILD:-build/debug}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
options=(--no-print-directory BUILD="$build" DEBUG=1 PREFIX=/opt/latch)

make "${options[@]}" DESTDIR="$root" install-files >"$root/log" || { cat "$root/log"; exit 1; }
rm "$root/log"
cd "$root/opt/latch"
diff - <(find . -type f | sort) <<'END'
./bin/latch
./include/latch.h
./lib/liblatch.a
./lib/liblatch.so
./lib/pkgconfig/latch.pc
./share/bash-completion/completions/latch
./share/man/man1/latch.1
./share/zsh/site-functions/_latch
END
bin/latch --version
grep -qx 'prefix=/opt/latch' lib/pkgconfig/latch.pc
grep -qE '^Version: [0-9]' lib/pkgconfig/latch.pc
printf '#include <latch.h>\nint main(void) { return 0; }\n' >program.c
${CC:-cc} -fsanitize=address,undefined -Iinclude program.c -Llib -llatch -Wl,-rpath,"$PWD/lib" -o program
./program
rm program program.c
cd - >/dev/null

# Only public names leave the shared library.
leaked=$(nm -D --defined-only "$build/liblatch.so" | awk '{ print $3 }' | grep -vE '^(latch_|__|_|.*asan)' || true)
if [[ -n $leaked ]]; then
    echo "liblatch.so exports: $leaked"
    exit 1
fi

make "${options[@]}" DESTDIR="$root" uninstall >/dev/null
[[ -z $(find "$root" -type f) ]]
