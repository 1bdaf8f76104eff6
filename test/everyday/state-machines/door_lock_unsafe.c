// expect: unsafe line 37
// fails with: stdin "1235\n1235\n1235\n1235\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define TRIES 3

enum state { LOCKED, OPEN, ALARM };

static enum state state = LOCKED;
static int failed;

static void enter(const char *code)
{
    if (state == ALARM)
        return;
    if (strcmp(code, "1234") == 0) {
        state = OPEN;
        failed = 0;
        return;
    }
    state = LOCKED;
    failed++;
    if (failed > TRIES)
        state = ALARM;
}

int main(void)
{
    char line[12];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        enter(line);
        if (state != ALARM)
            assert(failed < TRIES);
        if (state == OPEN)
            assert(failed == 0);
        puts(state == OPEN ? "open" : state == LOCKED ? "locked" : "alarm");
    }
    return 0;
}
