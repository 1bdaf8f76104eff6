// expect: unsafe line 14; options: --check bounds
/* The array lies at the beginning of its object: one too far is a neighbour's element. */
#include <stdio.h>

static struct {
    char name[8];
    int admin;
} user;

int main(void)
{
    int c = getchar();
    if (c < 0 || c > 8) return 0;
    user.name[c] = 1;
    return user.admin;
}
