"""Puts a change behind a switch, so that one build serves many changes: the environment says which of them is made.

Only lines for which that is plain are rewritten; any other change gets a build of its own.
"""

import re

from changed_lines import masked

SWITCH = """
import class Foundation.ProcessInfo
private let numberOfChange = ProcessInfo.processInfo.environment["TESSERA_CHANGE"].flatMap { Int($0) } ?? 0
private func isMade(_ change: Int) -> Bool { numberOfChange == change }
"""

BINDING = re.compile(r"\b(let|var|case)\b")


def switched(line, changed, number):
    """The line with its change behind the switch, or None where that takes more than rewriting the line."""
    indent = line[: len(line) - len(line.lstrip())]
    line, changed = line.strip(), changed.strip()
    made = f"isMade({number})"
    for form in (clauses, removed_operand, operand, value, member, argument, statement, expression):
        rewritten = form(line, changed, made)
        if rewritten is not None:
            return indent + rewritten
    return None


def choice(made, one, other):
    return f"({made} ? ({one}) : ({other}))"


def is_expression(text):
    return bool(text) and balanced(text) and not BINDING.search(text) and not text.endswith(("{", ",", "&&", "||", "="))


def clauses(line, changed, made):
    """guard A, B else … and if A, B {: the one condition that differs. A condition that binds a name stays."""
    heads = [re.fullmatch(r"(guard |if |while )(.+?)( else \{.*| else| \{)", text) for text in (line, changed)]
    if not all(heads) or heads[0][1] != heads[1][1] or heads[0][3] != heads[1][3]:
        lists = [text[:-1] if text.endswith(",") else text for text in (line, changed)]
        opening = re.match(r"guard |if ", line)
        if not (line.endswith(",") and changed.endswith(",") and opening and changed.startswith(opening[0])):
            return None
        start, end = opening[0], ","
        before, after = (split(text[len(start) :]) for text in lists)
    else:
        start, end = heads[0][1], heads[0][3]
        before, after = split(heads[0][2]), split(heads[1][2])
    kept = conditions(before, after, made)
    return None if kept is None else start + ", ".join(kept) + end


def conditions(before, after, made):
    if len(before) == len(after):
        kept = []
        for one, other in zip(before, after):
            if one == other:
                kept.append(one)
            elif is_expression(one) and is_expression(other):
                kept.append(choice(made, other, one))
            else:
                sides = [re.fullmatch(r"(let \w+ = )(.+)", text) for text in (one, other)]
                if not all(sides) or sides[0][1] != sides[1][1]:
                    return None
                kept.append(sides[0][1] + choice(made, sides[1][2], sides[0][2]))
        return kept
    left_out = [one for one in before if one not in after]
    if len(before) - len(after) != len(left_out) or not all(is_expression(one) for one in left_out):
        return None
    return [f"({made} || ({one}))" if one in left_out else one for one in before]


def removed_operand(line, changed, made):
    """&& A and || A in a line of their own, and a condition of a guard, left out."""
    if changed:
        return None
    if match := re.fullmatch(r"(&&|\|\|) (.+)", line):
        if not is_expression(match[2]):
            return None
        other = "true" if match[1] == "&&" else "false"
        return f"{match[1]} {choice(made, other, match[2])}"
    if line.endswith(",") and is_expression(line[:-1]):
        return f"({made} || ({line[:-1]})),"
    return None


def operand(line, changed, made):
    """&& A, || A, ?? A at the beginning of a line."""
    sides = [re.fullmatch(r"(&& |\|\| |\?\? )(.+)", text) for text in (line, changed)]
    if not all(sides) or sides[0][1] != sides[1][1] or not all(is_expression(side[2]) for side in sides):
        return None
    return sides[0][1] + choice(made, sides[1][2], sides[0][2])


def value(line, changed, made):
    """return A, let a = A, a = A, and a += A."""
    pattern = r"(return |throw |(?:[\w@]+ )*(?:let|var) \w+(?:: [^=]+)? = |[\w.?()\[\], ]+ [+-]?= )(.+)"
    sides = [re.fullmatch(pattern, text) for text in (line, changed)]
    if not all(sides) or sides[0][1] != sides[1][1] or not all(is_expression(side[2]) for side in sides):
        return None
    return sides[0][1] + choice(made, sides[1][2], sides[0][2])


def member(line, changed, made):
    """var a: A { E } and func a() -> A { E }."""
    pattern = r"((?:[\w@()]+ )*(?:var|func|init)\b[^{]*\{ )(.+)( \})"
    sides = [re.fullmatch(pattern, text) for text in (line, changed)]
    if not all(sides) or sides[0][1] != sides[1][1] or not all(is_expression(side[2]) for side in sides):
        return None
    return sides[0][1] + choice(made, sides[1][2], sides[0][2]) + sides[0][3]


def argument(line, changed, made):
    """name: A, as an argument or an element."""
    pattern = r'((?:\w+|"\w+"): )(.+?)(,|\)|\),)?'
    sides = [re.fullmatch(pattern, text) for text in (line, changed)]
    if not all(sides) or sides[0][1] != sides[1][1] or sides[0][3] != sides[1][3] or line.startswith("case "):
        return None
    if line.startswith("default") or not all(is_expression(side[2]) for side in sides):
        return None
    return sides[0][1] + choice(made, sides[1][2], sides[0][2]) + (sides[0][3] or "")


def statement(line, changed, made):
    """A whole statement, left out or another in its place."""
    if not changed and line.startswith("if ") and line.endswith("}") and balanced(line):
        return f"if !{made} {{ {line} }}"
    if not is_statement(line) or (changed and not is_statement(changed)):
        return None
    return f"if !{made} {{ {line} }}" if not changed else f"if {made} {{ {changed} }} else {{ {line} }}"


def is_statement(text):
    if not balanced(text) or text.endswith(",") or text.startswith((".", "&&", "||", "}", "case ", "default")):
        return False
    if re.match(r"(guard|if) .+\{.+\}$", text):
        return not BINDING.search(text)
    return bool(re.match(r"(try |await |throw |return\b)", text) or re.fullmatch(r"[\w.?]+\(.*\)", text)
                or re.match(r"[\w.?()\[\], ]+ [+-]?= ", text)) and not BINDING.search(text)


def expression(line, changed, made):
    """A line that is one operand of an expression over several lines, or the value of a body."""
    end = "," if line.endswith(",") and changed.endswith(",") else ""
    one, other = (text[: len(text) - len(end)] for text in (line, changed))
    if not is_expression(one) or not is_expression(other) or re.match(r"[?:.+}]|default\b|return\b", one):
        return None
    if re.match(r"[\w.]+ [+-]?= ", one):
        return None
    return choice(made, other, one) + end


def split(text):
    """The parts between commas that stand in no bracket and no text."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(masked(text)):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def balanced(text):
    depth = 0
    for character in masked(text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return False
    return depth == 0
