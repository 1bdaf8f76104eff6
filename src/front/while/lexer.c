#include "front/while/lexer.h"

#include <string.h>

static const char *const WORDS[] = {"skip", "if", "then", "else", "while", "do", "int", "proc", "out", "ref", "main", "returns", "assert", "assume", "havoc",
                                    "return", "and", "or", "not", "true", "false", "bad", "ensure"};
/* Longer ones first. */
static const char *const SIGNS[] = {":=", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "{", "}", ",", ";"};

void while_lexer_init(while_lexer *l, const char *bytes, size_t length)
{
    static const char BOM[] = "\xef\xbb\xbf";
    size_t skip = length >= 3 && !memcmp(bytes, BOM, 3) ? 3 : 0;
    *l = (while_lexer){.at = bytes + skip, .end = bytes + length, .line_start = bytes + skip, .line = 1};
    while_comment_vec_init(&l->comments);
}

void while_lexer_release(while_lexer *l) { while_comment_vec_release(&l->comments); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static void take_comment(while_lexer *l)
{
    const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at)), *stop = newline ? newline : l->end;
    const char *last = stop;
    while (last > l->at && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r')) last--;
    while_comment_vec_push(&l->comments, (while_comment){l->at, (size_t)(last - l->at), l->line});
    l->at = stop;
}

static void skip_space(while_lexer *l)
{
    while (l->at < l->end) {
        char c = *l->at;
        if (c == '/' && l->at + 1 < l->end && l->at[1] == '/') {
            take_comment(l);
        } else if (c == '\n') {
            l->line++;
            l->line_start = ++l->at;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            l->at++;
        } else {
            return;
        }
    }
}

static bool is_word(const char *at, size_t length)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strlen(WORDS[i]) == length && !memcmp(WORDS[i], at, length)) return true;
    return false;
}

static size_t sign_length(const while_lexer *l)
{
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        size_t n = strlen(SIGNS[i]);
        if ((size_t)(l->end - l->at) >= n && !memcmp(SIGNS[i], l->at, n)) return n;
    }
    return 0;
}

while_token while_lexer_next(while_lexer *l)
{
    size_t first = l->comments.size;
    skip_space(l);
    while_token t = {.line = l->line, .column = (uint32_t)(l->at - l->line_start) + 1, .at = l->at, .first_comment = first,
                     .n_comments = l->comments.size - first};
    const char *stop = l->at;
    if (stop == l->end) return t;
    if (is_letter(*stop)) {
        while (stop < l->end && (is_letter(*stop) || is_digit(*stop))) stop++;
        t.kind = is_word(t.at, (size_t)(stop - t.at)) ? TOKEN_WORD : TOKEN_NAME;
    } else if (is_digit(*stop)) {
        while (stop < l->end && is_digit(*stop)) stop++;
        t.kind = stop < l->end && is_letter(*stop) ? TOKEN_WRONG : TOKEN_NUMBER;
        while (stop < l->end && (is_letter(*stop) || is_digit(*stop))) stop++;
    } else {
        size_t n = sign_length(l);
        t.kind = n ? TOKEN_SIGN : TOKEN_WRONG;
        stop += n ? n : 1;
        while (!n && stop < l->end && ((unsigned char)*stop & 0xc0) == 0x80) stop++; /* the rest of a UTF-8 character */
    }
    t.length = (size_t)(stop - t.at);
    l->at = stop;
    return t;
}

bool while_token_is(const while_token *t, const char *what)
{
    return (t->kind == TOKEN_WORD || t->kind == TOKEN_SIGN) && strlen(what) == t->length && !memcmp(t->at, what, t->length);
}
