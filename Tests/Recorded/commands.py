# SPDX-License-Identifier: Apache-2.0
"""Commands and requests on the recorded data folder, and what they print."""
import json, os, shlex, signal, subprocess, tempfile, time
from demo import TASKS, TENANT, WEB, Demo

# A command of an account has --settings demo/settings.plist besides. What is in braces is known when it runs. Where one
# asks a person, the demo's browser answers.
COMMANDS = """
tenant log --tenant {tenant}
tenant log --json --tenant {tenant}
accounts
accounts --json
userinfo
userinfo --json
people find Ana
people find a --json --limit 100
people find an
people find müller
people find "o'brien" --json
people show ana.silva@aldervale.example
people show ana.silva@aldervale.example --json
people show nobody@aldervale.example
people export --format csv
people export --format vcard
people export --format json
tasks list
tasks list --json
tasks add Send the minutes
tasks add --json Water the plants
tasks list --undone
tasks done {task}
tasks done {task} --json
tasks done --undo {task}
tasks done {task}
tasks list --undone
tasks remove {task}
tasks remove {task}
tasks remove --json {other}
tasks done 00000000
tasks remove 00000000
call {tasks}/api/tasks
call -i {tasks}/api/tasks -d '{{"Text":"Call"}}' -H 'Content-Type: application/json'
call -X DELETE {tasks}/api/tasks?Text=Call
call {tasks}/nowhere
call {tenant}/v1.0/me
call -o answer.json {tasks}/
token
token --json
token --scope api://tasks/Tasks.ReadWrite
token --scope nothing/Known
token --app
inspect
inspect --json
inspect nonsense
tenant token --tenant {tenant}
tenant token --person ana.silva@aldervale.example --api api://tasks --scope Tasks.ReadWrite --tenant {tenant}
tenant token --person ana.silva@aldervale.example --id --claim colour=red --tenant {tenant}
tenant token --person nobody --tenant {tenant}
tenant token --broken algNone --tenant {tenant} | inspect -
tenant token --broken expired --tenant {tenant} | inspect - --json
tenant token --broken wrongKey --tenant {tenant} | inspect - --audience api://other --scope Other.Read
sign-in --paste
sign-in
sign-in --browser
sign-in --device-code --account nobody@aldervale.example --scope Tasks.Read
accounts
sign-in --issuer {tenant}/op --client-id sample-native-app --name own --paste
accounts --registration own
userinfo --registration own
inspect --registration own
sign-out --registration own
accounts --registration own
sign-out --registration own --all
accounts --registration own
sign-out --local ana.silva@aldervale.example
sign-out
sign-out --all --local
sign-out
accounts
accounts --json
tasks list
token
tenant fault http429 --endpoint graph --next 1 --tenant {tenant}
tenant fault --tenant {tenant}
tenant fault --json --tenant {tenant}
tenant fault --clear --tenant {tenant}
tenant fault --tenant {tenant}
tenant keys --tenant {tenant}
tenant keys --json --tenant {tenant}
tenant keys --rotate --tenant {tenant}
tenant keys --rotate-in 60 --json --tenant {tenant}
tenant clock --tenant {tenant}
tenant clock --json --tenant {tenant}
tenant clock --freeze --tenant {tenant}
tenant clock --advance 60 --json --tenant {tenant}
tenant clock --run --tenant {tenant}
tenant clock --set 2026-01-01T00:00:00Z --tenant {tenant}
tenant clock --reset --tenant {tenant}
tenant trust --data demo
web sessions list --data demo
web sessions list --json --data demo
web sessions end nothing --data demo
web sessions end {session} --data demo
web sessions end --all --data demo
web sessions list --data demo
web sessions list --json --data demo
tenant --data demo --port 0
web --port 0
web --port 0 --json
"""
# Without a running demo.
AFTERWARDS = """
tenant --export - --data demo
tenant clock --tenant {tenant}
tasks list
web --port 0
web --port {web_port} --data demo --settings demo/settings-web.plist
demo --data demo --port {tenant_port} --tasks-port {tasks_port} --web-port {web_port}
tenant --data demo --port {tenant_port}
tenant --data demo --port {tenant_port} --json
tenant --data demo --port {tenant_port} --tls
tenant trust --data demo
tenant --data new --port {tenant_port} --seed 7 --people 100
tenant --data demo --people 100 --port {tenant_port}
tenant --port {tenant_port} --listen 0.0.0.0
tenant --port {tenant_port} --from nothing
"""
DOCUMENTS = """
{tenant}/common/v2.0/.well-known/openid-configuration
{tenant}/consumers/v2.0/.well-known/openid-configuration
{tenant}/aldervale.example/v2.0/.well-known/openid-configuration
{tenant}/aldervale.example/.well-known/openid-configuration
{tenant}/nowhere/v2.0/.well-known/openid-configuration
{tenant}/common/discovery/v2.0/keys
{tenant}/common/discovery/keys
{tenant}/common/discovery/instance?api-version=1.1&authorization_endpoint={tenant}/common/oauth2/v2.0/authorize
{tenant}/common/userrealm/ana.silva@aldervale.example?api-version=2.1
{tenant}/aldervalecustomers.onmicrosoft.com/B2C_1_susi/v2.0/.well-known/openid-configuration
{tenant}/aldervalecustomers.onmicrosoft.com/B2C_1_susi/discovery/v2.0/keys
{tenant}/aldervalecustomers.onmicrosoft.com/v2.0/.well-known/openid-configuration
{tenant}/op/.well-known/openid-configuration
{tenant}/.well-known/oauth-authorization-server/op
{tenant}/op/jwks
{tenant}/op/userinfo
{tenant}/v1.0/me
{tenant}/metadata/endpoints?api-version=2022-09-01
{tenant}/tessera/v1/health
{tenant}/nowhere
{tasks}/
{tasks}/.well-known/oauth-protected-resource
{tasks}/api/tasks
{tasks}/nowhere
{web}/nowhere.json
"""


def environment(folder, words):
    place = {name: os.environ[name] for name in ('PATH', 'LD_LIBRARY_PATH') if name in os.environ}
    # As over SSH, so that nothing opens a browser of its own.
    return {**place, 'HOME': folder, 'TESSERA_HOME': folder, 'SWIFT_BACKTRACE': 'enable=no', 'TZ': 'UTC',
            'BROWSER': 'true' if '--browser' in words else '', 'SSH_TTY': '/dev/null'}


def run(program, words, folder, text='', visit=None):
    """What a command prints on both streams, and its status; `visit` sees what it printed until it waits."""
    asks = words[0] == 'sign-in' and visit
    serves = words[0] == 'demo' or '--port' in words
    with tempfile.TemporaryFile('w+') as output, tempfile.TemporaryFile('w+') as errors:
        process = subprocess.Popen(
            [program, *words], cwd=folder, env=environment(folder, words), text=True,
            stdin=subprocess.PIPE, stdout=output, stderr=errors)
        if asks or serves:
            settle(process, errors if asks else output)
        if asks:
            text = visit(words, read(errors))
        if serves and process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(text, timeout=60)
        return read(output), read(errors), process.returncode


def read(file):
    file.seek(0)
    return file.read()


def settle(process, file):
    """Waits until a program has printed something, and then nothing for a second."""
    size, since, end = 0, time.monotonic(), time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end and (not size or time.monotonic() < since + 1):
        time.sleep(0.05)
        now = os.fstat(file.fileno()).st_size
        if now != size:
            size, since = now, time.monotonic()


def shown(output, errors, status):
    return output + (f'[stderr]\n{errors}' if errors else '') + f'[{status}]\n'


def commands(program):
    """Each command with what it prints."""
    with Demo(program) as demo:
        demo.sign_in()
        demo.page('tenant', '/common/oauth2/v2.0/authorize?client_id=nope&response_type=code', 'en')  # a refusal
        known = {
            'tenant': demo.tenant, 'web': demo.web, 'tasks': f'http://127.0.0.1:{TASKS}', 'tenant_port': TENANT,
            'tasks_port': TASKS, 'web_port': WEB}
        for command in COMMANDS.strip().split('\n'):
            yield f'tessera {command}', one(demo, command, known)
        demo.stop()
        for command in AFTERWARDS.strip().split('\n'):
            yield f'tessera {command}', one(demo, command, known)


def one(demo, command, known):
    output = ''
    for part in command.split(' | '):
        words = shlex.split(part.format(**known))
        if words[0] not in ('tenant', 'web', 'demo') and '--issuer' not in words and '--registration' not in words:
            words += ['--settings', 'demo/settings.plist']
        output, errors, status = run(demo.program, words, demo.folder, output, demo.answer)
    if words[:3] == ['tasks', 'add', '--json']:
        known['other'] = demo.name(json.loads(output)['id'], 'other')
    elif words[:2] == ['tasks', 'add']:
        known['task'] = demo.name(output.split()[1], 'task')
    elif words[:3] == ['web', 'sessions', 'list'] and '--json' in words and output.strip() != '[]':
        known['session'] = json.loads(output)[0]['id']
    return demo.normal(shown(output, errors, status))


def documents(program):
    """Each document with status and fields; each member on a line of its own."""
    with Demo(program) as demo:
        for line in DOCUMENTS.strip().split('\n'):
            url = line.format(tenant=demo.tenant, web=demo.web, tasks=f'http://127.0.0.1:{TASKS}')
            yield f'GET {line}', demo.shown(demo.send('GET', url)).replace(',"', ',\n"') + '\n'
