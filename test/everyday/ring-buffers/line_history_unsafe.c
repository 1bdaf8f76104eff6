// expect: unsafe line 31
// fails with: stdin "a\nb\nc\nd\n!4\n"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HISTORY 4
#define WIDTH 16

static char history[HISTORY][WIDTH];
static int lines;               /* number of valid entries */

static void remember(const char *s)
{
    if (lines == HISTORY) {
        memmove(history[0], history[1], (HISTORY - 1) * WIDTH);
        lines--;
    }
    snprintf(history[lines], WIDTH, "%s", s);
    lines++;
}

/* "!0" recalls the oldest line, "!1" the one after it ... */
static const char *recall(const char *s)
{
    long k = strtol(s + 1, NULL, 10);

    if (k < 0 || k > lines)
        return NULL;
    assert(k < HISTORY && k < lines);
    return history[k];
}

int main(void)
{
    char line[WIDTH];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '!') {
            const char *old = recall(line);

            puts(old != NULL ? old : "no such line");
        } else {
            remember(line);
        }
        assert(lines >= 0 && lines <= HISTORY);
    }
    return 0;
}
