# Completion of latch(1) for bash.

_latch_names() { # the first word of each line of `latch engines` or `latch passes`
    "${COMP_WORDS[0]}" "$1" 2>/dev/null | while read -r name _; do echo "$name"; done
}

_latch() {
    local suffix word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local options="--engine --timeout --memlimit --certificate --model --derivation --stats --json --no-pass --print-after
        --print-horn --jobs --max-bound --facts --engine-options --check --arch --entry --keep-replay --debug-replay --no-sandbox --inline-limit
        --small-blocks --explain --no-learn --goal --output --no-sampling --inputs --input-globals --unseen --strict --malloc-may-fail --trace-library --library --print-program --print-regions -v --verbose --help --version"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "check session test replay run slam fmt engines passes libc --help --version" -- "$word")
        return
    fi
    [[ ${COMP_WORDS[1]} == @(check|session|test|replay|run|slam|fmt) ]] || return
    case $previous in
        --engine) mapfile -t COMPREPLY < <(compgen -W "auto $(_latch_names engines)" -- "$word" | sort -u) ;;
        --no-pass | --print-after) mapfile -t COMPREPLY < <(compgen -W "$(_latch_names passes)" -- "$word") ;;
        --check) mapfile -t COMPREPLY < <(compgen -W "assert overflow div shift bounds pointer leak uninit unsigned conversion abort" -- "$word") ;;
        --facts) mapfile -t COMPREPLY < <(compgen -W "on off auto" -- "$word") ;;
        --unseen) mapfile -t COMPREPLY < <(compgen -W "any pure" -- "$word") ;;
        --arch) mapfile -t COMPREPLY < <(compgen -W "32 64" -- "$word") ;;
        --goal) mapfile -t COMPREPLY < <(compgen -W "block branch error" -- "$word") ;;
        --keep-replay | --output | -o | -I | -isystem) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        --certificate | --json | -include) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        --timeout | --memlimit | --jobs | --max-bound | --engine-options | --inputs | --input-globals) ;;
        *)
            if [[ $word == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
            else
                mapfile -t COMPREPLY < <(compgen -d -S / -- "$word"; for suffix in smt2 c i bc ll xml while; do compgen -f -X "!*.$suffix" -- "$word"; done)
            fi
            ;;
    esac
}

complete -o filenames -F _latch latch
