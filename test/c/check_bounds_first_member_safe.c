// expect: safe; options: --check bounds
/* The array lies at the beginning of its object, and is not left. */
#include <stdio.h>

static struct {
    char name[8];
    int admin;
} user;

int main(void)
{
    int c = getchar();
    if (c < 0 || c > 7) return 0;
    user.name[c] = 1;
    return user.admin;
}
