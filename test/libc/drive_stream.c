#include "stream_driver.h"

#include <stdlib.h>
#include <string.h>

struct latch_file model_stream;
static char input[64];
static size_t input_size;
static int errno_before;
static long position_before;
static bool was_at_end, has_ended; /* flagged before the call; seen at any time */

FILE *open_input(void)
{
    static const char letters[] = "ab \n\n0\xff";
    input_size = (size_t)any_between(1, any_bool() ? 6 : 60);
    for (size_t i = 0; i < input_size; i++) input[i] = any_between(0, 5) ? letters[any_between(0, 6)] : (char)any_byte();
    model_stream = (struct latch_file){FROM_STDIN, EOF, 0};
    has_ended = false;
    return is_model_run() ? (FILE *)&model_stream : fmemopen(input, input_size, "rb");
}

FILE *open_output(void)
{
    bool fails = any_bool();
    model_stream = (struct latch_file){FROM_NOWHERE, EOF, 0};
    if (is_model_run()) return (FILE *)&model_stream;
    int saved = errno;
    FILE *f = fopen(fails ? "/dev/full" : "/dev/null", "w");
    setvbuf(f, NULL, _IONBF, 0);
    errno = saved;
    return f;
}

void close_stream(FILE *f)
{
    int saved = errno;
    if (!is_model_run()) fclose(f);
    errno = saved;
}

bool is_at_end(FILE *f) { return is_model_run() ? model_stream.end == 1 : feof(f) != 0; }

void before_errno(void) { errno_before = *world_errno(); }

void before_input(FILE *f)
{
    before_errno();
    if (is_model_run()) return;
    position_before = ftell(f);
    was_at_end = feof(f);
}

void after_input(FILE *f)
{
    if (is_model_run()) return;
    int saved = errno;
    long position = ftell(f);
    errno = saved;
    for (long i = position_before; i < position; i++) {
        choose(0);
        choose((unsigned char)input[i]);
    }
    if (feof(f) && !was_at_end) {
        choose(0);
        if (!has_ended) choose(EOF); /* it is asked for once */
        has_ended = true;
    }
}

void choose_errno_change(void)
{
    choose(*world_errno() != errno_before);
    if (*world_errno() != errno_before) choose(*world_errno());
}

int choose_zero_or_failure(int result)
{
    choose(result != 0);
    if (result != 0) choose(*world_errno());
    return result;
}

int choose_descriptor(int result)
{
    choose(result);
    if (result < 0) choose(*world_errno());
    return result;
}
