"""Programs of the language of `rules.star`, by a seed: functions, loops, arithmetic up to the bounds of 64 bits, and what goes wrong."""

import random
import re

WIDE = [0, 1, 2, 3, 7, 10, 30000, 65535, 2**31 - 1, 2**31, 2**32, 3037000499, 3037000500, 2**53, 2**62, 2**63 - 2, 2**63 - 1]
NAMES = "a b c d e x y z low high best count me seat n1 n2 _spare turn_of O0 l1".split()


class Program:
    """One program: constants, functions that call those before them, and `program()`, which gives a number."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.constants = {}
        self.lists = {}
        self.functions = []
        self.locals = {}
        self.kept = []
        self.loops = 0
        self.lines = []

    def pick(self, *values):
        return self.random.choice(values)

    def chance(self, share):
        return self.random.random() < share

    # ---------------------------------------------------------------------------------------------- expressions

    def named(self, kind):
        return [name for name, of in self.locals.items() if of == kind]

    def number(self, deep):
        if deep <= 0 or self.chance(0.15):
            names = self.named("number") + list(self.constants)
            if names and self.chance(0.7):
                return self.random.choice(names)
            wide = self.random.choice(WIDE) if self.chance(0.08) else self.random.randrange(12)
            return f"-{wide}" if wide and self.chance(0.25) else str(wide)
        deep -= 1
        return self.pick(*[self.operation] * 9, self.choice, self.least, self.joined, self.call, self.entry, self.negative, self.length)(deep)

    def operation(self, deep):
        sign = self.pick("+", "+", "-", "-", "*", "//", "%", "//", "%")
        left, right = self.number(deep), self.number(deep)
        if sign in ("//", "%") and self.chance(0.95):
            right = self.pick("2", "3", "-2", "-3", "7", "-7", f"(abs({right}) + 1)")
        space = self.pick(" ", " ", " ", "")
        whole = f"{left}{space}{sign}{space}{right}"
        return f"({whole})" if self.chance(0.7) else whole

    def choice(self, deep):
        whole = f"{self.number(deep)} if {self.truth(deep)} else {self.number(deep)}"
        return f"({whole})"

    def least(self, deep):
        if self.chance(0.4):
            return f"abs({self.number(deep)})"
        values = [self.number(deep - 1) for _ in range(self.random.randint(2, 4))]
        return f"{self.pick('min', 'max')}({', '.join(values)}{self.pick('', '', ',')})"

    def joined(self, deep):
        maybe = self.named("maybe")
        if maybe and self.chance(0.6):
            return f"({self.random.choice(maybe)} or {self.number(deep)})"
        return f"({self.number(deep)} {self.pick('and', 'or')} {self.number(deep)})"

    def call(self, deep):
        return self.called("number", deep) or self.number(deep)

    def called(self, kind, deep):
        known = [function for function in self.functions if function[2] == kind]
        if not known:
            return None
        name, kinds, _ = self.random.choice(known)
        return f"{name}({', '.join(self.value(kind, deep - 1) for kind in kinds)})"

    def entry(self, deep):
        if not self.lists:
            return self.number(deep)
        name, length = self.random.choice(list(self.lists.items()))
        index = self.pick(str(self.random.randrange(length)), "-1", f"-{length}", f"{self.number(deep)} % {length}")
        return f"{name}[{self.number(deep) if self.chance(0.1) else index}]"

    def negative(self, deep):
        return f"-{self.pick('', '', ' ', '-')}({self.number(deep)})"

    def length(self, _):
        return f"len({self.random.choice(list(self.lists))})" if self.lists else "4"

    def truth(self, deep):
        if deep <= 0 or self.chance(0.1):
            return self.random.choice(self.named("truth") + ["True", "False"])
        deep -= 1
        kind = self.random.randrange(12)
        if kind < 5:
            whole = f"{self.number(deep)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.number(deep)}"
        elif kind == 5:
            whole = f"{self.truth(deep)} {self.pick('and', 'or', 'and', 'or', '==', '!=')} {self.truth(deep)}"
            return f"({whole})"
        elif kind == 6:
            return f"(not {self.truth(deep)})"
        elif kind == 7 and self.lists:
            whole = f"{self.number(deep)} {self.pick('in', 'not in')} {self.random.choice(list(self.lists))}"
        elif kind == 8 and self.named("maybe"):
            whole = f"{self.random.choice(self.named('maybe'))} {self.pick('==', '!=')} {self.pick('None', self.number(deep))}"
        elif kind == 9:
            return f"({self.truth(deep)} if {self.truth(deep)} else {self.truth(deep)})"
        elif kind == 10:
            return self.called("truth", deep) or self.truth(deep)
        else:
            whole = f"({self.number(deep)} and {self.number(deep)}) > {self.number(deep)}"
        return f"({whole})"

    def maybe(self, deep):
        kind = self.random.randrange(4) if deep > 0 else 0
        if kind == 0:
            return "None"
        if kind == 1:
            return self.called("maybe", deep) or "None"
        return self.number(deep) if kind == 2 else f"({self.number(deep)} if {self.truth(deep)} else None)"

    def value(self, kind, deep):
        return {"number": self.number, "truth": self.truth, "maybe": self.maybe}[kind](deep)

    def condition(self, deep):
        """Numbers count as conditions, too."""
        if self.chance(0.15):
            return self.number(deep)
        return f"{self.pick('not ', 'not not ')}{self.truth(deep)}" if self.chance(0.15) else self.truth(deep)

    # ----------------------------------------------------------------------------------------------- statements

    def say(self, indent, line):
        self.lines.append("    " * indent + line)

    def block(self, indent, deep, of):
        """Some statements; whether they surely leave the block."""
        for _ in range(self.random.randint(1, 3)):
            if self.statement(indent, deep, of):
                return True
        return False

    def statement(self, indent, deep, of):
        kind = self.random.randrange(20)
        if self.chance(0.05):
            self.say(indent, self.pick("# a remark: x = 1 // 0", "", "pass"))
        if kind < 8 or deep <= 0:
            name = self.random.choice([name for name in self.locals if name not in self.kept])
            if self.locals[name] == "number" and self.chance(0.35):
                self.say(indent, f"{name} {self.pick('+=', '-=', '*=', '//=', '%=')} {self.number(2)}")
            else:
                self.say(indent, f"{name} = {self.value(self.locals[name], 3)}")
        elif kind < 12:
            return self.branch(indent, deep - 1, of)
        elif kind < 16 and self.loops < 3:
            self.loop(indent, deep - 1, of)
        elif kind == 16 and self.loops:
            self.say(indent, f"if {self.condition(2)}: {self.pick('break', 'continue')}")
        elif kind == 17:
            self.say(indent, f"if {self.condition(2)}:")
            self.say(indent + 1, f"return {self.value(of, 2)}")
        elif kind == 18:
            found = self.called("number", 2)
            self.say(indent, found or "pass")
        elif self.loops and self.chance(0.3):
            self.say(indent, self.pick("break", "continue"))
            return True
        else:
            self.say(indent, "pass")
        return False

    def branch(self, indent, deep, of):
        leaves = []
        for word in ["if"] + ["elif"] * self.pick(0, 0, 1, 2):
            self.say(indent, f"{word} {self.condition(3)}:")
            leaves.append(self.block(indent + 1, deep, of))
        if self.chance(0.5):
            self.say(indent, "else:")
            return self.block(indent + 1, deep, of) and all(leaves)
        return False

    def loop(self, indent, deep, of):
        outer = dict(self.locals)
        # A name of its own, or one that has a value already.
        name = self.random.choice(self.named("number") + ["i", "j", "k"])
        ends = [str(self.random.randrange(6)), f"{self.number(1)} % 5", "2, 5", "3, 1", f"-2, {self.number(1)} % 4", "0"]
        over = self.random.choice(list(self.lists) + [f"range({self.random.choice(ends)})"] * 3)
        self.say(indent, f"for {name} in {over}:")
        self.locals[name] = "number"
        self.loops += 1
        self.block(indent + 1, deep, of)
        self.loops -= 1
        self.locals = outer

    # ------------------------------------------------------------------------------------------------ functions

    def function(self, name, kinds, gives):
        names = self.random.sample(NAMES, len(kinds) + self.random.randint(2, 4))
        # A parameter may hide a constant.
        if kinds and self.constants and self.chance(0.2):
            names[0] = self.random.choice(list(self.constants))
        parameters = names[: len(kinds)]
        hidden, self.constants = self.constants, {c: v for c, v in self.constants.items() if c not in parameters}
        self.locals = dict(zip(parameters, kinds))
        # One that was given a number never becomes None.
        self.kept = [name for name, kind in self.locals.items() if kind == "maybe"]
        self.say(0, f"def {name}({', '.join(parameters)}):")
        if self.chance(0.2):
            self.say(1, '"What it gives: \'one number\'."')
        for local in names[len(kinds) :]:
            kind = self.pick("number", "number", "number", "truth", "maybe")
            # What begins as a number stays one.
            first = "None" if kind == "maybe" else self.value(kind, 2)
            self.say(1, f"{local} = {first}")
            self.locals[local] = kind
        for _ in range(self.random.randint(2, 5)):
            if self.statement(1, 3, gives):
                break
        parts = []
        for at, (local, kind) in enumerate(self.locals.items()):
            as_number = {"number": local, "truth": f"(1 if {local} else 0)", "maybe": f"({local} or {at})"}[kind]
            parts.append(f"{as_number} % {1009 + 2 * at}")
        mixed = " + ".join(parts)
        self.say(1, "return " + {"number": mixed, "truth": f"({mixed}) % 2 == 0", "maybe": f"None if ({mixed}) % 3 == 0 else {mixed}"}[gives])
        self.say(0, "")
        self.constants = hidden
        self.functions.append((name, kinds, gives))

    def text(self):
        if self.chance(0.2):
            self.say(0, '"""A program\n\nof several lines."""')
        for name in self.random.sample(["A", "B", "LIMIT"], self.random.randint(0, 3)):
            wide = self.random.choice(WIDE) if self.chance(0.3) else self.random.randrange(100)
            self.constants[name] = wide
            self.say(0, f"{name} = {self.pick('', '-')}{wide}")
        for name in self.random.sample(["L", "COST"], self.random.randint(0, 2)):
            values = [str(self.random.choice(WIDE + [-1, -9, 4])) for _ in range(self.random.randint(1, 6))]
            self.lists[name] = len(values)
            line = self.pick(", ", ",\n    ").join(values)
            self.say(0, f"{name} = [{line}{self.pick('', ',')}]")
        for at in range(self.random.randint(0, 4)):
            kinds = [self.pick("number", "number", "truth", "maybe") for _ in range(self.random.randint(0, 3))]
            self.function(f"f{at}", kinds, self.pick("number", "number", "truth", "maybe"))
        self.function("program", [], "number")
        self.functions.pop()
        # What nothing calls is refused: each is called where the program begins.
        calls = []
        for name, kinds, _ in self.functions:
            self.locals = {}
            calls.append(f"    {name}({', '.join(self.value(kind, 1) for kind in kinds)})")
        at = next(at for at, line in enumerate(self.lines) if line == "def program():")
        at += 2 if self.lines[at + 1].startswith('    "') else 1
        self.lines[at:at] = calls
        return "\n".join(self.lines) + "\n"


def deep(seed):
    """As deep as programs may be: brackets, blocks, loops, calls."""
    r = random.Random(seed)
    count = r.randint(2, 40)
    kind = seed % 5
    if kind == 0:
        body = f"    return {'(1 + ' * count}x{')' * count}\n"
    elif kind == 1:
        body = "".join("    " * (n + 1) + f"if x != {n}:\n" for n in range(count))
        body += "    " * (count + 1) + "x += 5\n    return x\n"
    elif kind == 2:
        count = min(count, 16)
        body = "".join("    " * (n + 1) + f"for i{n} in range({1 if n > 8 else 2}):\n" for n in range(count))
        body += "    " * (count + 1) + "x += i0 + 1\n    return x\n"
    elif kind == 3:
        body = f"    return {'-' * count}x if {'not ' * count}x else {'min(3, ' * count}x{')' * count}\n"
    else:
        count = min(count, 24)
        calls = [f"def g{n}(x):\n    return {f'g{n - 1}(x + 1)' if n else 'x * 2'}\n" for n in range(count)]
        r.shuffle(calls)
        return "\n".join(calls) + f"\ndef program():\n    return g{count - 1}({r.randint(-9, 9)})\n"
    return f"def program():\n    x = {r.randint(-9, 9)}\n" + body


def program(seed):
    return deep(seed // 25) if seed % 25 == 0 else Program(seed).text()


TOKENS = re.compile(r'"""[^"]*"""|"[^"\n]*"|[A-Za-z_][A-Za-z_0-9]*|\d+|//=?|[=!<>]=|[-+*%&|]=|\n *| +|.', re.S)
OTHERS = """True False None 0 1 -1 ( ) [ ] { } , : . ; = == != < > <= >= + - * / // % ** & | ^ ~ << >> -> := += -= //= /= &= ** not in is and or if else elif
for while break continue pass return def lambda range(3) range(1,9,2) len abs min max sum any all list [1] [0] [1,2] (1,2) {1:2} 1.5 1e3 0x1f 0o7 007 1_000
"a" 'b' f"x" r"x" b"x" x.y A L x a me program() f0 f0() f1(1) print("x") int(1) bool(1) str(1) str_1 global nonlocal yield import del assert raise try with
async await class @ ... \\ # \t \r \x00 \x0c é ١ 一 “ ’ \u00a0 \u2028 \ufeff __debug__ match type _ 9223372036854775807 9223372036854775808 -9223372036854775808""".split(" ")
OTHERS = [other.encode().decode("unicode_escape") if "\\" in other and len(other) > 1 else other for other in " ".join(OTHERS).split()] + ["\n", " ", "    "]


def mutant(seed):
    """A program that was changed in some places, so that it may be anything."""
    r = random.Random(-seed - 1)
    tokens = TOKENS.findall(program(r.randrange(1 << 30)))
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        full = [at for at, token in enumerate(tokens) if token.strip()]
        one, other = r.choice(full), r.choice(full)
        kind = r.randrange(6)
        if kind == 0:
            tokens[one], tokens[other] = tokens[other], tokens[one]
        elif kind == 1:
            tokens[one] = tokens[other]
        elif kind == 2:
            tokens[one] = ""
        elif kind == 3:
            tokens[one] += tokens[one]
        else:
            new = r.choice(OTHERS)
            tokens[one] = new if kind == 4 else f"{tokens[one]} {new} "
    return "".join(tokens)
