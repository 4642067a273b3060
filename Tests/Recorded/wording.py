# SPDX-License-Identifier: Apache-2.0
"""What the program of eb9d09e0 printed, in the words of wording.txt."""
import os, re, textwrap

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'wording.txt')
# What a new wording keeps: tags, placeholders, options, code, addresses, names, numbers and columns.
KEPT = re.compile(
    r'<[^<>]*>|`[^`]*`|https?://[^\s<>"]+|(?<![\w-])--?[A-Za-z][\w-]*(?: [A-Z]{2,}\b)?|\btessera [a-z-]+'
    r'|\$?\b[A-Z]+(?:_[A-Z]+)+|\$[A-Z]+|[\w.:/@-]*\d[\w.:/@-]*|\w+(?:[./:@=_]\w+)+|\b[a-z]+[A-Z]\w*'
    r'|[<>"{}&=|\\@#*]|\s{2,}')
# Attributes that people read or hear.
SPOKEN = re.compile(r'\b(title|alt|aria-label|placeholder|data-offline)="[^"]*"')
WIDTH = 79


def kept(text):
    found = KEPT.findall(SPOKEN.sub(r'\1=""', text))
    # The order of tags matters.
    return text.count('\n'), [part for part in found if part[0] == '<'], sorted(found)


class Entry:
    """New lines for old ones: everywhere, or whole lines of the named outputs."""

    def __init__(self, line, head):
        self.line, self.uses, self.before, self.after = line, 0, [], []
        names, _, self.reason = head.partition(' => ')
        self.names = names.split(' | ') if head else []

    @property
    def old(self):
        return '\n'.join(self.before)

    @property
    def new(self):
        return '\n'.join(self.after)

    def fault(self):
        if not self.old.strip() or self.old == self.new:
            return 'no change'
        if self.names:
            return '' if self.reason else 'no reason'
        return '' if kept(self.old) == kept(self.new) else f'not only words change, so it needs a reason: {self.old}'


class Wording:
    def __init__(self):
        self.entries, self.seen, self.faults = [], set(), []
        entry, head = None, ''
        for number, line in enumerate(open(PATH).read().split('\n'), 1):
            sign, text = line[:1], line[2:]
            if sign == '-':
                if entry is None or entry.after:
                    entry = Entry(number, head)
                    self.entries.append(entry)
                entry.before.append(text)
            elif sign == '+' and entry:
                entry.after.append(text)
            elif sign in ('!', '#', ''):
                entry, head = None, text if sign == '!' else ''
            else:
                self.faults.append(f'wording.txt:{number}: not a line of an entry')
        self.faults += [f'wording.txt:{entry.line}: {fault}' for entry in self.entries if (fault := entry.fault())]
        self.everywhere = {entry.old: entry for entry in self.entries if not entry.names}

    def expected(self, name, text):
        """What the output of this name must be."""
        self.seen.add(name)
        head, body = '', text
        if name.startswith(('pages: ', 'documents: ')):
            # The status and the fields are no wording.
            head, end, body = text.partition('\n\n')
            head += end
        is_help = body.startswith('OVERVIEW: ')
        if is_help:
            # The old program ended pages without subcommands with an empty line.
            body = unwrapped(re.sub(r'\n\n(\[0\]\n)$', r'\n\1', body))
        text = f'\n{head}{self.reworded(body)}'
        for entry in self.entries:
            if name in entry.names:
                text = self.replaced(entry, name, text)
        return wrapped(text[1:]) if is_help else text[1:]

    def replaced(self, entry, name, text):
        lines, entry.uses = f'\n{entry.old}\n', entry.uses + 1
        if text.count(lines) != 1:
            self.faults.append(f'wording.txt:{entry.line}: {text.count(lines)} times in {name}: {entry.old}')
        return text.replace(lines, f'\n{entry.new}\n' if entry.after else '\n')

    def reworded(self, text):
        found = sorted((old for old in self.everywhere if old in text), key=len, reverse=True)
        # Parts of words, what is inside a tag, and names of members stay.
        words = [r'(?<!\w)' * old[0].isalnum() + re.escape(old) + r'(?!\w)' * old[-1].isalnum() + '(?!":)'
                 for old in found]

        def put(match):
            entry = self.everywhere.get(match[0])
            if entry is None:
                return match[0]
            entry.uses += 1
            return entry.new

        return re.sub('|'.join([*words, '<[^<>]*>']), put, text)

    def unused(self):
        """The faults of the list after all outputs."""
        faults = [f'wording.txt:{entry.line}: nothing said this: {entry.old}'
                  for entry in self.entries if not entry.uses]
        return faults + [f'wording.txt:{entry.line}: no output {name}' for entry in self.entries
                         for name in entry.names if name not in self.seen]


def indent(line):
    return len(line) - len(line.lstrip())


def hanging(line):
    """Where the next line goes on with the text of a line of a help page; none for tables that are broken by hand."""
    if re.match(r' {2}\S.{22} \S| {26}\S', line):
        return 26
    return indent(line) if indent(line) in (0, 8) and not line.startswith('USAGE:') else None


def unwrapped(page):
    """A help page without the line ends that its width caused."""
    lines, last = [], ''
    for line in page.split('\n'):
        word = line.split()[:1] or ['']
        if last and line and indent(line) == hanging(lines[-1]) and len(last) + 1 + len(word[0]) > WIDTH:
            lines[-1] += ' ' + line.lstrip()
        else:
            lines.append(line)
        last = line
    return '\n'.join(lines)


def wrapped(page):
    lines = []
    for line in page.split('\n'):
        start = hanging(line)
        if start is None or not line or len(line) <= WIDTH + (start == 26):
            lines.append(line)
        else:
            lines += textwrap.wrap(
                line, WIDTH, subsequent_indent=' ' * start, break_long_words=False, break_on_hyphens=False)
    return '\n'.join(lines)
