// expect: unsafe line 33
// fails with: args "usr" "bin"
// Join a directory and a file name.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char path[24];

static char *join(const char *dir, const char *name)
{
    char *end;

    end = stpcpy(path, dir);
    if (end != path && end[-1] != '/')
        *end++ = '/';
    end = strcpy(end, name);
    return end;
}

int main(int argc, char **argv)
{
    char *end;

    if (argc != 3)
        return 2;
    if (strlen(argv[1]) > 10 || strlen(argv[2]) > 10) {
        fprintf(stderr, "name too long\n");
        return 1;
    }
    end = join(argv[1], argv[2]);
    assert(*end == '\0');
    printf("%s\n", path);
    return 0;
}
