#include "front/llvm/library/observed_inputs.h"

#include "base/real_library.h"
#include "front/llvm/library/libc_table.h"

#include <stdbool.h>
#include <string.h>

static bool is_listed(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}
#define IS_LISTED(name, names) is_listed(name, names, sizeof(names) / sizeof *(names))

/* The few that have nothing to do with processes, and open no file that the program has named: all others might tell. */
static bool shows_process(const char *name)
{
    static const char *const HEADERS[] = {"assert.h", "ctype.h", "errno.h", "getopt.h", "inttypes.h", "locale.h", "malloc.h", "math.h", "search.h",
                                          "stdio.h", "stdlib.h", "string.h", "strings.h", "sys/random.h", "sys/time.h", "time.h", "wchar.h", "wctype.h"};
    static const char *const OTHERS[] = {"getpid", "getopt", "read", "write", "close", "isatty", "sleep", "usleep", "_exit", "__assert_fail"};
    static const char *const EXCEPT[] = {"fopen", "fopen64", "freopen", "popen", "remove", "rename", "realpath", "__realpath_chk", "system", "mkstemp"};
    const libc_function *known = libc_find(name);
    if (IS_LISTED(name, OTHERS)) return false;
    if (!known) return real_library_has(name);
    return !IS_LISTED(known->header, HEADERS) || IS_LISTED(name, EXCEPT);
}

static bool shows_time(const char *name)
{
    static const char *const NAMES[] = {"gettimeofday", "clock_gettime", "timespec_get", "ftime", "syscall"};
    return IS_LISTED(name, NAMES);
}

static bool shows_processor_time(const char *name)
{
    static const char *const NAMES[] = {"times", "getrusage", "clock_gettime", "syscall"};
    return IS_LISTED(name, NAMES);
}

static bool calls(LLVMModuleRef module, bool (*shows)(const char *name))
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && LLVMGetFirstUse(f) && shows(LLVMGetValueName2(f, &length))) return true;
    }
    return false;
}

static void use_form(LLVMModuleRef module, const char *name, const char *form, bool (*shows)(const char *name))
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    if (!f || !LLVMIsDeclaration(f) || !calls(module, shows)) return;
    LLVMReplaceAllUsesWith(f, LLVMAddFunction(module, form, LLVMGlobalGetValueType(f)));
}

void observed_inputs_choose_forms(LLVMModuleRef module)
{
    use_form(module, "getpid", "latch_c_getpid", shows_process);
    use_form(module, "time", "latch_c_time", shows_time);
    use_form(module, "clock", "latch_c_clock", shows_processor_time);
}
