"""Random C programs without undefined behaviour that compute a checksum, print it at the end and return its low bits.

They use integers of all types, arrays, structs, bit-fields, pointers (also to pointers and functions), lists on the heap, all
statements and operators. What could go wrong is guarded by how an expression is built: indices are masked, divisors are not 0,
operands of signed operators are made small. A `wild` program leaves out some of these guards for arithmetic.
"""

import random

PRELUDE = """extern int printf(const char *, ...);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
unsigned checksum = 1;
"""
INPUT_VALUES = 4  # each input is in 0 .. 3
MAX_COST = 20000  # statements run, roughly


class Int:
    """An integer type. `long` counts as 32 bits here, so that what is right for it is right on both architectures."""

    def __init__(self, name, bits, signed, rank, suffix="", letter=""):
        self.name, self.bits, self.signed, self.rank, self.suffix, self.letter = name, bits, signed, rank, suffix, letter


BOOL = Int("_Bool", 1, False, 0)
CHAR = Int("char", 8, True, 0)
SCHAR = Int("signed char", 8, True, 0)
UCHAR = Int("unsigned char", 8, False, 0)
SHORT = Int("short", 16, True, 0)
USHORT = Int("unsigned short", 16, False, 0)
INT = Int("int", 32, True, 1, "", "d")
UINT = Int("unsigned", 32, False, 1, "u", "u")
LONG = Int("long", 32, True, 2, "l", "ld")
ULONG = Int("unsigned long", 32, False, 2, "ul", "lu")
LLONG = Int("long long", 64, True, 3, "ll", "lld")
ULLONG = Int("unsigned long long", 64, False, 3, "ull", "llu")
NARROW = [BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT]
WIDE = [INT, UINT, LONG, ULONG, LLONG, ULLONG]
ALL = NARROW + WIDE
WEIGHTS = [1, 2, 1, 2, 2, 2, 6, 5, 2, 2, 2, 2]
UNSIGNED_OF = {INT: UINT, LONG: ULONG, LLONG: ULLONG}


class Array:
    def __init__(self, element, count):
        self.element, self.count = element, count


class Struct:
    def __init__(self, name, fields):
        self.name, self.fields = name, fields  # (name, type, bits or 0)


class Pointer:
    def __init__(self, target):
        self.target = target


class Variable:
    def __init__(self, name, type_, constant=False, below=0):
        self.name, self.type, self.constant, self.below = name, type_, constant, below  # a counter is in 0 .. below - 1
        self.is_inner = False  # it ends before the function does: pointers do not point to it


class Function:
    def __init__(self, name, result, parameters):
        self.name, self.result, self.parameters, self.cost = name, result, parameters, 1


def promoted(type_):
    return type_ if type_.rank else INT


def common(a, b):
    """The type of a + b, or None if the architecture decides."""
    a, b = promoted(a), promoted(b)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    unsigned, signed = (b, a) if a.signed else (a, b)
    if unsigned.rank >= signed.rank:
        return unsigned
    return signed if signed.bits > unsigned.bits else None


def type_name(type_):
    if isinstance(type_, Pointer):
        return type_name(type_.target) + " *"
    return ("struct " if isinstance(type_, Struct) else "") + type_.name


def declaration(type_, name):
    counts = ""
    while isinstance(type_, Array):
        counts += f"[{type_.count}]"
        type_ = type_.element
    return f"{type_name(type_)} {name}{counts}"


def same(a, b):
    if isinstance(a, Pointer):
        return isinstance(b, Pointer) and same(a.target, b.target)
    return a is b


class Generator:
    def __init__(self, seed, size, inputs, wild, depth):
        self.random = random.Random(seed)
        self.size, self.inputs, self.wild, self.depth = size, inputs, wild, depth
        self.lines, self.names, self.indent, self.nesting = [], 0, 0, 0  # nesting of indices
        self.structs, self.globals, self.functions, self.tables = [], [], [], []
        self.locals, self.counters, self.loops, self.cost, self.times = [], [], 0, 0, 1
        self.punning = self.chance(0.15)
        self.bitfields = self.chance(0.25)
        self.prints = self.chance(0.4)
        self.mixing = self.pick(["checksum = checksum * 31u + (unsigned)({})", "checksum += (unsigned)({})",
                                 "checksum ^= (unsigned)({})", "checksum = (checksum << 3 | checksum >> 29) + (unsigned)({})"])

    # small things

    def chance(self, p):
        return self.random.random() < p

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def int_type(self):
        return self.random.choices(ALL, WEIGHTS)[0]

    # constants

    def constant(self, type_):
        """A value of the type, of which the extreme ones are likely, as a literal of its promoted type."""
        low = -(1 << (type_.bits - 1)) if type_.signed else 0
        high = (1 << (type_.bits - (1 if type_.signed else 0))) - 1
        value = self.pick([0, 1, 2, 3, 5, 7, 10, -1, -2, low, high, low + 1, high - 1, self.random.randint(low, high),
                           1 << self.random.randrange(type_.bits), self.random.randint(0, 255), self.random.randint(-20, 20)])
        value = min(max(value, low), high)
        suffix = promoted(type_).suffix
        if value == -(1 << 31) or value == -(1 << 63):
            return f"({value + 1}{suffix} - 1)"
        return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"

    def initializer(self, type_):
        if isinstance(type_, Array):
            if self.chance(0.15):
                return "{0}"
            return "{" + ", ".join(self.initializer(type_.element) for _ in range(type_.count)) + "}"
        if isinstance(type_, Struct):
            if self.chance(0.15):
                return "{0}"
            return "{" + ", ".join(self.initializer(Int("", bits, field.signed, 1) if bits else field)
                                   for _, field, bits in type_.fields) + "}"
        return self.constant(type_)

    # places

    def objects(self, global_only=False):
        return self.globals if global_only else self.globals + self.locals + self.locals

    def index(self, count):
        fitting = [c for c in self.counters if c.below <= count]
        if fitting and self.chance(0.6):
            return self.pick(fitting).name
        if self.nesting > 1 or self.chance(0.5):
            return str(self.random.randrange(count))
        self.nesting += 1
        text = self.expression(1)[0]
        self.nesting -= 1
        if count & (count - 1) == 0 and self.chance(0.6):
            return f"({text}) & {count - 1}"
        return f"(unsigned)({text}) % {count}u"

    def step(self, text, type_):
        """One step into an object: an element, a field, what a pointer points to."""
        if isinstance(type_, Array):
            at = self.index(type_.count)
            return (f"(*({text} + ({at})))" if self.chance(0.15) else f"{text}[{at}]"), type_.element, False
        if isinstance(type_, Struct):
            name, field, bits = self.pick(type_.fields)
            return f"{text}.{name}", field, bits > 0
        return self.pick([f"(*{text})", f"{text}[0]"]), type_.target, False

    def place(self, wanted, global_only=False, write=False):
        """An expression for an object of the wanted type, or for any integer if that is None; None if none was found."""
        for _ in range(20):
            candidates = self.objects(global_only)
            if not candidates:
                return None
            variable = self.pick(candidates)
            if (write and variable.constant) or (wanted and write and variable.is_inner):
                continue
            text, type_, is_field = variable.name, variable.type, False
            for _ in range(6):
                if wanted and same(type_, wanted) and not is_field:
                    return text, type_
                if isinstance(type_, Int):
                    break
                if global_only and isinstance(type_, Pointer):
                    break
                text, type_, is_field = self.step(text, type_)
            if not wanted and isinstance(type_, Int):
                return text, (SHORT if is_field else type_)  # a bit-field has at most 24 bits
        return None

    def address(self, type_, global_only=False):
        found = self.place(type_, global_only, write=True)
        return f"&{found[0]}" if found else None

    # expressions

    def expression(self, depth):
        """(text, type) without side effects."""
        if depth <= 0 or self.chance(0.15):
            return self.leaf()
        return self.pick([self.arithmetic, self.arithmetic, self.bitwise, self.shift, self.division, self.comparison,
                          self.logical, self.conditional, self.cast, self.unary])(depth - 1)

    def leaf(self):
        if self.chance(0.25):
            type_ = self.int_type()
            return self.constant(type_), promoted(type_)
        if self.counters and self.chance(0.15):
            return self.pick(self.counters).name, INT
        if self.punning and self.chance(0.2):
            name = self.pick([v.name for v in self.globals if isinstance(v.type, Int)] or [None])
            if name:
                return f"((unsigned char *)&{name})[0]", UCHAR
        found = self.place(None)
        return found if found else (self.constant(INT), INT)

    def operand(self, depth, type_):
        """An expression that becomes `type_` by the usual conversions or a cast."""
        text, have = self.expression(depth)
        if promoted(have) is type_:
            return text
        return f"({type_.name})({text})"

    def small(self, depth, type_, bits):
        """An operand whose absolute value is below 1 << bits."""
        text = self.operand(depth, type_)
        if self.chance(self.wild):
            return f"({text})"
        if self.chance(0.3):
            return f"(({text}) & {(1 << bits) - 1}{type_.suffix})"
        return f"(({text}) % {1 << bits}{type_.suffix})"

    def arithmetic(self, depth):
        type_ = self.pick(WIDE)
        operator = self.pick(["+", "-", "*"])
        if not type_.signed:
            return f"({self.operand(depth, type_)}) {operator} ({self.operand(depth, type_)})", type_
        if self.chance(0.3):
            wide = UNSIGNED_OF[type_]
            return f"({type_.name})(({self.operand(depth, wide)}) {operator} ({self.operand(depth, wide)}))", type_
        bits = type_.bits // 2 - 1 if operator == "*" else type_.bits - 3
        if operator != "*" and self.chance(0.5):
            bits = 8
        return f"{self.small(depth, type_, bits)} {operator} {self.small(depth, type_, bits)}", type_

    def division(self, depth):
        type_ = self.pick(WIDE)
        operator = self.pick(["/", "%"])
        divisor = str(self.pick([1, 2, 3, 4, 7, 8, 10, 16, 100, 255])) + type_.suffix
        if type_.signed:
            if self.chance(0.3):
                divisor = f"(-{divisor})"
            dividend = self.small(depth, type_, type_.bits - 2)
            if self.chance(0.4):
                guard = "" if self.chance(self.wild) else " | 1"
                divisor = f"(({self.operand(depth, type_)}){guard})"
        else:
            dividend = f"({self.operand(depth, type_)})"
            if self.chance(0.4):
                divisor = f"(({self.operand(depth, type_)}) | 1)"
        return f"{dividend} {operator} {divisor}", type_

    def bitwise(self, depth):
        (a, left), (b, right) = self.expression(depth), self.expression(depth)
        type_ = common(left, right)
        if self.chance(0.4):
            b, type_ = self.constant(promoted(left)), promoted(left)
        if type_ is None:
            type_ = ULLONG
            a = f"({type_.name})({a})"
        return f"({a}) {self.pick('&|^')} ({b})", type_

    def shift(self, depth):
        type_ = self.pick(WIDE)
        amount = self.pick([str(self.random.randrange(type_.bits)), f"(({self.expression(depth)[0]}) & {type_.bits - 1})"])
        if self.chance(0.5):
            return f"({self.operand(depth, type_)}) >> {amount}", type_
        if not type_.signed:
            return f"({self.operand(depth, type_)}) << {amount}", type_
        if self.chance(self.wild):
            return f"({self.operand(depth, type_)}) << ({self.expression(depth)[0]})", type_
        return f"(({self.operand(depth, type_)}) & 255) << ({amount}) % {type_.bits - 9}", type_

    def comparison(self, depth):
        pointers = [v for v in self.objects() if isinstance(v.type, Pointer)]
        if pointers and self.chance(0.15):
            p = self.pick(pointers)
            to = self.address(p.type.target)
            if to:
                return f"{p.name} {self.pick(['==', '!='])} {to}", INT
        a, b = self.expression(depth)[0], self.expression(depth)[0]
        return f"({a}) {self.pick(['<', '<=', '>', '>=', '==', '!='])} ({b})", INT

    def logical(self, depth):
        return f"({self.expression(depth)[0]}) {self.pick(['&&', '||'])} ({self.expression(depth)[0]})", INT

    def conditional(self, depth):
        (a, left), (b, right) = self.expression(depth), self.expression(depth)
        type_ = common(left, right)
        if type_ is None:
            type_ = LLONG
            a = f"({type_.name})({a})"
        return f"({self.expression(depth)[0]}) ? ({a}) : ({b})", type_

    def cast(self, depth):
        type_ = self.int_type()
        return f"({type_.name})({self.expression(depth)[0]})", type_

    def unary(self, depth):
        text, type_ = self.expression(depth)
        operator = self.pick("!~-")
        if operator == "!":
            return f"!({text})", INT
        if operator == "~":
            return f"~({text})", promoted(type_)
        if promoted(type_).signed:
            type_ = promoted(type_)
            return f"-{self.small(depth, type_, type_.bits - 2)}", type_
        return f"-({text})", type_

    def value(self, depth=3):
        return self.expression(self.random.randint(0, min(depth, self.depth)))[0]

    # statements

    def spend(self):
        self.cost += self.times

    def block(self, count):
        self.indent += 1
        kept = len(self.locals)
        if self.chance(0.25):
            self.declare_scalar()
        for _ in range(count):
            self.statement(count)
        del self.locals[kept:]
        self.indent -= 1

    def statement(self, room):
        self.spend()
        simple = [self.assign] * 6 + [self.compound] * 4 + [self.increment] * 2 + [self.mix] * 3 + [self.call] * 3
        simple += [self.assign_pointer] * 2 + [self.copy_struct] + [self.store_call_result]
        if self.prints:
            simple += [self.print]
        if room > 1:
            simple += [self.condition] * 3 + [self.counted_loop] * 3 + [self.switch] * 2
            simple += [self.while_loop, self.walk, self.list, self.goto]
        if self.loops and self.chance(0.15):
            self.emit(f"if ({self.value()}) {self.pick(['break', 'continue'])};")
        else:
            self.pick(simple)()

    def assign(self):
        to = self.place(None, write=True)
        if to:
            self.emit(f"{to[0]} = {self.value()};")

    def compound(self):
        to = self.place(None, write=True)
        if not to:
            return
        text, type_ = to
        if promoted(type_).signed and type_.rank:
            operator, value = self.pick("&|^"), self.value(2)
        elif type_.rank == 0:
            operator = self.pick(["+=", "-=", "&=", "|=", "^=", "*=", ">>="])[:-1]
            value = f"(signed char)({self.value(2)})" if operator in "+-*" else self.value(2)
            value = f"({value}) & 7" if operator == ">>" else value
        else:
            operator = self.pick(["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"])
            value = f"({type_.name})({self.value(2)})"
            value = f"({value} & 31)" if operator in ("<<", ">>") else f"({value} | 1)" if operator in "/%" else value
        self.emit(f"{text} {operator}= {value};")

    def increment(self):
        to = self.place(None, write=True)
        if to and (to[1].rank == 0 or not to[1].signed) and to[1] is not BOOL:
            self.emit(self.pick(["{}++;", "{}--;", "++{};", "--{};", "checksum += {}++;", "checksum ^= --{};"]).format(to[0]))

    def mix(self):
        self.emit(self.mixing.format(self.value()) + ";")

    def print(self):
        text, type_ = self.expression(2)
        type_ = promoted(type_)
        letter = "llx" if type_ is ULLONG and self.chance(0.5) else "x" if type_ is UINT and self.chance(0.5) else type_.letter
        width = self.pick(["", "", "", "8", "-6", "08"])
        self.emit(f'printf("%{width}{letter}\\n", ({type_.name})({text}));')

    def condition(self):
        self.emit(f"if ({self.value()}) {{")
        self.block(self.random.randint(1, 3))
        if self.chance(0.5):
            self.emit("} else {")
            self.block(self.random.randint(1, 2))
        self.emit("}")

    def loop_body(self, count, counter):
        self.times *= count
        self.loops += 1
        if counter:
            self.counters.append(counter)
        self.block(self.random.randint(1, 3))
        if counter:
            self.counters.remove(counter)
        self.loops -= 1
        self.times //= count

    def loop_count(self):
        count = self.random.randint(1, 6)
        return count if self.cost + self.times * count * 8 < MAX_COST else 1

    def counted_loop(self):
        count, name = self.loop_count(), self.fresh("i")
        type_ = self.pick(["int", "int", "unsigned", "unsigned char", "short", "long long"])
        head = self.pick([f"{type_} {name} = 0; {name} < {count}; {name}++", f"int {name} = {count - 1}; {name} >= 0; {name}--"])
        self.emit(f"for ({head}) {{")
        self.loop_body(count, Variable(name, INT, True, count) if head.startswith("int ") else None)
        self.emit("}")

    def while_loop(self):
        count, name = self.loop_count(), self.fresh("n")
        self.emit(f"unsigned {name} = {count};")
        if self.chance(0.5):
            self.emit(f"while ({name}-- > 0) {{")
            self.loop_body(count, None)
            self.emit("}")
        else:
            self.emit("do {")
            self.loop_body(count, None)
            self.emit(f"}} while (--{name} > 0 && ({self.value(2)}));")

    def switch(self):
        self.emit(f"switch (({self.value()}) & 7) {{")
        loops, self.loops = self.loops, 0
        for case in self.random.sample(range(9), self.random.randint(1, 4)):
            self.emit("default: {" if case == 8 else f"case {case}: {{")
            self.block(1)
            self.emit("} break;" if self.chance(0.7) else "}")
        self.loops = loops
        self.emit("}")

    def goto(self):
        label = self.fresh("out")
        self.emit(f"if ({self.value()}) goto {label};")
        self.emit("{")
        self.block(1)
        self.emit("}")
        self.emit(f"{label}:;")

    def walk(self):
        arrays = [v for v in self.objects() if isinstance(v.type, Array) and isinstance(v.type.element, Int) and not v.constant]
        if not arrays:
            return
        a, p = self.pick(arrays), self.fresh("w")
        name, count = a.type.element.name, a.type.count
        self.cost += self.times * count
        self.emit(f"for ({name} *{p} = {a.name}; {p} != {a.name} + {count}; {p}++) {{")
        self.emit(f"    {self.mixing.format('*' + p)};")
        self.emit(f"    *{p} = {self.value(2)};")
        if self.chance(0.5):
            self.emit(f"    checksum += (unsigned)({p} - {a.name});")
        self.emit("}")

    def list(self):
        if self.cost + self.times * 30 > MAX_COST:
            return
        self.cost += self.times * 30
        head, p, i, count = self.fresh("head"), self.fresh("p"), self.fresh("i"), self.random.randint(1, 4)
        self.emit(f"struct node *{head} = 0;")
        self.emit(f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        self.emit(f"    struct node *{p} = malloc(sizeof(struct node));")
        self.emit(f"    if (!{p}) exit(0);")
        self.emit(f"    {p}->value = (int)({self.value(2)});")
        self.emit(f"    {p}->next = {head};")
        self.emit(f"    {head} = {p};")
        self.emit("}")
        self.emit(f"while ({head}) {{")
        self.emit(f"    struct node *{p} = {head}->next;")
        self.emit(f"    {self.mixing.format(head + '->value')};")
        self.emit(f"    free({head});")
        self.emit(f"    {head} = {p};")
        self.emit("}")

    def call_text(self):
        """A call of a function that is cheap enough, and its result type; None if there is none."""
        ready = [f for f in self.functions if self.cost + self.times * f.cost < MAX_COST]
        if not ready:
            return None
        f = self.pick(ready)
        arguments = []
        for p in f.parameters:
            if isinstance(p.type, Int):
                arguments.append(self.value(2))
            elif isinstance(p.type, Pointer):
                to = self.address(p.type.target)
                if not to:
                    return None
                arguments.append(to)
            else:
                found = self.place(p.type)
                if not found:
                    return None
                arguments.append(found[0])
        self.cost += self.times * f.cost
        name = f.name
        for table in self.tables:
            if f in table[1] and self.chance(0.7):
                name = f"{table[0]}[{self.index(len(table[1]))}]"
                self.cost += self.times * sum(g.cost for g in table[1])
        return f"{name}({', '.join(arguments)})", f.result

    def call(self):
        found = self.call_text()
        if not found:
            return
        if isinstance(found[1], Int):
            name = self.fresh("r")
            self.emit(f"{found[1].name} {name} = {found[0]};")
            self.emit(self.mixing.format(name) + ";")
        else:
            self.emit(f"{found[0]};")

    def store_call_result(self):
        found = self.call_text()
        if not found:
            return
        to = self.place(found[1] if not isinstance(found[1], Int) else None, write=True) if found[1] else None
        name = self.fresh("t")
        if to:
            self.emit(f"{type_name(found[1])} {name} = {found[0]};")
            self.emit(f"{to[0]} = {name};")
        else:
            self.emit(f"{found[0]};")

    def assign_pointer(self):
        pointers = [v for v in self.objects() if isinstance(v.type, Pointer)]
        if not pointers:
            return
        p = self.pick(pointers)
        to = self.address(p.type.target, p in self.globals)
        if to:
            self.emit(f"{p.name} = {to};")

    def copy_struct(self):
        if not self.structs:
            return
        type_ = self.pick(self.structs)
        to, source = self.place(type_, write=True), self.place(type_)
        if to and source and to[0] != source[0]:
            self.emit(f"{to[0]} = {source[0]};")

    # declarations

    def declare_scalar(self):
        v = Variable(self.fresh("v"), self.int_type())
        v.is_inner = True
        self.emit(f"{v.type.name} {v.name} = {self.value(2)};")
        self.locals.append(v)

    def object_type(self):
        kind = self.random.random()
        if kind < 0.45:
            return self.int_type()
        if kind < 0.7:
            element = self.int_type() if self.chance(0.8) or not self.structs else self.pick(self.structs)
            if self.chance(0.15):
                element = Array(element, self.random.randint(1, 3))
            return Array(element, self.random.randint(1, 6))
        return self.pick(self.structs) if self.structs else self.int_type()

    def declare_struct(self):
        fields = []
        for i in range(self.random.randint(1, 4)):
            type_, bits = self.int_type(), 0
            if self.bitfields and self.chance(0.5) and type_ in (INT, UINT):
                bits = self.random.randint(1, 24)
            elif self.chance(0.2):
                type_ = Array(self.int_type(), self.random.randint(1, 3))
            elif self.structs and self.chance(0.2):
                type_ = self.pick(self.structs)
            fields.append((f"f{i}", type_, bits))
        s = Struct(self.fresh("s"), fields)
        body = " ".join(declaration(t, n) + (f" : {b}" if b else "") + ";" for n, t, b in fields)
        self.emit(f"struct {s.name} {{ {body} }};")
        self.structs.append(s)

    def declare_object(self, prefix, storage=""):
        v = Variable(self.fresh(prefix), self.object_type())
        self.emit(f"{storage}{declaration(v.type, v.name)} = {self.initializer(v.type)};")
        return v

    def declare_pointer(self, prefix, global_only):
        pool = self.globals if global_only else self.globals + self.locals
        types = [self.int_type()] + self.structs + [v.type for v in pool if isinstance(v.type, (Int, Pointer))]
        target = self.pick(types)
        depth, inner = 0, target
        while isinstance(inner, Pointer):
            depth, inner = depth + 1, inner.target
        text = None if depth > 1 else self.constant_address(target) if global_only else self.address(target)
        if not text:
            return None
        v = Variable(self.fresh(prefix), Pointer(target))
        self.emit(f"{declaration(v.type, v.name)} = {text};")
        return v

    def constant_address(self, type_):
        fitting = [v.name for v in self.globals if same(v.type, type_)]
        fitting += [f"{v.name}[{self.random.randrange(v.type.count)}]" for v in self.globals
                    if isinstance(v.type, Array) and same(v.type.element, type_)]
        return "&" + self.pick(fitting) if fitting else None

    def declare_locals(self):
        for _ in range(self.random.randint(1, 4)):
            self.locals.append(self.declare_object("l"))
        for _ in range(self.random.randint(0, 2)):
            p = self.declare_pointer("p", False)
            if p:
                self.locals.append(p)

    def parameter(self):
        kind = self.random.random()
        if kind < 0.6 or (kind >= 0.8 and not self.structs):
            type_ = self.int_type()
        elif kind < 0.8:
            type_ = Pointer(self.pick([self.int_type()] + self.structs))
        else:
            type_ = self.pick(self.structs)
        return Variable(self.fresh("a"), type_)

    def begin_function(self, parameters):
        self.locals, self.counters, self.cost, self.times, self.loops = list(parameters), [], 1, 1, 0
        self.indent = 1

    def function(self, count, signature=None):
        parameters = [self.parameter() for _ in range(self.random.randint(0, 4))]
        result = self.pick([self.int_type(), self.int_type(), self.int_type()] + self.structs + [None])
        if signature:
            result, parameters = signature.result, [Variable(self.fresh("a"), p.type) for p in signature.parameters]
        f = Function(self.fresh("fn"), result, parameters)
        given = ", ".join(declaration(p.type, p.name) for p in parameters) or "void"
        returned = type_name(result) if result else "void"
        self.emit(f"{self.pick(['', 'static '])}{returned} {f.name}({given})")
        self.emit("{")
        self.begin_function(parameters)
        self.declare_locals()
        if self.chance(0.2):
            self.locals.append(self.declare_object("st", "static "))
        for _ in range(count):
            self.statement(count)
        if isinstance(result, Int):
            self.emit(f"return {self.value()};")
        elif result:
            found = self.place(result)
            if found:
                self.emit(f"return {found[0]};")
            else:
                self.emit(f"struct {result.name} zero = {{0}};")
                self.emit("return zero;")
        self.indent = 0
        self.emit("}")
        f.cost = self.cost
        self.functions.append(f)
        return f

    def recursive_function(self):
        type_ = self.int_type()
        f = Function(self.fresh("rec"), type_, [Variable("fuel", INT, True), Variable("x", type_)])
        self.emit(f"{type_.name} {f.name}_(int fuel, {type_.name} x)")
        self.emit("{")
        self.begin_function([Variable("x", type_)])
        self.emit(f"if (fuel <= 0) return {self.value(2)};")
        self.statement(1)
        self.emit(f"{type_.name} y = {f.name}_(fuel - 1, {self.value(2)});")
        self.locals.append(Variable("y", type_))
        if self.chance(0.4):
            self.emit(f"if ({self.value(1)}) y = {f.name}_(fuel - 2, {self.value(1)});")
        self.emit(f"return {self.value()};")
        self.indent = 0
        self.emit("}")
        self.emit(f"{type_.name} {f.name}(int fuel, {type_.name} x) {{ return {f.name}_(fuel & 3, x); }}")
        f.cost = 8 * self.cost + 4
        self.functions.append(f)

    def table(self):
        """Two functions of one type, called through an array of pointers."""
        first = self.function(2)
        second = self.function(2, first)
        given = ", ".join(declaration(p.type, "") for p in first.parameters) or "void"
        name = self.fresh("table")
        result = type_name(first.result) if first.result else "void"
        self.emit(f"{result} (*{name}[2])({given}) = {{{first.name}, {second.name}}};")
        self.tables.append((name, [first, second]))

    def mix_globals(self):
        for v in self.globals:
            text, type_ = v.name, v.type
            if isinstance(type_, Array) and isinstance(type_.element, Int):
                self.emit(f"for (int i = 0; i < {type_.count}; i++) {self.mixing.format(text + '[i]')};")
            elif isinstance(type_, Int):
                self.emit(f"{self.mixing.format(text)};")
            elif isinstance(type_, Struct):
                for name, field, _ in type_.fields:
                    if isinstance(field, Int):
                        self.emit(f"{self.mixing.format(text + '.' + name)};")

    def main(self):
        self.emit("int main(void)")
        self.emit("{")
        self.begin_function([])
        for i in range(self.inputs):
            v = Variable(f"input{i}", INT, True, INPUT_VALUES)
            self.emit(f"int {v.name} = __VERIFIER_nondet_int();")
            self.emit(f"__VERIFIER_assume({v.name} >= 0 && {v.name} < {INPUT_VALUES});")
            self.locals += [v, v]
            self.counters.append(v)
        self.declare_locals()
        for _ in range(self.size):
            self.statement(self.size)
        self.mix_globals()
        self.emit('printf("checksum %u\\n", checksum);')
        self.emit("/* GOAL */")
        self.emit("return (int)(checksum & 127);")
        self.indent = 0
        self.emit("}")

    def program(self):
        self.emit("struct node { int value; struct node *next; };")
        for _ in range(self.random.randint(0, 3)):
            self.declare_struct()
        for _ in range(self.random.randint(1, 5)):
            self.globals.append(self.declare_object("g", self.pick(["", "static "])))
        for _ in range(self.random.randint(0, 2)):
            p = self.declare_pointer("gp", True)
            if p:
                self.globals.append(p)
        for _ in range(self.random.randint(0, 1 + self.size // 5)):
            self.pick([self.function, self.function, self.function, lambda _: self.recursive_function(), lambda _: self.table()])(
                self.random.randint(1, max(1, self.size // 2)))
        self.main()
        return PRELUDE + "\n".join(self.lines) + "\n"


def random_program(seed, size=12, inputs=0, wild=0.0, depth=3):
    """`size` statements in main; `inputs` of 0 .. 3; `wild`: how often a guard is missing; `depth` of expressions."""
    return Generator(seed, size, inputs, wild, depth).program()
