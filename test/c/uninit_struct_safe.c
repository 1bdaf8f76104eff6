// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static int is_origin(const struct point *p)
{
    return p->x == 0 && p->y == 0;
}

int main(void)
{
    struct point p;
    p.x = __VERIFIER_nondet_int();
    p.y = 0;
    return is_origin(&p);
}
