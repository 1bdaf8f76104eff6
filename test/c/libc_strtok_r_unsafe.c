// expect: unsafe line 9; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = " a b", *rest = NULL;
    char *first = strtok_r(text, " ", &rest);
    assert(first == text && rest == text + 3);
    return 0;
}
