// expect: unsafe line 19
/* A string that runs over its end changes what lies behind. */
#include <assert.h>
#include <string.h>

struct user {
    char name[8];
    int is_admin;
};
static struct user users[2];

int main(void)
{
    char given[12] = "aaaaaaaabbb";
    struct user *u = &users[1];
    u->is_admin = 0;
    strcpy(u->name, given);
    assert(strlen(users[0].name) == 0);
    assert(!u->is_admin);
    return 0;
}
