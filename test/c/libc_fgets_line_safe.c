// expect: safe; options: -v
// fgets stops behind the end of a line, or where the room ends.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(line[3] == 0 || line[2] == 0 || line[1] == 0);
    return 0;
}
