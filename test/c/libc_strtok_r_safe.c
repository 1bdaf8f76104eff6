// expect: safe; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = " a b", *rest = NULL;
    char *first = strtok_r(text, " ", &rest);
    assert(first == text + 1 && rest == text + 3);
    return 0;
}
