// expect: safe
// Read "key = number" settings from a file.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct config {
    int port;
    int retries;
};

static void set(struct config *c, const char *key, int value)
{
    if (strcmp(key, "port") == 0) {
        if (value >= 1 && value <= 65535)
            c->port = value;
    } else if (strcmp(key, "retries") == 0) {
        if (value >= 0 && value <= 10)
            c->retries = value;
    }
}

int main(void)
{
    struct config c = { 80, 3 };
    char line[40], key[16];
    int value;
    FILE *f = fopen("app.conf", "r");

    if (f != NULL) {
        while (fgets(line, sizeof line, f) != NULL) {
            if (sscanf(line, "%15[a-z] = %6d", key, &value) == 2)
                set(&c, key, value);
        }
        fclose(f);
    }
    assert(c.retries >= 0);
    assert(c.port > 0);
    printf("port %d, %d retries\n", c.port, c.retries);
    return 0;
}
