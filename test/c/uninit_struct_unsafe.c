// expect: unsafe line 10; options: --check uninit
int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static int is_origin(const struct point *p)
{
    if (p->x == 0 && p->y == 0)
        return 1;
    return 0;
}

int main(void)
{
    struct point p;
    p.x = __VERIFIER_nondet_int();
    return is_origin(&p);
}
