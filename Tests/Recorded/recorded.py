#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what a built `tessera` prints with what the program of eb9d09e0 printed.

recorded.py check PROGRAM [PART…]   the differences are those of differences/PART.diff, and each has a reason
recorded.py update PROGRAM [PART…]  writes differences/PART.diff; read it, and give the reasons in reasons.txt
recorded.py record PROGRAM          writes eb9d09e0/commands.txt: by the program of eb9d09e0 alone

PART is help, errors, pages or commands; all of them without one."""
import difflib, fnmatch, os, re, shlex, subprocess, sys, tempfile
from demo import Demo

HERE = os.path.dirname(os.path.abspath(__file__))
OLD = os.path.join(HERE, 'eb9d09e0')
LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']
# Each page in pages/, with its server and address; the app in a browser is signed in as Ana Silva.
PAGES = {
    'home': ('web', '/'), 'tasks': ('web', '/tasks'), 'people': ('web', '/people'),
    'people-ana': ('web', '/people?search=ana'), 'missing': ('web', '/nowhere'), 'accounts': ('web', '/accounts'),
    'tenant-home': ('tenant', '/'), 'device': ('tenant', '/devicelogin'), 'op-device': ('tenant', '/op/device'),
    'authorize-bad': ('tenant', '/common/oauth2/v2.0/authorize?client_id=nope&response_type=code'),
    'b2c-bad': ('tenant', '/nope/oauth2/v2.0/authorize?p=nope'),
}
COMMANDS = """
tenant log
accounts
accounts --json
userinfo
userinfo --json
people find Ana
people find a --json --limit 100
people find an
people find müller
people find o'brien --json
people show ana.silva@aldervale.example
people show ana.silva@aldervale.example --json
people show nobody@aldervale.example
people export --format csv
people export --format vcard
people export --format json
tasks list
tasks list --json
tasks done 00000000
tasks remove 00000000
token --scope nothing/Known
web sessions list
tenant fault http429 --endpoint graph --next 1
tenant fault
tenant fault --clear
tenant --export -
"""


def lines(text):
    """The lines of a text without blank ones at the end of an output: the old program ended some pages with one."""
    return re.sub(r'\n+(\[\d+\]\n*$)', r'\n\1', text).rstrip('\n').split('\n')


def run(program, words, folder, environment={}):
    """What a command prints on both streams, and its status; `folder` is called /home/you."""
    place = {name: os.environ[name] for name in ('PATH', 'LD_LIBRARY_PATH') if name in os.environ}
    place.update({'HOME': folder, 'TESSERA_HOME': folder, 'SWIFT_BACKTRACE': 'enable=no', **environment})
    found = subprocess.run(
        [program, *words], cwd=folder, env=place, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return (found.stdout + found.stderr).replace(folder, '/home/you'), found.returncode


def help_pages(program):
    for name in sorted(os.listdir(f'{OLD}/help')):
        page = name.removesuffix('.txt')
        words = page.replace('sign-', 'sign_').split('-')[1:]
        with tempfile.TemporaryDirectory() as folder:
            text, status = run(program, [word.replace('_', '-') for word in words] + ['--help'], folder)
        yield page, open(f'{OLD}/help/{name}').read(), text + ('' if status == 0 else f'[{status}]')


def transcripts(text):
    parts = re.split(r'^\$ tessera ?(.*)\n', text, flags=re.M)[1:]
    return zip(parts[::2], parts[1::2])


def errors(program):
    for command, wanted in transcripts(open(f'{OLD}/errors.txt').read()):
        with tempfile.TemporaryDirectory() as folder:
            text, status = run(program, shlex.split(command), os.path.realpath(folder))
        separator = '' if text.endswith('\n') else '\n'
        yield f'tessera {command}', wanted, f'{text}{separator}[{status}]\n'


def commands_of(program):
    with Demo(program) as demo:
        for command in COMMANDS.strip().split('\n'):
            tenant = ['--tenant', demo.tenant] if command.startswith(('tenant log', 'tenant fault')) else []
            data = ['--data', 'demo'] if command.startswith(('tenant --export', 'web')) else []
            settings = [] if tenant or data else ['--settings', 'demo/settings.plist']
            if command == 'tenant log':
                demo.page(*PAGES['authorize-bad'], 'en')  # a refusal to be shown
            if '--export' in command:
                demo.stop()
            text, status = run(program, shlex.split(command.replace("'", "\\'")) + tenant + data + settings, demo.folder)
            yield f'tessera {command}', demo.normal(text) + f'[{status}]\n'


def commands(program):
    wanted = dict(transcripts(open(f'{OLD}/commands.txt').read()))
    for command, text in commands_of(program):
        yield command, wanted.pop(command.removeprefix('tessera ')), text


def pages(program):
    with Demo(program) as demo:
        demo.sign_in()
        for page, (server, path) in PAGES.items():
            for language in LANGUAGES:
                text = demo.page(server, path, language)
                yield f'{page}.{language}', demo.normal(open(f'{OLD}/pages/{page}.{language}.txt').read()), text


PARTS = {'help': help_pages, 'errors': errors, 'pages': pages, 'commands': commands}


def differences(part, program):
    """A unified diff for each output that differs; outputs with the same one, such as of a page in languages that the
    app does not have, stand together."""
    found, count = {}, 0
    for name, before, after in PARTS[part](program):
        count += 1
        body = list(difflib.unified_diff(lines(before), lines(after), lineterm='', n=0))[2:]
        if body:
            found.setdefault('\n'.join(body), []).append(name)
    return ''.join(f'=== {part}: {" | ".join(names)}\n{body}\n\n' for body, names in found.items()), count


def reasons():
    """Each reason, by the pattern of the names for which it stands."""
    found = {}
    for line in open(f'{HERE}/reasons.txt'):
        if line.strip() and not line.startswith('#'):
            pattern, reason = line.rstrip('\n').split(' => ')
            found[pattern] = reason
    return found


def check(part, program):
    text, count = differences(part, program)
    path = f'{HERE}/differences/{part}.diff'
    known = open(path).read() if os.path.exists(path) else ''
    faults = list(difflib.unified_diff(lines(known), lines(text), 'recorded differences', 'differences now', lineterm=''))
    names = [f'{part}: {name}' for line in text.split('\n') if line.startswith('=== ')
             for name in line.split(': ', 1)[1].split(' | ')]
    given = [pattern for pattern in reasons() if pattern.startswith(f'{part}: ')]
    faults += [f'no reason in reasons.txt: {name}' for name in names if not any(fnmatch.fnmatchcase(name, p) for p in given)]
    faults += [f'nothing differs: {p}' for p in given if not fnmatch.filter(names, p)]
    print(f'{part}: {count} outputs, {len(names)} differ')
    return faults


def main():
    mode, program, *parts = sys.argv[1:]
    program = os.path.abspath(program)
    if mode == 'record':
        with open(f'{OLD}/commands.txt', 'w') as file:
            for command, text in commands_of(program):
                file.write(f'$ {command}\n{text}')
        return 0
    failed = False
    for part in parts or PARTS:
        if mode == 'update':
            text, count = differences(part, program)
            os.makedirs(f'{HERE}/differences', exist_ok=True)
            with open(f'{HERE}/differences/{part}.diff', 'w') as file:
                file.write(text)
            print(f'{part}: {count} outputs; read differences/{part}.diff')
            continue
        faults = check(part, program)
        if faults:
            print('\n'.join(faults))
        failed = failed or bool(faults)
    return int(failed)


sys.exit(main())
