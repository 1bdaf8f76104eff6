// expect: safe; options: --check pointer,bounds
// The arguments are not of the types that the formats name, but there is one for each conversion, and none of them is a string. %m takes none.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[4] = "abc";
    printf("%d %ld %c\n", strlen(word), 5, 'x');
    printf("%'d %m\n", 1000);
    return 0;
}
