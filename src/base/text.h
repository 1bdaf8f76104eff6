#ifndef BASE_TEXT_H
#define BASE_TEXT_H

/* A growing, always NUL-terminated string. */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct text {
    char *data; /* never NULL after text_init */
    size_t size, capacity;
} text;

void text_init(text *t);
void text_release(text *t);
void text_clear(text *t);
void text_add(text *t, const char *bytes, size_t length);
void text_adds(text *t, const char *string);
void text_addc(text *t, char c);
void text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(text *t, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* Hands the string over: the caller frees it; `t` is as after text_release. */
char *text_take(text *t);

static inline bool text_begins_with(const char *string, const char *prefix) { return strncmp(string, prefix, strlen(prefix)) == 0; }

#endif
