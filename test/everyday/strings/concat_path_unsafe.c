// expect: unsafe line 18
// fails with: args "abcdefgh" "ijklmnop"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define PATH_SIZE 17

/* dir + "/" + file, or 0 if it does not fit. */
static int make_path(char path[PATH_SIZE], const char *dir, const char *file)
{
    size_t d = strlen(dir);
    size_t f = strlen(file);

    if (d + f + 1 > PATH_SIZE)
        return 0;
    memcpy(path, dir, d);
    assert(d + 1 + f < PATH_SIZE);
    path[d] = '/';
    memcpy(path + d + 1, file, f);
    path[d + 1 + f] = '\0';
    return 1;
}

int main(int argc, char **argv)
{
    char path[PATH_SIZE];

    if (argc != 3) {
        fputs("usage: path dir file\n", stderr);
        return 1;
    }
    if (!make_path(path, argv[1], argv[2])) {
        fputs("path too long\n", stderr);
        return 1;
    }
    puts(path);
    return 0;
}
