/* What there is: library functions, engines, passes, versions. */

#include "api/parts.h"

#include "engine/engine.h"
#include "front/llvm/library/libc_table.h"
#include "pass/pass.h"
#include "smt/smt.h"
#include "solve/strategy.h"

#include <stdlib.h>

const pass *api_pass(size_t i)
{
    latch_require(i < latch_pass_count());
    assert(latch_pass_count() == PASS_COUNT + VARIANT_COUNT + ABSTRACTION_COUNT);
    if (i < PASS_COUNT) return &PASSES[i];
    return i < PASS_COUNT + VARIANT_COUNT ? &VARIANTS[i - PASS_COUNT] : &ABSTRACTIONS[i - PASS_COUNT - VARIANT_COUNT];
}

size_t latch_libc_count(void)
{
    size_t n;
    libc_functions(&n);
    return n;
}

void latch_libc_row(size_t i, const char **name, const char **header, const char **kind, const char **remark)
{
    size_t n;
    const libc_function *f = libc_functions(&n) + i;
    latch_require(i < n);
    *name = f->name;
    *header = f->header;
    *kind = f->kind;
    *remark = f->remark;
}

size_t latch_engine_count(void) { return ENGINE_COUNT; }
const char *latch_engine_name(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return ENGINES[i].name;
}
const char *latch_engine_help(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return ENGINES[i].help;
}
int latch_engine_in_auto(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return strategy_has_engine(&ENGINES[i]);
}
int latch_engine_is_command(const char *name)
{
    latch_require(name);
    const engine *e = engine_find(name);
    return e && e->of_while;
}
size_t latch_pass_count(void) { return PASS_COUNT + VARIANT_COUNT + ABSTRACTION_COUNT; }
const char *latch_pass_name(size_t i) { return api_pass(i)->name; }
const char *latch_pass_help(size_t i) { return api_pass(i)->help; }
const char *latch_version(void) { return LATCH_VERSION; }
const char *latch_solver_version(void) { return smt_version(); }
void latch_free_text(char *t) { free(t); }
