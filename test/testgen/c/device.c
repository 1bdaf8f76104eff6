// expect: complete; unreachable: 18; options: --arch 32
/* Memory that no object of the program is: at an address that is a number, behind a pointer that nothing has set, and behind one that is read
 * from bytes of such memory. */
struct device { int pad[100]; int state; };
struct extension { int kind; int (*add)(int); struct extension *next; };
struct driver { struct extension *extension; int flags; };
struct packet { char bytes[32]; };

static int increment(int x) { return x + 1; }

static int start(struct driver *d)
{
    d->extension->add = increment;
    struct device *const shared = (struct device *const)0xffdf0000U;
    if (shared->state == 1) return 1;
    if (shared->state == 2) return 2;
    *(int *)0x70001000U = 3;
    if (d->extension->kind == 7 && *(int *)0x70001000U == 3) return 3;
    if (d->extension->next && d->extension->next->kind == 9) return 4;
    return 0;
}

static int unpack(struct packet *p)
{
    unsigned at = (unsigned)p + 4;
    struct extension *e = *(struct extension **)at;
    p->bytes[20] = 1;
    if (!e) return 10;
    return e->kind == 5 ? 11 : 12;
}

int main(void)
{
    struct driver d;
    struct packet p;
    int result = start(&d);
    if (result == 0) return d.extension->add(3);
    return p.bytes[0] ? result : unpack(&p);
}
