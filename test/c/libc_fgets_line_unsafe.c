// expect: unsafe line 11; options: -v
// fgets stops behind the end of a line, or where the room ends.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(line[1] == 0 || line[2] == 0);
    return 0;
}
