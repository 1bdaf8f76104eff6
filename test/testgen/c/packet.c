// expect: complete; unreachable: 33; options: --arch 32
/* What a driver looks like: requests in memory that nothing has set, several pointers deep, and codes that are put together of bytes. */
extern int __VERIFIER_nondet_int(void);

struct location { unsigned char major, minor; unsigned short flags; unsigned code; };
struct request { int status; struct location *current; struct request *next; };
struct extension { int state; struct request *queue; unsigned references; };
struct device { struct extension *extension; int pad[4]; };

static int acquire(struct extension *e)
{
    if (!__VERIFIER_nondet_int()) return -1;
    e->references++;
    return 0;
}

static int control(struct extension *e, struct location *l)
{
    switch (l->code) {
    case 0x70000u: return e->state == 3 ? 1 : 2;
    case 0x7c02cu: return l->flags & 0x100 ? 3 : 4;
    case 0x4d0008u: return 5;
    }
    return -2;
}

static int dispatch(struct device *d, struct request *r)
{
    struct extension *e = d->extension;
    struct location *l = r->current;
    if (acquire(e) < 0) return -1;
    if (l->major == 14) return control(e, l);
    if (l->major > 27 && l->major < 20) return 6;
    int waiting = 0;
    for (struct request *q = e->queue; q && waiting < 3; q = q->next) waiting++;
    if (waiting == 3) return 7;
    return l->minor > 24 ? 8 : 9;
}

int main(void)
{
    struct device d;
    struct request r;
    r.status = dispatch(&d, &r);
    return r.status < 0;
}
