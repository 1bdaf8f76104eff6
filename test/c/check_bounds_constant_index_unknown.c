// expect: unknown; options: --check bounds
/* Of the constant index nothing is left in the code that the compiler gives. */
static struct {
    int before;
    char name[8];
    int after;
} user;

int main(void)
{
    user.name[8] = 1;
    return user.after;
}
