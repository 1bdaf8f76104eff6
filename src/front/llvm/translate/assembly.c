#include "front/llvm/translate/assembly.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

bool assembly_is_call(LLVMValueRef inst)
{
    bool is_call = LLVMIsACallInst(inst) || LLVMIsACallBrInst(inst);
    return is_call && LLVMIsAInlineAsm(LLVMGetCalledValue(inst));
}

static LLVMTypeRef type_of_memory(LLVMValueRef call, unsigned argument)
{
    static const char NAME[] = "elementtype";
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName(NAME, sizeof NAME - 1));
    return LLVMGetTypeAttributeValue(a);
}

/* `code` is one constraint, without the comma behind it. */
static void add_operand(assembly *out, const char *code, size_t length, LLVMValueRef call, unsigned *next_argument, uint32_t *next_result)
{
    assembly_operand o = {.is_output = code[0] == '='};
    const char *end = code + length;
    code += o.is_output;
    while (code < end && (*code == '&' || *code == '%')) code++;
    o.is_memory = code < end && *code == '*';
    if (o.is_output && !o.is_memory) {
        o.result = (*next_result)++;
    } else {
        assert(*next_argument < LLVMGetNumArgOperands(call));
        o.argument = LLVMGetOperand(call, *next_argument);
        if (o.is_memory) o.type = type_of_memory(call, *next_argument);
        ++*next_argument;
    }
    o.is_tied = !o.is_output && code < end && isdigit((unsigned char)*code);
    for (; o.is_tied && code < end && isdigit((unsigned char)*code); code++) o.tied_to = 10 * o.tied_to + (uint32_t)(*code - '0');
    assembly_operand_vec_push(&out->operands, o);
}

static bool is_blank(const char *s, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!isspace((unsigned char)s[i])) return false;
    }
    return true;
}

void assembly_read(assembly *out, LLVMValueRef call)
{
    static const char MEMORY[] = "~{memory}";
    LLVMValueRef assembler = LLVMGetCalledValue(call);
    size_t n_text, n;
    const char *instructions = LLVMGetInlineAsmAsmString(assembler, &n_text);
    const char *at = LLVMGetInlineAsmConstraintString(assembler, &n), *end = at + n;
    *out = (assembly){.is_empty = is_blank(instructions, n_text)};
    unsigned next_argument = 0;
    uint32_t next_result = 0;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        size_t length = (size_t)((comma ? comma : end) - at);
        bool is_clobber = length && *at == '~', is_label = length && *at == '!';
        if (length == sizeof MEMORY - 1 && memcmp(at, MEMORY, length) == 0) out->clobbers_memory = true;
        else if (length && !is_clobber && !is_label) add_operand(out, at, length, call, &next_argument, &next_result);
        at += length + 1;
    }
}

void assembly_release(assembly *a) { assembly_operand_vec_release(&a->operands); }

bool assembly_keeps(const assembly *a, const assembly_operand *memory)
{
    if (!memory->is_output) return true;
    for (size_t i = 0; i < a->operands.size && a->is_empty; i++) {
        const assembly_operand *o = &a->operands.data[i];
        if (!o->is_output && o->is_memory && o->argument == memory->argument) return true;
    }
    return false;
}

LLVMValueRef assembly_kept_value(const assembly *a, const assembly_operand *output)
{
    uint32_t number = (uint32_t)(output - a->operands.data);
    for (size_t i = 0; i < a->operands.size && a->is_empty; i++) {
        const assembly_operand *o = &a->operands.data[i];
        if (o->is_tied && o->tied_to == number) return o->argument;
    }
    return NULL;
}

bool assembly_is_way_out(const assembly *a, const assembly_operand *o) { return a->clobbers_memory && !a->is_empty && o->argument; }
