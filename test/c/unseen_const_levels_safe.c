// expect: safe
#include <assert.h>

typedef const char *word;

int run(word const *words, char *result);

int main(void)
{
    char first[4] = "abc", result[4] = "";
    word words[2] = {first, 0};
    run(words, result);
    assert(first[0] == 'a' && words[1] == 0);
    return 0;
}
