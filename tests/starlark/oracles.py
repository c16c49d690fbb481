"""What Python, starlark-go and starlark-rust make of a program: its value, or the line and kind of its error."""

import ast
import re
import warnings

import starlark
import starlark_go

warnings.simplefilter("ignore")
BOUND = 2**63 - 1


class Fault(Exception):
    """Something went wrong at a line: `zero`, `wide` (beyond 64 bits), `none`, `entry`, or anything else."""

    def __init__(self, kind, line):
        self.kind, self.line = kind, line


def bounded(value, line):
    if isinstance(value, int) and abs(value) > BOUND:
        raise Fault("wide", line)
    return value


SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def operation(sign, a, b, line):
    if a is None or b is None:
        raise Fault("none", line)
    if sign in ("//", "%") and b == 0:
        raise Fault("zero", line)
    made = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "//": lambda: a // b, "%": lambda: a % b}
    return bounded(made[sign](), line)


def entry(values, index, line):
    try:
        return values[index]
    except IndexError:
        raise Fault("entry", line) from None


def negative(value, line):
    if value is None:
        raise Fault("none", line)
    return bounded(-value, line)


class Checked(ast.NodeTransformer):
    """Every operation is one of the functions above, so that it knows its bounds and its line."""

    def call(self, name, arguments, node):
        line = ast.Constant(node.lineno)
        call = ast.Call(ast.Name(name, ast.Load()), [*arguments, line], [])
        return ast.copy_location(call, node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        sign = SIGNS.get(type(node.op))
        return self.call("_operation", [ast.Constant(sign), node.left, node.right], node) if sign else node

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self.call("_negative", [node.operand], node) if isinstance(node.op, ast.USub) else node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        return self.call("_entry", [node.value, node.slice], node) if isinstance(node.ctx, ast.Load) else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        sign = SIGNS.get(type(node.op))
        if not sign or not isinstance(node.target, ast.Name):
            return node
        old = ast.Name(node.target.id, ast.Load())
        value = self.call("_operation", [ast.Constant(sign), old, node.value], node)
        return ast.copy_location(ast.Assign([node.target], value), node)


def python(text):
    """`("value", n)`, `("fault", kind, line)`, or `("syntax", line)`."""
    try:
        compile(text, "rules.star", "exec")
        tree = ast.fix_missing_locations(Checked().visit(ast.parse(text, "rules.star")))
        code = compile(tree, "rules.star", "exec")
    except (SyntaxError, ValueError) as error:
        return ("syntax", getattr(error, "lineno", 0))
    names = {"_operation": operation, "_negative": negative, "_entry": entry}
    try:
        exec(code, names)
        return ("value", names["program"]())
    except Fault as fault:
        return ("fault", fault.kind, fault.line)
    except Exception as error:
        last = error.__traceback__
        while last.tb_next:
            last = last.tb_next
        kind = "none" if isinstance(error, TypeError) and "NoneType" in str(error) else f"{type(error).__name__}: {error}"
        return ("fault", kind, last.tb_lineno)


def go(text, runs):
    machine = starlark_go.Starlark()
    try:
        machine.exec(text, filename="rules.star")
    except (starlark_go.SyntaxError, starlark_go.ResolveError) as error:
        return ("syntax", str(error))
    except starlark_go.EvalError as error:
        return ("fault", str(error), error.line)
    try:
        return ("value", machine.eval("program()") if runs else None)
    except starlark_go.EvalError as error:
        lines = re.findall(r"rules\.star:(\d+):", error.backtrace)
        return ("fault", str(error), int(lines[-1]) if lines else 0)


def rust(text, runs):
    try:
        tree = starlark.parse("rules.star", text + "\nprogram()\n", starlark.Dialect.standard())
    except starlark.StarlarkError as error:
        return ("syntax", str(error))
    try:
        return ("value", starlark.eval(starlark.Module(), tree, starlark.Globals.standard()) if runs else None)
    except starlark.StarlarkError as error:
        said = str(error)
        line = re.search(r"--> rules\.star:(\d+):", said)
        kind = "syntax" if "not found" in said and "Variable" in said else "fault"
        return (kind, said, int(line[1]) if line else 0)
