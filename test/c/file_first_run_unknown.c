// expect: unknown
/* No run fails. A replay looks ahead for the names of files, in a run of its own that finds one here: what happens there is no failure. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *made = fopen("made", "w");
    if (!made) return 1;
    fclose(made);
    remove("made");
    FILE *file = fopen("made", "r");
    if (file) assert(0);
    return 1;
}
