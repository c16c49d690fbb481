"""What Python, or Starlark, has and the rules do not: each is refused in its line, and never taken for something else."""

# Statements that stand in a function where `n` is a number, `b` True or False, `m` a number or None, `A` a list, `f(x)` a function.
STATEMENTS = r"""
n = 1 if 0 < n < 5 else 2
n = 1 if 0 < n == 1 else 2
n = 1 if n in A in A else 2
n = 1 if not n == b else 2
n = 1 if n == True else 2
n = 1 if b == 1 else 2
n = 1 if b == None else 2
n = 1 if b < True else 2
n = 1 if A == A else 2
n = 1 if n == A else 2
n = 1 if n == "n" else 2
n = 1 if n in 3 else 2
n = 1 if b in A else 2
n = 1 if n is None else 2
n = 1 if n is not None else 2
n = b + 1
n = 1 + True
n = True
n += b
n -= True
n *= None
n = -b
n = -True
n = +n
n = ~n
n = b
b = n
b = 0
b += 1
n = None
n = b and n
n = b or n
n = n and b
n = 1 if b else None
n = 1 if b else "a"
n = b & 1
n = n & 1
n = n | 1
n = n ^ 1
n = n << 1
n = n >> 1
n = n / 2
n /= 2
n = n ** 2
n **= 2
n &= 1
n |= 1
n = 1.0
n = 1.
n = .5
n = 1e3
n = 1j
n = 0x1f
n = 0b11
n = 0o17
n = 007
n = 1_000
n = 9223372036854775808
n = 99999999999999999999
n = -9223372036854775808
n = (n, 1)
n = n,
n = ()
n = []
n = [1, 2]
n = [1, 2][0]
n = {}
n = {1: 2}
n = {1, 2}
n = A[0:1]
n = A[::2]
n = A[0, 1]
n = A["a"]
n = A[b]
n = A[None]
n = A
n = A()
n = A.count(1)
n = A.x
n = n.x
n = n[0]
n = n()
n = f
n = f()
n = f(1, 2)
n = f(x=1)
n = f(*A)
n = f(**A)
n = f(1)(2)
n = (f)(1)[0]
n = f(f)
n = len(n)
n = len("ab")
n = len(range(3))
n = abs()
n = abs(1, 2)
n = abs(b)
n = abs(None)
n = min()
n = min(1)
n = min(A)
n = min(1, b)
n = max(1, None)
n = sum(1, 2)
n = sum(A)
n = any(A)
n = sorted(A)
n = int(3)
n = int("3")
n = bool(1)
n = str(1)
n = ord("a")
n = pow(2, 3)
n = round(3)
n = divmod(7, 2)
n = range(3)
n = enumerate(A)
n = "a"
n = "a" + "b"
n = "a" * 3
n = "a" % 3
n = "%d" % n
n = f"{n}"
n = r"a"
n = b"a"
n = "a" "b"
n = "a" < "b"
n = [x for x in A]
n = len([x for x in A])
n = lambda x: x
n = (lambda: 1)()
n = (k := 3)
n = k = 3
n, k = 1, 2
(n, k) = (1, 2)
[n, k] = [1, 2]
n = yield
n: int = 1
n = not
n == 1
n
1
"a"
None
A
A[0] = 1
A[0] += 1
A += 1
A = 1
f = 1
f(1) = 2
1 = n
n + 1 = 2
n = n if b
n = k
k += 1
k
print(n)
fail("x")
while b: n = 1
while True:
for x in n: pass
for x in b: pass
for x in "ab": pass
for x in None: pass
for x in range(1, 9, 2): pass
for x in range(): pass
for x in range(b): pass
for x in range(None): pass
for x in range("a"): pass
for x, y in A: pass
for A in range(3): pass
for f in range(3): pass
for n[0] in range(3): pass
for in A: pass
for x of A: pass
if n: if b: n = 1
if n = 1: pass
if n == 1 then: pass
else: pass
elif b: pass
break
continue
def g(): pass
class C: pass
import x
from x import y
global n
nonlocal n
del n
assert n
raise n
try: pass
with n: pass
async def g(): pass
await n
load("a", "b")
pass; pass
n = 1;
n = 1, 
n = (1
n = 1)
n = [1)
n = "a
n = 'a"
n = \
n = 1 \
n = $n
n = n!
n = n ? 1 : 2
n = n && b
n = n || b
n = !b
n++
n = n <> 1
n = n -> 1
n = n @ 1
n = “a”
n = ١
n = é
"""

# Whole scripts, each with the line that is at fault.
SCRIPTS = [
    (1, "x = 1 = 2\n\ndef program():\n    return 1\n"),
    (2, "x = 1\nx = 2\n\ndef program():\n    return x\n"),
    (1, "if True:\n    x = 1\n\ndef program():\n    return 1\n"),
    (1, "for i in range(3):\n    pass\n\ndef program():\n    return 1\n"),
    (1, "print(1)\n\ndef program():\n    return 1\n"),
    (1, "x = program()\n\ndef program():\n    return 1\n"),
    (1, "x = y\ny = 1\n\ndef program():\n    return x + y\n"),
    (1, "x = []\n\ndef program():\n    return 1\n"),
    (1, "x = [[1]]\n\ndef program():\n    return 1\n"),
    (1, "x += 1\n\ndef program():\n    return 1\n"),
    (1, "def f(a: int):\n    return a\n\ndef program():\n    return f(1)\n"),
    (1, "def f(a=1):\n    return a\n\ndef program():\n    return f(1)\n"),
    (1, "def f(*a):\n    return 1\n\ndef program():\n    return f(1)\n"),
    (1, "def f(**a):\n    return 1\n\ndef program():\n    return f()\n"),
    (1, "def f(a, a):\n    return a\n\ndef program():\n    return f(1, 2)\n"),
    (1, "def f() -> int:\n    return 1\n\ndef program():\n    return f()\n"),
    (1, "def len(a):\n    return a\n\ndef program():\n    return len(1)\n"),
    (4, "def f():\n    return 1\n\ndef f():\n    return 2\n\ndef program():\n    return f()\n"),
    (1, "@f\ndef program():\n    return 1\n"),
    (1, "async def program():\n    return 1\n"),
    (1, "class program:\n    pass\n"),
    (1, "program = lambda: 1\n"),
    (2, "def program():\n    return program()\n"),
    (5, "def f(n):\n    return g(n)\n\ndef g(n):\n    return f(n)\n\ndef program():\n    return f(1)\n"),
    (2, "def program():\nreturn 1\n"),
    (2, "def program():\n\treturn 1\n"),
    (3, "def program():\n        n = 1\n    return n\n"),
    (3, "def program():\n    n = 1\n        return n\n"),
    (4, "def program():\n    if 1 > 2:\n        n = 1\n    return n\n"),
    (4, "def program():\n    for i in range(3):\n        pass\n    return i\n"),
    (2, "def program():\n    return n\n    n = 1\n"),
    (2, "def f(f):\n    return f(1)\n\ndef program():\n    return f(1)\n"),
    (5, "def g(x):\n    return x\n\ndef f(g):\n    return g(1)\n\ndef program():\n    return f(2) + g(1)\n"),
    (4, "def f(x):\n    if x:\n        return 1\n    return True\n\ndef program():\n    return f(1)\n"),
    (7, "def program():\n    return 1 if f(1) else 2\n\ndef f(x):\n    if x:\n        return True\n    return 1\n"),
    (4, "def program():\n    if 1 > 2:\n        return \"a\"\n    return 1\n"),
    (1, "def program()\n    return 1\n"),
    (1, "def program:\n    return 1\n"),
    (1, "def (x):\n    return 1\n"),
    (1, "def if():\n    return 1\n"),
    (1, "def program(\n"),
    (1, "    x = 1\n\ndef program():\n    return 1\n"),
    (1, "x = 1\r\ry = 2\n\ndef program():\n    return 1\n"),
    (1, "# a\x00b\n\ndef program():\n    return 1\n"),
    (2, "def program():\n    note('a\rb')\n    return 1\n"),
    (1, "__debug__ = 1\n\ndef program():\n    return __debug__\n"),
    (22, "def program():\n" + "".join("    " * n + f"for i{n} in range(1):\n" for n in range(1, 23)) + "    " * 23 + "pass\n    return 1\n"),
]

AROUND = """A = [1, 2]

def f(x):
    return x + 1

def program():
    n = 1
    b = True
    m = None
    for i in range(1):
        n += A[0]
    {}
    return f(n) + (1 if b else 0) + (m or 0)
"""


def scripts():
    """Each script with the line that is at fault."""
    line = AROUND[: AROUND.index("{}")].count("\n") + 1
    found = [(line, AROUND.replace("{}", statement)) for statement in STATEMENTS.strip("\n").split("\n")]
    return found + SCRIPTS
