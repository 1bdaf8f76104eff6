// expect: unknown
/* What was written is read again: no run fails, but contents of files that were written are not followed. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("t.txt", "w");
    if (!f) return 0;
    if (fputc('4', f) != '4') return 0;
    if (fclose(f)) return 0;
    f = fopen("t.txt", "r");
    if (!f) return 0;
    assert(fgetc(f) == '4');
    return 0;
}
