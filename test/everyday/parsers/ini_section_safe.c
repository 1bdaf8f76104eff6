// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_LEN 12

static char section[NAME_MAX_LEN + 1] = "global";

/* Handles a "[name]" line; any other line is left alone. */
static int section_line(const char *line)
{
    const char *close;
    size_t len;

    if (line[0] != '[')
        return 0;
    close = strchr(line, ']');
    if (close == NULL)
        return 0;
    len = (size_t)(close - line) - 1;
    if (len == 0 || len > NAME_MAX_LEN)
        return 0;
    memcpy(section, line + 1, len);
    section[len] = '\0';
    return 1;
}

int main(void)
{
    char line[24];

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (section_line(line))
            printf("now in section %s\n", section);
        assert(section[0] != '\0');
    }
    return 0;
}
