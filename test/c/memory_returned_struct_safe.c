// expect: safe; options: --check bounds,pointer
struct pair { int *first, *second; };
static int x, y[2];
static struct pair both(void) { return (struct pair){&x, y}; }

int main(void)
{
    struct pair p = both();
    return p.second[1];
}
