#include "front/smtlib/lexer.h"

#include <stdbool.h>
#include <string.h>

void lexer_init(lexer *l, const char *bytes, size_t length)
{
    static const char BOM[] = "\xef\xbb\xbf";
    size_t skip = length >= 3 && !memcmp(bytes, BOM, 3) ? 3 : 0;
    *l = (lexer){.at = bytes + skip, .end = bytes + length, .line_start = bytes + skip, .line = 1};
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_symbol_char(char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c)) return true;
    return c && strchr("~!@$%^&*_-+=<>.?/", c);
}

static bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static bool is_binary_digit(char c) { return c == '0' || c == '1'; }

static void new_line(lexer *l)
{
    l->line++;
    l->line_start = l->at + 1;
}

static void skip_space(lexer *l)
{
    for (; l->at < l->end; l->at++) {
        char c = *l->at;
        if (c == '\n') new_line(l);
        else if (c == ';') {
            const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
            if (!newline) {
                l->at = l->end;
                return;
            }
            l->at = newline;
            new_line(l);
        } else if (c != ' ' && c != '\t' && c != '\r') return;
    }
}

static token make(const lexer *l, token_kind kind, const char *text, size_t length)
{
    return (token){kind, l->line, (uint32_t)(l->at - l->line_start) + 1, text, length};
}

static token bad(const lexer *l, const char *why) { return make(l, TOKEN_BAD, why, strlen(why)); }

static const char *scan(const lexer *l, const char *from, bool (*accepts)(char))
{
    while (from < l->end && accepts(*from)) from++;
    return from;
}

/* A token from l->at up to `stop`, its text from `text`. */
static token finish(lexer *l, token_kind kind, const char *text, const char *stop)
{
    token t = make(l, kind, text, (size_t)(stop - text));
    l->at = stop;
    return t;
}

static token number(lexer *l)
{
    token_kind kind = TOKEN_NUMERAL;
    const char *stop = scan(l, l->at, is_digit);
    if (stop + 1 < l->end && *stop == '.' && is_digit(stop[1])) {
        kind = TOKEN_DECIMAL;
        stop = scan(l, stop + 1, is_digit);
    }
    if (stop < l->end && is_symbol_char(*stop)) return bad(l, "a malformed number");
    return finish(l, kind, l->at, stop);
}

static token radix_number(lexer *l)
{
    if (l->at + 1 >= l->end) return bad(l, "a lone '#'");
    bool hex = l->at[1] == 'x';
    if (!hex && l->at[1] != 'b') return bad(l, "'#' without x or b");
    const char *digits = l->at + 2, *stop = scan(l, digits, hex ? is_hex_digit : is_binary_digit);
    if (stop == digits || (stop < l->end && is_symbol_char(*stop))) return bad(l, "a malformed bit-vector literal");
    return finish(l, hex ? TOKEN_HEX : TOKEN_BINARY, digits, stop);
}

/* Reads to the closing quote. The token's place is where it begins, although it may span lines. */
static token enclosed(lexer *l, token_kind kind, char quote)
{
    token t = make(l, kind, l->at + 1, 0);
    for (const char *c = l->at + 1; c < l->end; c++) {
        if (*c == quote && quote == '"' && c + 1 < l->end && c[1] == '"') {
            c++;
        } else if (*c == quote) {
            t.length = (size_t)(c - t.text);
            l->at = c + 1;
            return t;
        } else if (*c == '\n') {
            l->line++;
            l->line_start = c + 1;
        } else if (quote == '|' && (*c == '\\' || *c == 0)) {
            t.kind = TOKEN_BAD;
            t.text = "a quoted symbol with a backslash or a NUL byte";
            t.length = strlen(t.text);
            return t;
        }
    }
    t.kind = TOKEN_BAD;
    t.text = quote == '|' ? "a quoted symbol without closing '|'" : "a string without closing '\"'";
    t.length = strlen(t.text);
    return t;
}

token lexer_next(lexer *l)
{
    skip_space(l);
    if (l->at == l->end) return make(l, TOKEN_END, l->at, 0);
    char c = *l->at;
    if (c == '(') return finish(l, TOKEN_OPEN, l->at, l->at + 1);
    if (c == ')') return finish(l, TOKEN_CLOSE, l->at, l->at + 1);
    if (is_digit(c)) return number(l);
    if (is_symbol_char(c)) return finish(l, TOKEN_SYMBOL, l->at, scan(l, l->at, is_symbol_char));
    if (c == '|') return enclosed(l, TOKEN_QUOTED, c);
    if (c == '"') return enclosed(l, TOKEN_STRING, c);
    if (c == '#') return radix_number(l);
    if (c == ':') {
        const char *stop = scan(l, l->at + 1, is_symbol_char);
        return stop == l->at + 1 ? bad(l, "a lone ':'") : finish(l, TOKEN_KEYWORD, l->at, stop);
    }
    return bad(l, "a byte that SMT-LIB does not know");
}
