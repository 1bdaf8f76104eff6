#include "base/diag.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void diag_init(diag *d) { memset(d, 0, sizeof *d); }

void diag_release(diag *d)
{
    free(d->file);
    free(d->message);
    diag_init(d);
}

void diag_set(diag *d, const char *file, uint32_t line, uint32_t column, const char *format, ...)
{
    if (d->message) return;
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    d->message = text_take(&message);
    d->file = file ? alloc_string(file, strlen(file)) : NULL;
    d->line = line;
    d->column = column;
}

void diag_print(text *out, const diag *d)
{
    if (d->file) text_printf(out, "%s:", d->file);
    if (d->file && d->line) text_printf(out, "%u:", d->line);
    if (d->file && d->line && d->column) text_printf(out, "%u:", d->column);
    text_printf(out, "%serror: %s", d->file ? " " : "latch: ", d->message);
}
