#include "front/llvm/module/debug_info.h"

#include "base/arena.h"
#include "base/map.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

/* Where the parts are among the operands of LLVM 19's metadata nodes. */
enum { VARIABLE_NAME = 1, VARIABLE_TYPE = 3, TYPE_BASE = 3, COMPOSITE_ELEMENTS = 4, SUBROUTINE_TYPES = 3, SUBRANGE_COUNT = 0 };
enum { MAX_OPERANDS = 32 }; /* of nodes other than lists */

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCTURE = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
};

typedef struct declaration {
    LLVMMetadataRef variable, location; /* location: NULL of globals */
} declaration;

static inline uint64_t hash_pointer(const void *p) { return map_hash_u64((uint64_t)(uintptr_t)p); }
MAP_DECLARE(declaration_map, LLVMValueRef, declaration, hash_pointer, MAP_EQ_PLAIN);
MAP_DECLARE(type_map, LLVMMetadataRef, c_type, hash_pointer, MAP_EQ_PLAIN);
MAP_DECLARE(file_map, LLVMMetadataRef, const char *, hash_pointer, MAP_EQ_PLAIN);
VEC_DECLARE(value_vec, LLVMValueRef);

struct debug_info {
    LLVMContextRef context;
    declaration_map declarations;
    type_map basic_types; /* filled as they are asked for */
    file_map files; /* likewise */
    arena memory;
    char *folder; /* where we are; NULL if unknown */
};

static const c_type UNKNOWN = {.kind = C_UNKNOWN};

/* ---- metadata ---- */

static bool is_kind(LLVMMetadataRef node, LLVMMetadataKind kind) { return node && LLVMGetMetadataKind(node) == kind; }

static void list_operands(LLVMContextRef context, LLVMMetadataRef node, value_vec *out)
{
    LLVMValueRef value = LLVMMetadataAsValue(context, node);
    value_vec_resize(out, LLVMGetMDNodeNumOperands(value));
    if (out->size) LLVMGetMDNodeOperands(value, out->data);
}

static LLVMValueRef operand_value(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef value = LLVMMetadataAsValue(context, node), operands[MAX_OPERANDS];
    unsigned n = LLVMGetMDNodeNumOperands(value);
    assert(n <= MAX_OPERANDS);
    if (index >= n) return NULL;
    LLVMGetMDNodeOperands(value, operands);
    return operands[index];
}

static LLVMMetadataRef operand(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef value = operand_value(context, node, index);
    return value ? LLVMValueAsMetadata(value) : NULL;
}

/* ---- declarations ---- */

/* What the metadata of a global says is its variable, or NULL. */
static LLVMMetadataRef global_variable(LLVMValueRef global)
{
    size_t n = 0;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n && !found; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (is_kind(node, LLVMDIGlobalVariableExpressionMetadataKind)) found = LLVMDIGlobalVariableExpressionGetVariable(node);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static void add_local(debug_info *d, LLVMValueRef declare)
{
    LLVMValueRef storage = LLVMGetOperand(declare, 0), object = NULL;
    if (LLVMGetMDNodeNumOperands(storage) == 1) LLVMGetMDNodeOperands(storage, &object);
    if (!object) return;
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
    declaration *known = declaration_map_put(&d->declarations, object, NULL);
    if (!known->variable) *known = (declaration){variable, LLVMInstructionGetDebugLoc(declare)};
}

static void add_locals(debug_info *d, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsADbgDeclareInst(i)) add_local(d, i);
}

debug_info *debug_info_new(LLVMContextRef context, LLVMModuleRef module)
{
    debug_info *d = alloc_zeroed(1, sizeof *d);
    d->context = context;
    arena_init(&d->memory);
    d->folder = getcwd(NULL, 0);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef variable = global_variable(g);
        if (variable) declaration_map_put(&d->declarations, g, NULL)->variable = variable;
    }
    /* The C interface shows declarations of locals only where they are calls. */
    LLVMSetIsNewDbgInfoFormat(module, false);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) add_locals(d, f);
    LLVMSetIsNewDbgInfoFormat(module, true);
    return d;
}

void debug_info_free(debug_info *d)
{
    if (!d) return;
    declaration_map_release(&d->declarations);
    type_map_release(&d->basic_types);
    file_map_release(&d->files);
    arena_release(&d->memory);
    free(d->folder);
    free(d);
}

/* ---- places ---- */

static bool is_here(const debug_info *d, const char *folder)
{
    return !*folder || !strcmp(folder, ".") || (d->folder && !strcmp(folder, d->folder));
}

static const char *file_name(debug_info *d, LLVMMetadataRef file)
{
    const char **known = file_map_put(&d->files, file, NULL);
    if (*known) return *known;
    unsigned n, m;
    const char *name = LLVMDIFileGetFilename(file, &n), *folder = LLVMDIFileGetDirectory(file, &m);
    text path;
    text_init(&path);
    text_add(&path, folder, m);
    if (n == 0 || name[0] == '/' || is_here(d, path.data)) {
        text_clear(&path);
    } else {
        text_addc(&path, '/');
        unsigned skip = n > 2 && name[0] == '.' && name[1] == '/' ? 2 : 0;
        name += skip;
        n -= skip;
    }
    text_add(&path, name, n);
    *known = arena_string(&d->memory, path.data, path.size);
    text_release(&path);
    return *known;
}

static place make_place(debug_info *d, LLVMMetadataRef file, unsigned line, unsigned column)
{
    if (!file || !line) return (place){0};
    return (place){.file = file_name(d, file), .line = line, .column = column};
}

static place place_of_location(debug_info *d, LLVMMetadataRef location)
{
    if (!location) return (place){0};
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
    return make_place(d, file, LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
}

/* Of code of the library: where the program calls it. */
static LLVMMetadataRef caller_location(LLVMMetadataRef location)
{
    static const char LIBRARY[] = "lib/libc/";
    while (location && LLVMDILocationGetInlinedAt(location)) {
        unsigned length;
        LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
        const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";
        if (strncmp(name, LIBRARY, sizeof LIBRARY - 1) != 0) break;
        location = LLVMDILocationGetInlinedAt(location);
    }
    return location;
}

place c_module_place(const c_module *m, LLVMValueRef instruction)
{
    if (!LLVMIsAInstruction(instruction)) return (place){0};
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    bool is_own = m->shows_library || c_module_is_own(m, instruction);
    place where = place_of_location(m->debug, is_own ? location : caller_location(location));
    where.in_library = !is_own;
    return where;
}

/* The name of the function that a scope is in; NULL if it has none. */
static const char *function_of_scope(const debug_info *d, LLVMMetadataRef scope)
{
    enum { BLOCK_SCOPE = 1, SUBPROGRAM_NAME = 2 };
    while (scope && !is_kind(scope, LLVMDISubprogramMetadataKind)) scope = operand(d->context, scope, BLOCK_SCOPE);
    LLVMValueRef name = scope ? operand_value(d->context, scope, SUBPROGRAM_NAME) : NULL;
    unsigned length;
    return name && LLVMIsAMDString(name) ? LLVMGetMDString(name, &length) : NULL;
}

const char *c_module_library_function(const c_module *m, LLVMValueRef instruction)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction), callers = caller_location(at);
    LLVMMetadataRef outermost = at;
    for (; at && at != callers; at = LLVMDILocationGetInlinedAt(at)) outermost = at;
    return outermost ? function_of_scope(m->debug, LLVMDILocationGetScope(outermost)) : NULL;
}

LLVMMetadataRef c_module_scope_around(const c_module *m, LLVMMetadataRef scope)
{
    enum { SCOPE = 1 }; /* the operand */
    bool is_block = is_kind(scope, LLVMDILexicalBlockMetadataKind) || is_kind(scope, LLVMDILexicalBlockFileMetadataKind);
    return is_block ? operand(m->context, scope, SCOPE) : NULL;
}

place c_module_function_place(const c_module *m, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram) return (place){0};
    size_t length;
    LLVMValueRef own = m->original ? LLVMGetNamedFunction(m->original, LLVMGetValueName2(function, &length)) : function;
    place where = make_place(m->debug, LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram), 0);
    where.in_library = !m->shows_library && (!own || LLVMIsDeclaration(own));
    return where;
}

place debug_info_definition_place(LLVMValueRef global)
{
    bool is_function = LLVMIsAFunction(global);
    LLVMMetadataRef node = is_function ? LLVMGetSubprogram(global) : global_variable(global);
    if (!node) return (place){0};
    LLVMMetadataRef file = is_function ? LLVMDIScopeGetFile(node) : LLVMDIVariableGetFile(node);
    unsigned length, line = is_function ? LLVMDISubprogramGetLine(node) : LLVMDIVariableGetLine(node);
    return (place){.file = file ? LLVMDIFileGetFilename(file, &length) : NULL, .line = line};
}

/* ---- variables ---- */

/* Variables that the compiler made up have no line. */
static const declaration *find_declaration(const c_module *m, LLVMValueRef variable)
{
    const declaration *found = declaration_map_find(&m->debug->declarations, variable);
    return found && LLVMDIVariableGetLine(found->variable) ? found : NULL;
}

const char *c_module_variable_name(const c_module *m, LLVMValueRef variable)
{
    const declaration *found = find_declaration(m, variable);
    LLVMValueRef name = found ? operand_value(m->context, found->variable, VARIABLE_NAME) : NULL;
    unsigned length;
    return name && LLVMIsAMDString(name) ? LLVMGetMDString(name, &length) : NULL;
}

place c_module_variable_place(const c_module *m, LLVMValueRef variable)
{
    const declaration *found = find_declaration(m, variable);
    if (!found) return (place){0};
    if (found->location) {
        bool is_own = m->shows_library || !LLVMIsAInstruction(variable) || c_module_is_own(m, variable);
        place where = place_of_location(m->debug, is_own ? found->location : caller_location(found->location));
        where.in_library = !is_own;
        return where;
    }
    size_t length;
    place where = make_place(m->debug, LLVMDIVariableGetFile(found->variable), LLVMDIVariableGetLine(found->variable), 0);
    where.in_library = m->original && !m->shows_library && !LLVMGetNamedGlobal(m->original, LLVMGetValueName2(variable, &length));
    return where;
}

/* ---- types ---- */

static LLVMMetadataRef without_names(LLVMContextRef context, LLVMMetadataRef node)
{
    while (is_kind(node, LLVMDIDerivedTypeMetadataKind)) {
        unsigned tag = LLVMGetDINodeTag(node);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_RESTRICT && tag != TAG_ATOMIC) break;
        node = operand(context, node, TYPE_BASE);
    }
    return node;
}

static uint32_t bits_of(LLVMMetadataRef node)
{
    uint64_t bits = LLVMDITypeGetSizeInBits(node);
    return bits > UINT32_MAX ? UINT32_MAX : (uint32_t)bits;
}

/* The C interface does not give the encoding of a basic type: it is read from the node as LLVM prints it. */
static c_type basic_type(debug_info *d, LLVMMetadataRef node)
{
    bool added;
    c_type *known = type_map_put(&d->basic_types, node, &added);
    if (!added) return *known;
    *known = (c_type){.kind = C_UNKNOWN, .bits = bits_of(node), .node = node};
    char *printed = LLVMPrintValueToString(LLVMMetadataAsValue(d->context, node));
    const char *encoding = strstr(printed, "encoding: DW_ATE_");
    encoding = encoding ? encoding + strlen("encoding: DW_ATE_") : "";
    if (!strncmp(encoding, "float", 5)) known->kind = C_FLOAT;
    if (!strncmp(encoding, "signed", 6) || !strncmp(encoding, "unsigned", 8) || !strncmp(encoding, "boolean", 7)) {
        known->kind = C_INTEGER;
        known->is_signed = encoding[0] == 's';
    }
    LLVMDisposeMessage(printed);
    return *known;
}

static c_type composite_type(debug_info *d, LLVMMetadataRef node)
{
    c_type type = {.kind = C_UNKNOWN, .bits = bits_of(node), .node = node};
    unsigned tag = LLVMGetDINodeTag(node);
    if (tag == TAG_STRUCTURE || tag == TAG_UNION) type.kind = C_STRUCT;
    if (tag == TAG_ARRAY) type.kind = C_ARRAY;
    if (tag == TAG_ENUMERATION) {
        LLVMMetadataRef base = without_names(d->context, operand(d->context, node, TYPE_BASE));
        type.kind = C_INTEGER;
        type.is_signed = is_kind(base, LLVMDIBasicTypeMetadataKind) && basic_type(d, base).is_signed;
    }
    return type;
}

static c_type type_of(debug_info *d, LLVMMetadataRef node)
{
    node = without_names(d->context, node);
    if (is_kind(node, LLVMDIBasicTypeMetadataKind)) return basic_type(d, node);
    if (is_kind(node, LLVMDICompositeTypeMetadataKind)) return composite_type(d, node);
    if (is_kind(node, LLVMDIDerivedTypeMetadataKind) && LLVMGetDINodeTag(node) == TAG_POINTER)
        return (c_type){.kind = C_POINTER, .bits = bits_of(node), .node = node};
    return (c_type){.kind = C_UNKNOWN, .node = node};
}

c_type c_module_variable_type(const c_module *m, LLVMValueRef variable)
{
    const declaration *found = find_declaration(m, variable);
    return found ? type_of(m->debug, operand(m->context, found->variable, VARIABLE_TYPE)) : UNKNOWN;
}

c_type c_module_signature_type(const c_module *m, LLVMValueRef function, size_t index)
{
    LLVMMetadataRef node = LLVMGetSubprogram(function), found = NULL;
    if (!node) return UNKNOWN;
    value_vec operands;
    value_vec_init(&operands);
    list_operands(m->context, node, &operands);
    for (size_t i = 0; i < operands.size && !found; i++) {
        LLVMMetadataRef part = operands.data[i] ? LLVMValueAsMetadata(operands.data[i]) : NULL;
        if (is_kind(part, LLVMDISubroutineTypeMetadataKind)) found = operand(m->context, part, SUBROUTINE_TYPES);
    }
    value_vec_clear(&operands);
    if (found) list_operands(m->context, found, &operands);
    LLVMValueRef type = index < operands.size ? operands.data[index] : NULL;
    value_vec_release(&operands);
    return type ? type_of(m->debug, LLVMValueAsMetadata(type)) : UNKNOWN;
}

c_type c_module_pointee_type(const c_module *m, c_type pointer)
{
    return pointer.kind == C_POINTER ? type_of(m->debug, operand(m->context, pointer.node, TYPE_BASE)) : UNKNOWN;
}

static bool is_const(debug_info *d, LLVMMetadataRef node)
{
    for (;;) {
        bool is_array = is_kind(node, LLVMDICompositeTypeMetadataKind) && LLVMGetDINodeTag(node) == TAG_ARRAY;
        if (!is_array && (!is_kind(node, LLVMDIDerivedTypeMetadataKind) || LLVMGetDINodeTag(node) == TAG_POINTER)) return false;
        if (LLVMGetDINodeTag(node) == TAG_CONST) return true;
        node = operand(d->context, node, TYPE_BASE);
    }
}

uint32_t c_module_const_levels(const c_module *m, c_type pointer)
{
    enum { DEEPEST = 30 };
    uint32_t levels = 0;
    for (unsigned k = 0; k < DEEPEST && pointer.kind == C_POINTER; k++) {
        LLVMMetadataRef base = operand(m->context, pointer.node, TYPE_BASE);
        if (is_const(m->debug, base)) levels |= UINT32_C(1) << k;
        pointer = type_of(m->debug, base);
    }
    return levels;
}

/* ---- members ---- */

static bool is_bit_field(LLVMMetadataRef member) { return LLVMDITypeGetFlags(member) & LLVMDIFlagBitField; }

/* Whether the byte is part of the member; an array without a size, at the end, has any number of bytes. */
static bool has_byte(debug_info *d, LLVMMetadataRef member, uint64_t offset)
{
    uint64_t begin = LLVMDITypeGetOffsetInBits(member), size = LLVMDITypeGetSizeInBits(member);
    if (size) return begin < offset * 8 + 8 && offset * 8 < begin + size;
    return begin <= offset * 8 && type_of(d, operand(d->context, member, TYPE_BASE)).kind == C_ARRAY;
}

static LLVMMetadataRef find_member(debug_info *d, LLVMMetadataRef type, uint64_t offset)
{
    LLVMMetadataRef list = operand(d->context, type, COMPOSITE_ELEMENTS), found = NULL;
    if (!list) return NULL;
    value_vec members;
    value_vec_init(&members);
    list_operands(d->context, list, &members);
    for (size_t i = 0; i < members.size && !found; i++) {
        LLVMMetadataRef member = members.data[i] ? LLVMValueAsMetadata(members.data[i]) : NULL;
        if (!is_kind(member, LLVMDIDerivedTypeMetadataKind) || LLVMGetDINodeTag(member) != TAG_MEMBER) continue;
        if (has_byte(d, member, offset)) found = member;
    }
    value_vec_release(&members);
    return found;
}

static void print_member(text *path, LLVMMetadataRef member)
{
    size_t length;
    const char *name = LLVMDITypeGetName(member, &length);
    if (!path || !length) return;
    text_addc(path, '.');
    text_add(path, name, length);
}

/* The number of elements of one dimension; -1 if it is not known. */
static int64_t subrange_count(debug_info *d, LLVMValueRef subrange)
{
    LLVMMetadataRef node = subrange ? LLVMValueAsMetadata(subrange) : NULL;
    LLVMValueRef count = is_kind(node, LLVMDISubrangeMetadataKind) ? operand_value(d->context, node, SUBRANGE_COUNT) : NULL;
    return count && LLVMIsAConstantInt(count) ? LLVMConstIntGetSExtValue(count) : -1;
}

/* Goes into the element of an array at *offset: prints its indices, leaves the offset in the element. False if there is none. */
static bool enter_element(debug_info *d, LLVMMetadataRef array, LLVMMetadataRef element, uint64_t *offset, text *path)
{
    uint64_t size = element ? LLVMDITypeGetSizeInBits(element) / 8 : 0;
    LLVMMetadataRef list = operand(d->context, array, COMPOSITE_ELEMENTS);
    value_vec dimensions;
    value_vec_init(&dimensions);
    if (list) list_operands(d->context, list, &dimensions);
    bool ok = dimensions.size > 0;
    for (size_t i = 1; i < dimensions.size; i++) {
        int64_t count = subrange_count(d, dimensions.data[i]);
        size = count > 0 ? size * (uint64_t)count : 0;
    }
    for (size_t i = 0; i < dimensions.size && ok; i++) {
        int64_t count = subrange_count(d, dimensions.data[i]);
        ok = size > 0 && (count < 0 || *offset / size < (uint64_t)count || (count == 0 && i == 0));
        if (!ok) break;
        if (path) text_printf(path, "[%llu]", (unsigned long long)(*offset / size));
        *offset %= size;
        if (i + 1 < dimensions.size) size /= (uint64_t)subrange_count(d, dimensions.data[i + 1]);
    }
    value_vec_release(&dimensions);
    return ok;
}

bool c_module_variable_is_const(const c_module *m, LLVMValueRef variable)
{
    const declaration *found = find_declaration(m, variable);
    return found && is_const(m->debug, operand(m->context, found->variable, VARIABLE_TYPE));
}

bool c_module_member_is_const(const c_module *m, c_type type, uint64_t offset)
{
    debug_info *d = m->debug;
    while (type.kind == C_STRUCT || type.kind == C_ARRAY) {
        LLVMMetadataRef member = type.kind == C_STRUCT ? find_member(d, type.node, offset) : type.node;
        if (!member) return false;
        LLVMMetadataRef inner = operand(d->context, member, TYPE_BASE);
        if (is_const(d, inner)) return true;
        if (type.kind == C_STRUCT) offset -= LLVMDITypeGetOffsetInBits(member) / 8;
        else if (!enter_element(d, type.node, without_names(d->context, inner), &offset, NULL)) return false;
        type = type_of(d, inner);
    }
    return false;
}

c_type c_module_member_type(const c_module *m, c_type type, uint64_t offset, text *path)
{
    debug_info *d = m->debug;
    while (type.kind == C_STRUCT || type.kind == C_ARRAY) {
        LLVMMetadataRef inner;
        if (type.kind == C_STRUCT) {
            LLVMMetadataRef member = find_member(d, type.node, offset);
            if (!member) return UNKNOWN;
            print_member(path, member);
            if (is_bit_field(member)) return UNKNOWN;
            offset -= LLVMDITypeGetOffsetInBits(member) / 8;
            inner = operand(d->context, member, TYPE_BASE);
        } else {
            inner = without_names(d->context, operand(d->context, type.node, TYPE_BASE));
            if (!enter_element(d, type.node, inner, &offset, path)) return UNKNOWN;
        }
        type = type_of(d, inner);
    }
    return offset == 0 ? type : UNKNOWN;
}
