#ifndef FRONT_LLVM_INSTRUMENT_UNSEEN_H
#define FRONT_LLVM_INSTRUMENT_UNSEEN_H

/* What unseen functions do, in the module that a replay compiles. They are defined there: each tells the harness what it is given, does
 * what `latch.effects` (unseen.h) does in the analysed module, and returns what the run has. These functions of the harness are called
 * besides those of instrument.h (validate/harness_outside.h):
 *   void latch_open(void)
 *       at the start, if there are such functions
 *   void latch_given(void *address, unsigned mask), latch_given_struct(void *start, unsigned long long size)
 *       an address that they have got, or all of those in a struct. Bit k of the mask: what k steps of `*` lead to is const
 *   void latch_change(unsigned site)
 *       they change memory
 *   void latch_called(void *function)
 *       before they call a function of the program: the run ends if they do not have its address
 *   void latch_skip(unsigned change, unsigned choice)
 *       before a call of one that the real library has, and which does what it does: the sites of its change and of its choice what to call
 *   void latch_slot(unsigned site, unsigned long long offset, unsigned mask)
 *       at the start: there is a pointer with such a mask in objects of the site
 *   void latch_fixed(unsigned site, unsigned long long from, unsigned long long to)
 *       at the start: these bytes of objects of the site are const
 *   void latch_constant(void *start, unsigned long long size)
 *       at the start, for constants with addresses in them */

#include "front/llvm/translate/translate.h"

typedef struct instrumenter {
    const translator *t;
    LLVMModuleRef module; /* the program without the library */
    LLVMValueRef entry;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64, pointer, nothing;
    LLVMValueRef unset, supply, placed, allocated, reallocate, undefined, cover;
    LLVMValueRef effects, change, given, given_struct, gone; /* effects: NULL if unseen functions do nothing; then, there are no others */
} instrumenter;

static inline LLVMValueRef number(LLVMTypeRef type, uint64_t v) { return LLVMConstInt(type, v, 0); }
LLVMValueRef instrument_declare(instrumenter *n, const char *name, LLVMTypeRef result, LLVMTypeRef *params, unsigned count);
LLVMValueRef instrument_call(instrumenter *n, LLVMValueRef function, LLVMValueRef *args, unsigned count);
uint64_t instrument_size(const instrumenter *n, LLVMTypeRef type);
LLVMTypeRef instrument_byval(LLVMValueRef function, unsigned index); /* what a parameter passed by value is; NULL if it is none */
LLVMValueRef instrument_any(instrumenter *n, uint32_t site, LLVMTypeRef type); /* a value that the run has */

/* `latch_unseen`: all that an unseen function does besides returning a value. */
void instrument_make_effects(instrumenter *n);
/* The body of an unseen function begins. */
void instrument_begin_unseen(instrumenter *n, LLVMValueRef function);
/* Those that have no body yet, and what there is to say at calls. */
void instrument_define_unseen(instrumenter *n);
void instrument_start_outside(instrumenter *n); /* in main */
void instrument_gone(instrumenter *n, LLVMValueRef object);
void instrument_end_local(instrumenter *n, LLVMValueRef alloca_inst);

#endif
