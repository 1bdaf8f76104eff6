#include "validate/portable.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

typedef enum token_kind { TOKEN_SYMBOL, TOKEN_QUOTED, TOKEN_OTHER } token_kind;

typedef struct token {
    token_kind kind;
    const char *start;
    size_t size; /* at least 1 */
} token;

static bool ends_word(char c) { return !c || strchr(" \t\r\n()|\";", c); }

/* The size of what begins here, is not empty and goes up to the character `last`, or to the end of the script. */
static size_t size_up_to(const char *at, char last)
{
    const char *end = strchr(at + 1, last);
    return end ? (size_t)(end - at) + 1 : strlen(at);
}

/* Words that are no symbols, such as numbers, do not begin as a reserved symbol does: there is no need to tell them apart. */
static token next_token(const char *at)
{
    assert(*at);
    if (*at == '|') return (token){TOKEN_QUOTED, at, size_up_to(at, '|')};
    if (*at == '"') return (token){TOKEN_OTHER, at, size_up_to(at, '"')};
    if (*at == ';') return (token){TOKEN_OTHER, at, size_up_to(at, '\n')};
    size_t size = 0;
    while (!ends_word(at[size])) size++;
    return size ? (token){TOKEN_SYMBOL, at, size} : (token){TOKEN_OTHER, at, 1};
}

static const char *name_of(token t) { return t.kind == TOKEN_QUOTED ? t.start + 1 : t.start; }
static bool is_reserved(token t) { return t.kind != TOKEN_OTHER && (*name_of(t) == '@' || *name_of(t) == '.'); }

static bool has_reserved(const char *script)
{
    for (token t; *script; script = t.start + t.size)
        if (is_reserved(t = next_token(script))) return true;
    return false;
}

static bool any_begins_with(const char *script, const char *prefix, size_t size)
{
    for (token t; *script; script = t.start + t.size) {
        t = next_token(script);
        if (t.kind != TOKEN_OTHER && strncmp(name_of(t), prefix, size) == 0) return true;
    }
    return false;
}

/* What no symbol begins with; what is put before reserved symbols is then a name of its own for each. */
static void choose_prefix(text *prefix, const char *script)
{
    text_adds(prefix, "renamed");
    do text_addc(prefix, '!');
    while (any_begins_with(script, prefix->data, prefix->size));
}

static void add_renamed(text *out, token t, const text *prefix)
{
    if (t.kind == TOKEN_QUOTED) text_addc(out, '|');
    text_adds(out, prefix->data);
    text_add(out, name_of(t), (size_t)(t.start + t.size - name_of(t)));
}

void portable_script(text *out, const char *script)
{
    if (!has_reserved(script)) {
        text_adds(out, script);
        return;
    }
    text prefix;
    text_init(&prefix);
    choose_prefix(&prefix, script);
    text_printf(out, "; Symbols that SMT-LIB reserves, as @x, are called %s@x.\n", prefix.data);
    for (token t; *script; script = t.start + t.size) {
        t = next_token(script);
        if (is_reserved(t)) add_renamed(out, t, &prefix);
        else text_add(out, t.start, t.size);
    }
    text_release(&prefix);
}
