// expect: unknown; options: --check bounds
struct n { int *p; int k; };
static int g[2], h[9];

int main(void)
{
    struct n a = {g, 1}, b[2];
    unsigned char *to = (unsigned char *)&b[1], *from = (unsigned char *)&a;
    for (unsigned i = 0; i < sizeof a; i++) to[i] = from[i];
    b[0].p = h;
    return b[1].p[1] + b[0].p[1];
}
