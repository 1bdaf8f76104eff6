// expect: unsafe line 22
// fails with: args "ab" "longname"
// Make a short label: at most four letters of each word.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define PART 4
#define LABEL_MAX (2 * PART + 1)

int main(int argc, char **argv)
{
    char label[16] = "";

    if (argc < 3)
        return 2;
    strncat(label, argv[1], PART);
    strcat(label, "-");
    strncat(label, argv[2], sizeof label - strlen(label) - 1);

    assert(strlen(label) >= 1);
    assert(strlen(label) <= LABEL_MAX);
    puts(label);
    return 0;
}
