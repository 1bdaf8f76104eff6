// expect: unsafe line 12; options: -v
// A file has any contents, or it is not there.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("settings.txt", "r");
    if (!file)
        return 0;
    int c = fgetc(file);
    assert(c != 'x');
    fclose(file);
    return 0;
}
