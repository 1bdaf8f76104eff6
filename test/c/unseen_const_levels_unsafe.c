// expect: unsafe line 12
// The list is const, the strings are not.
#include <assert.h>

int run(char *const *words, char *result);

int main(void)
{
    char first[4] = "abc", result[4] = "";
    char *words[2] = {first, 0};
    run(words, result);
    assert(first[0] == 'a');
    return 0;
}
