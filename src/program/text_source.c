#include "program/text_source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a text is made of. */
typedef enum style { DIGITS, SMALL_NUMBERS, NUMBERS, LETTERS, ONE_LETTER, WORDS, COMMANDS, JOINED, BYTES, MIXED, STYLES } style;
enum { MOST_LETTERS = 4, MOST_TOKENS = 40, FEW_TOKENS = 5, LONGEST_WORD = 40 };

VEC_DECLARE(word_vec, char *);

struct text_source {
    const program *p;
    const term_store *ts;
    const term_vec *numerals;
    text letters; /* that the program knows */
    text marks; /* those of them that are neither letters nor digits */
    word_vec words; /* of its strings */
    uint64_t state; /* of the generator */
    style style;
    uint32_t left; /* tokens */
    char some[MOST_LETTERS]; /* the letters of this text */
    size_t n_some;
    char between; /* tokens */
    text ready; /* bytes of the token at hand */
    size_t at;
};

static uint64_t draw(text_source *s, uint64_t below)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return (s->state * UINT64_C(0x2545f4914f6cdd1d) >> 16) % below;
}

/* ---- what the program knows ---- */

static bool is_visible(int64_t c) { return c > ' ' && c < 127; }

static void add_letter(text_source *s, int64_t c)
{
    if (!is_visible(c) || memchr(s->letters.data, (int)c, s->letters.size)) return;
    text_addc(&s->letters, (char)c);
    if (!isalnum((int)c)) text_addc(&s->marks, (char)c);
}

/* Strings are initial values: a byte is stored after the other, from the first one on. */
static void add_words_of(text_source *s, term initial)
{
    text reversed, word;
    text_init(&reversed);
    text_init(&word);
    int64_t c;
    for (; term_kind_of(s->ts, initial) == TERM_STORE; initial = term_arg(s->ts, initial, 0)) {
        term element = term_arg(s->ts, initial, 2);
        bool is_known = term_kind_of(s->ts, element) == TERM_NUM && rat_to_int64(term_number(s->ts, element), &c);
        text_addc(&reversed, is_known && is_visible(c) ? (char)c : ' ');
        if (is_known) add_letter(s, c);
    }
    for (size_t i = reversed.size; i-- > 0;) {
        if (reversed.data[i] != ' ') text_addc(&word, reversed.data[i]);
        bool is_over = !i || reversed.data[i] == ' ' || reversed.data[i - 1] == ' ';
        if (is_over && word.size > 1 && word.size < LONGEST_WORD) word_vec_push(&s->words, alloc_string(word.data, word.size));
        if (is_over) text_clear(&word);
    }
    text_release(&reversed);
    text_release(&word);
}

text_source *text_source_new(const program *p, const term_vec *numerals)
{
    text_source *s = alloc_zeroed(1, sizeof *s);
    s->p = p;
    s->ts = program_terms(p);
    s->numerals = numerals;
    text_init(&s->letters);
    text_init(&s->marks);
    text_init(&s->ready);
    int64_t c;
    for (size_t i = 0; i < numerals->size; i++)
        if (rat_to_int64(term_number(s->ts, numerals->data[i]), &c)) add_letter(s, c);
    const term_vec *globals = program_globals(p);
    for (size_t i = 0; i < globals->size; i++) {
        term initial = program_initial(p, globals->data[i]);
        if (!term_is_none(initial)) add_words_of(s, initial);
    }
    return s;
}

void text_source_free(text_source *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->words.size; i++) free(s->words.data[i]);
    word_vec_release(&s->words);
    text_release(&s->letters);
    text_release(&s->marks);
    text_release(&s->ready);
    free(s);
}

/* ---- tokens ---- */

static char any_letter(text_source *s)
{
    if (s->letters.size && draw(s, 4)) return s->letters.data[draw(s, s->letters.size)];
    return (char)('a' + draw(s, 26));
}

static char any_mark(text_source *s)
{
    static const char MARKS[] = {'.', '-', ':', '=', ',', '/'};
    return s->marks.size && draw(s, 4) ? s->marks.data[draw(s, s->marks.size)] : MARKS[draw(s, sizeof MARKS)];
}

static int64_t any_number(text_source *s)
{
    static const int64_t SPECIAL[] = {INT32_MIN, INT32_MAX, 0, -1, 1, INT64_MAX};
    static const uint64_t BELOW[] = {10, 100, 10 * 1000, 2 * 1000 * 1000 * 1000};
    int64_t known;
    switch (draw(s, 4)) {
    case 0: return SPECIAL[draw(s, sizeof SPECIAL / sizeof *SPECIAL)];
    case 1:
        if (s->numerals->size && rat_to_int64(term_number(s->ts, s->numerals->data[draw(s, s->numerals->size)]), &known) && known > INT64_MIN + 1 && known < INT64_MAX)
            return known + (int64_t)draw(s, 3) - 1;
        return 2;
    default: return (int64_t)draw(s, BELOW[draw(s, sizeof BELOW / sizeof *BELOW)]) * (draw(s, 8) ? 1 : -1);
    }
}

static void add_number(text_source *s, int64_t n) { text_printf(&s->ready, "%lld", (long long)n); }

static void add_word(text_source *s)
{
    if (s->words.size && draw(s, 3)) {
        text_adds(&s->ready, s->words.data[draw(s, s->words.size)]);
        return;
    }
    size_t length = 1 + draw(s, draw(s, 4) ? 6 : LONGEST_WORD);
    char same = any_letter(s);
    bool is_one = draw(s, 2);
    while (length--) text_addc(&s->ready, is_one ? same : any_letter(s));
}

static void add_command(text_source *s)
{
    if (s->words.size && draw(s, 2)) add_word(s);
    else text_addc(&s->ready, s->some[draw(s, s->n_some)]);
    text_addc(&s->ready, draw(s, 2) ? ' ' : any_mark(s));
    add_number(s, any_number(s));
    text_addc(&s->ready, '\n');
}

/* A date, an address, a path, an expression, a word with a value. */
static void add_joined(text_source *s)
{
    enum { MOST_PARTS = 4 };
    char mark = any_mark(s);
    bool are_numbers = draw(s, 3), are_small = draw(s, 2), has_name = are_numbers && !draw(s, 3), has_spaces = !draw(s, 4);
    for (uint64_t n = 2 + draw(s, has_name ? 1 : MOST_PARTS - 1); n--;) {
        if (!are_numbers || has_name) add_word(s);
        else if (are_small) add_number(s, (int64_t)draw(s, draw(s, 2) ? 32 : 300));
        else add_number(s, any_number(s));
        has_name = false;
        if (!n) continue;
        if (has_spaces) text_addc(&s->ready, ' ');
        text_addc(&s->ready, draw(s, 8) ? mark : any_mark(s));
        if (has_spaces) text_addc(&s->ready, ' ');
    }
}

static void add_token(text_source *s, style kind)
{
    switch (kind) {
    case DIGITS: add_number(s, (int64_t)draw(s, 10)); break;
    case SMALL_NUMBERS: add_number(s, (int64_t)draw(s, 34) - 2); break;
    case NUMBERS: add_number(s, any_number(s)); break;
    case LETTERS: text_addc(&s->ready, s->some[draw(s, s->n_some)]); return;
    case ONE_LETTER: text_addc(&s->ready, s->some[0]); return;
    case WORDS: add_word(s); break;
    case COMMANDS: add_command(s); return;
    case JOINED: add_joined(s); break;
    case BYTES: text_addc(&s->ready, (char)draw(s, 256)); return;
    default: add_token(s, (style)draw(s, MIXED)); return;
    }
    text_addc(&s->ready, draw(s, 8) ? s->between : '\n');
}

static void begin_text(text_source *s)
{
    static const char BETWEEN[] = {' ', '\n', ' ', ','};
    s->style = (style)draw(s, STYLES);
    s->left = 1 + (uint32_t)draw(s, draw(s, 2) ? FEW_TOKENS : MOST_TOKENS);
    if (s->style == ONE_LETTER) s->left *= 1 + (uint32_t)draw(s, 8);
    s->between = BETWEEN[draw(s, sizeof BETWEEN)];
    s->n_some = 1 + draw(s, MOST_LETTERS);
    for (size_t i = 0; i < s->n_some; i++) s->some[i] = any_letter(s);
    text_clear(&s->ready);
    s->at = 0;
}

void text_source_begin(text_source *s, uint64_t seed)
{
    s->state = seed | 1;
    begin_text(s);
}

int text_source_next(text_source *s)
{
    if (s->at == s->ready.size && s->left) {
        text_clear(&s->ready);
        s->at = 0;
        s->left--;
        add_token(s, s->style);
    }
    if (s->at < s->ready.size) return (unsigned char)s->ready.data[s->at++];
    begin_text(s);
    return -1;
}

static void add_option(text_source *s)
{
    bool is_long = s->words.size && draw(s, 2);
    text_adds(&s->ready, is_long && draw(s, 2) ? "--" : "-");
    if (is_long) add_word(s);
    else text_addc(&s->ready, any_letter(s));
}

void text_source_argument(text_source *s, text *out)
{
    text_clear(&s->ready);
    s->at = 0;
    switch (draw(s, 8)) {
    case 0: add_number(s, any_number(s)); break;
    case 1: add_number(s, (int64_t)draw(s, 34) - 2); break;
    case 2: break;
    case 3: add_option(s); break;
    case 4:
    case 5: add_joined(s); break;
    default: add_word(s);
    }
    text_add(out, s->ready.data, s->ready.size);
    text_clear(&s->ready);
}
