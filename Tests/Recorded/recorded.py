#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what a built `tessera` prints with what the program of eb9d09e0 printed, in the words of wording.txt.

recorded.py check PROGRAM [PART…]   each output is the recorded one in those words; without PART, each entry is needed
recorded.py record PROGRAM [PART…]  writes commands, documents and pages: by the program of eb9d09e0 alone

PART is help, errors, commands, documents or pages; all of them without one."""
import difflib, hashlib, os, re, shlex, sys, tempfile
from commands import commands, documents, run
from demo import Demo
from wording import Wording

HERE = os.path.dirname(os.path.abspath(__file__))
OLD = os.path.join(HERE, 'eb9d09e0')
SCRIPT = os.path.join(HERE, '../../Sources/Sample/QuickStartWeb/Resources/script.js')
LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']
# Each page in pages/, with its server and address; the app in a browser is signed in as Ana Silva.
PAGES = {
    'home': ('web', '/'), 'tasks': ('web', '/tasks'), 'people': ('web', '/people'),
    'people-ana': ('web', '/people?search=ana'), 'missing': ('web', '/nowhere'), 'accounts': ('web', '/accounts'),
    'tenant-home': ('tenant', '/'), 'device': ('tenant', '/devicelogin'), 'op-device': ('tenant', '/op/device'),
    'authorize-bad': ('tenant', '/common/oauth2/v2.0/authorize?client_id=nope&response_type=code'),
    'b2c-bad': ('tenant', '/nope/oauth2/v2.0/authorize?p=nope'),
}


def read(name):
    with open(f'{OLD}/{name}') as file:
        return file.read()


def transcript(program, words):
    """Both streams of a command in an empty folder, and its status."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors, status = run(program, words, folder)
    text = (output + errors).replace(os.path.realpath(folder), '/home/you')
    return text + ('' if text.endswith('\n') else '\n') + f'[{status}]\n'


def help_pages(program):
    for name in sorted(os.listdir(f'{OLD}/help')):
        page = name.removesuffix('.txt')
        words = page.replace('sign-', 'sign_').split('-')[1:]
        yield page, transcript(program, [word.replace('_', '-') for word in words] + ['--help'])


def errors(program):
    for command in recorded_transcripts('errors'):
        yield command, transcript(program, shlex.split(command.removeprefix('tessera ')))


def pages(program):
    with Demo(program) as demo:
        demo.sign_in()
        for page, (server, path) in PAGES.items():
            for language in LANGUAGES:
                yield f'{page}.{language}', demo.page(server, path, language)


def recorded_transcripts(part):
    parts = re.split(r'^\$ (.*)\n', read(f'{part}.txt'), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def recorded(part):
    """The recorded outputs of a part by their names."""
    if part in ('help', 'pages'):
        end = '[0]\n' if part == 'help' else ''
        return {name.removesuffix('.txt'): read(f'{part}/{name}') + end for name in os.listdir(f'{OLD}/{part}')}
    return recorded_transcripts(part)


PARTS = {'help': help_pages, 'errors': errors, 'commands': commands, 'documents': documents, 'pages': pages}


def unlike(outputs):
    """Each output with its place among those of the same name, since a command can be run twice."""
    seen = {}
    for name, text in outputs:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f'{name} ({seen[name]})', text


def with_current_script(text):
    """A recorded page with the hash of today's script in the script's address."""
    with open(SCRIPT, 'rb') as file:
        version = ''.join(f'{byte:x}' for byte in hashlib.sha256(file.read()).digest()[:6])
    return text.replace('/script.js?12395878bbdd', f'/script.js?{version}')


def check(part, program, wording):
    wanted, faults = recorded(part), []
    count = len(wanted)
    for name, text in unlike(PARTS[part](program)):
        if name not in wanted:
            faults.append(f'{part}: {name}: not recorded')
            continue
        before = with_current_script(wording.expected(f'{part}: {name}', wanted.pop(name)))
        if before != text:
            faults.append(f'{part}: {name}')
            faults += list(difflib.unified_diff(before.split('\n'), text.split('\n'), lineterm='', n=0))[2:]
    print(f'{part}: {count} outputs')
    return faults + [f'{part}: {name}: missing' for name in wanted]


def record(part, program):
    outputs = unlike(PARTS[part](program))
    if part == 'pages':
        for name, text in outputs:
            with open(f'{OLD}/pages/{name}.txt', 'w') as file:
                file.write(text)
    else:
        with open(f'{OLD}/{part}.txt', 'w') as file:
            file.writelines(f'$ {name}\n{text}' for name, text in outputs)


def main():
    mode, program, *parts = sys.argv[1:]
    program = os.path.abspath(program)
    if mode == 'record':
        for part in parts or ('commands', 'documents', 'pages'):
            record(part, program)
        return 0
    wording, faults = Wording(), []
    for part in parts or PARTS:
        faults += check(part, program, wording)
    faults = wording.faults + faults + (wording.unused() if not parts else [])
    if faults:
        print('\n'.join(faults))
    return int(bool(faults))


if __name__ == '__main__':
    sys.exit(main())
