#include "front/llvm/module/linker_symbols.h"

#include <string.h>

/* The names of GNU ld's default scripts. */
static bool is_of_script(const char *name)
{
    static const char *const NAMES[] = {
        "end", "_end", "__end", "edata", "_edata", "etext", "_etext", "__etext", "__bss_start", "__executable_start", "__ehdr_start", "__data_start", "data_start",
        "__init_array_start", "__init_array_end", "__fini_array_start", "__fini_array_end", "__preinit_array_start", "__preinit_array_end",
        "__rel_iplt_start", "__rel_iplt_end", "__rela_iplt_start", "__rela_iplt_end", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__TMC_END__", "__GNU_EH_FRAME_HDR",
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], name) == 0) return true;
    return false;
}

bool linker_symbol_is(LLVMValueRef global)
{
    static const char START[] = "__start_", STOP[] = "__stop_";
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    if (!LLVMIsDeclaration(global)) return false;
    return strncmp(name, START, sizeof START - 1) == 0 || strncmp(name, STOP, sizeof STOP - 1) == 0 || is_of_script(name);
}

LLVMValueRef linker_symbol_used(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetFirstUse(g) && linker_symbol_is(g)) return g;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstUse(f) && linker_symbol_is(f)) return f;
    return NULL;
}
