# SPDX-License-Identifier: Apache-2.0
"""A demo of a built `tessera` on a copy of the recorded data folder, as a browser and the commands see it."""
import base64, fcntl, html.parser, http.client, json, os, re, shutil, signal, sqlite3, subprocess, tarfile
import tempfile, time, urllib.parse

ARCHIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../StoredDataTests/eb9d09e0.tar.xz')
USER = 'ana.silva@aldervale.example'
# The ports of the recorded data.
TENANT, TASKS, WEB = '33435', '45975', '45969'


class Forms(html.parser.HTMLParser):
    """The forms of a page: action and fields of each, with its first button."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == 'form':
            self.forms.append((found.get('action', ''), {}))
            self.pressed = False
        pressed = tag == 'button' and not self.pressed
        if self.forms and (pressed or tag == 'input' and found.get('type') != 'checkbox'):
            self.pressed = self.pressed or pressed
            if found.get('name'):
                self.forms[-1][1][found['name']] = found.get('value') or ''


class Demo:
    def __init__(self, program):
        self.program, self.process, self.cookies, self.names = program, None, {}, {}

    def __enter__(self):
        # One at a time: each needs the same ports.
        self.turn = open(os.path.join(tempfile.gettempdir(), f'tessera-recorded-{os.getuid()}.lock'), 'w')
        fcntl.flock(self.turn, fcntl.LOCK_EX)
        self.folder = os.path.realpath(tempfile.mkdtemp())
        with tarfile.open(ARCHIVE) as archive:
            for member in archive.getmembers():
                if member.name.startswith('recorded/'):
                    archive.extract(member, self.folder)
        for name in ('demo', 'home'):
            os.rename(f'{self.folder}/recorded/{name}', f'{self.folder}/{name}')
        os.rename(f'{self.folder}/home/accounts', f'{self.folder}/accounts')
        self.stay_young()
        environment = {**os.environ, 'HOME': self.folder, 'TESSERA_HOME': self.folder, 'TZ': 'UTC'}
        # The accounts belong to the address of the tenant, which the recorded settings name.
        words = ['demo', '--data', 'demo', '--port', TENANT, '--tasks-port', TASKS, '--web-port', WEB, '--json']
        for _ in range(30):
            self.process = subprocess.Popen(
                [self.program, *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            line = self.process.stdout.readline()
            if line:
                break
            error = self.process.communicate()[1]
            time.sleep(1)  # another program may have the port for a while
        else:
            raise SystemExit(f'no demo at the ports {TENANT}, {TASKS} and {WEB}: {error}')
        places = json.loads(line)
        self.tenant, self.web = places['tenant'], places['web']
        return self

    def stay_young(self):
        """Puts off the ends of sign-ins: they were recorded in November 2026."""
        for name, change in [
            ('tenant', "UPDATE refreshToken SET expiresAt = '2999-01-01 00:00:00.000'"),
            ('sessions', 'UPDATE session SET endsAt = 32472144000, expiresAt = 32472144000 WHERE browser = \'\''),
        ]:
            database = sqlite3.connect(f'{self.folder}/demo/{name}.sqlite')
            with database:
                database.execute(change)
            database.close()

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(20)
            self.process = None

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.turn.close()

    def send(self, method, url, form=None, language='en'):
        """One request, with the cookies of its host."""
        place = urllib.parse.urlsplit(url)
        jar = self.cookies.setdefault(place.netloc, {})
        fields = {'Accept': 'text/html', 'Accept-Language': language, 'Host': place.netloc, 'User-Agent': 'Mozilla/5.0'}
        if jar:
            fields['Cookie'] = '; '.join(f'{name}={value}' for name, value in jar.items())
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            fields.update({
                'Content-Type': 'application/x-www-form-urlencoded', 'Origin': f'{place.scheme}://{place.netloc}',
                'Sec-Fetch-Site': 'same-origin'})
        connection = http.client.HTTPConnection('127.0.0.1', place.port, timeout=20)
        connection.request(method, f'{place.path or "/"}?{place.query}'.rstrip('?'), body, fields)
        response = connection.getresponse()
        response.text = response.read().decode()
        connection.close()
        for cookie in response.headers.get_all('Set-Cookie') or []:
            name, _, value = cookie.split(';')[0].partition('=')
            jar[name] = value
            if 'Max-Age=0' in cookie:
                jar.pop(name)
        return response

    def visit(self, url, code=''):
        """Follows the pages as Ana Silva; the address that a page without a form has, or that no server here has."""
        form = None
        for _ in range(20):
            response = self.send('GET' if form is None else 'POST', url, form)
            if response.status in (302, 303):
                url, form = urllib.parse.urljoin(url, response.headers['Location']), None
                if not url.startswith((self.tenant, self.web)):
                    break
                continue
            forms = Forms(response.text).forms
            if url.startswith(self.web) or not forms:
                break
            action, form = next((f for f in forms if 'username' in f[1]), forms[0])
            url = urllib.parse.urljoin(url, action)
            form.update({name: value for name, value in
                         [('username', USER), ('password', 'watchword'), ('user_code', code)] if name in form})
        return url

    def sign_in(self):
        """Signs Ana Silva in at the app; her tasks are then asked for, with another token."""
        self.visit(f'{self.web}/sign-in?registration=myGraphService&return=%2Fpeople')
        if self.send('GET', f'{self.web}/tasks').status != 200:
            raise SystemExit(f'no sign-in at {self.web}')

    def answer(self, words, question):
        """What a person types who was asked to sign in, and did so as Ana Silva."""
        self.cookies.pop(urllib.parse.urlsplit(self.tenant).netloc, None)
        url, code = re.search(r'^  (http\S+)$', question, re.M), re.search(r'the code (\S+)$', question, re.M)
        end = self.visit(url[1], code[1] if code else '') if url else ''
        if '--browser' in words:
            self.send('GET', end)
        return end + '\n'

    def page(self, server, path, language):
        """Status, fields and body of a page, without what differs from one run to the next."""
        if server == 'tenant':
            self.cookies.pop(urllib.parse.urlsplit(self.tenant).netloc, None)
        return self.shown(self.send('GET', (self.web if server == 'web' else self.tenant) + path, language=language))

    def shown(self, response):
        fields = []
        for name, value in response.getheaders():
            if name.lower() == 'content-length' and value == str(len(response.text.encode())):
                value = 'OF THE BODY'
            elif name.lower() == 'set-cookie':
                value = re.sub('^([^=]*=)[^;]+', r'\1NONCE', value)
            fields.append(f'{name}: {value}')
        # The order of fields with different names means nothing.
        fields.sort(key=lambda field: field.split(':')[0].lower())
        return self.normal('\n'.join([str(response.status), *fields, '', response.text]))

    def name(self, identifier, name):
        """Shows a new id, which is as long as its beginning or whole, by a name of the same length."""
        self.names[identifier[:8]] = name.ljust(8, '-')
        return identifier

    def normal(self, text):
        """A text in which ids, nonces and times are alike in every run."""
        text = text.replace(self.folder, '/home/you').replace(self.program, '/home/you/tessera')
        for identifier, name in self.names.items():
            text = re.sub(f'{identifier}(-[0-9a-f-]{{27}})?', name, text)
        text = re.sub(r'\beyJ([\w-]+)\.([\w-]+)\.([\w-]*)', token, text)
        for pattern, put in NORMAL:
            text = re.sub(pattern, put, text)
        return text


def token(match):
    """Header and claims of a token."""
    parts = [base64.urlsafe_b64decode(part + '==').decode() for part in ('eyJ' + match[1], match[2])]
    return '.'.join(parts + ['SIGNATURE'] * bool(match[3]))


RANDOM = 'aio|rh|uti|jti|sid|nonce|at_hash|c_hash'
# What differs from one run to the next. What the recorded data have, such as their times, stays.
NORMAL = [
    (r'(request-id"?: ?"?|  trace |(?:Trace|Correlation) ID(?:</dt><dd>|: )|/api/tasks/|'
     r'"(?:traceId|trace_id|correlation_id|_id)":")'
     r'(?!4ee0d1a2|bb909a46)[0-9a-f-]{36}', r'\1ID'),
    (r'(name="(?:form-token|form-once|account|csrf)" value=")[^"]*', r'\1NONCE'),
    (rf'("(?:{RANDOM})":")[^"]*', r'\1NONCE'),
    (rf'(?m)^((?:{RANDOM}) +)\S+', r'\1NONCE'),
    (r'("(?:exp|iat|nbf|auth_time)":)\d+(?<!1493763266)', r'\1TIME'),
    (r'\b(code|state|nonce|code_challenge|logout_hint|sid)=[\w.~-]{20,}', r'\1=NONCE'),
    (r'(the code )[A-Z]{9}\b', r'\1CODE'),
    (r'(?<=localhost)(:|%3A)(?!33435|45975|45969)\d{4,}', r'\1PORT'),
    (r'("keyId":"|(?m:^))(?!6PPmKq)[\w-]{27}(?="|  from)', r'\1KEY'),
    (r'("id":"|(?m:^))[\w-]{22}(?="|  )', r'\1ID'),
    (r'(Timestamp</dt><dd>)[^<]*', r'\1TIME'),
    (r'(?!2026-11-28T09:4|2999)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?', 'TIME'),
    (r'\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [^\n;]*? GMT', 'TIME'),
    (r'TIME \((?:just now|in [^)]*|[^)]* ago)\) *', 'TIME (SPAN) '),
    # 28 November 2026 at 9:41, as each language writes it
    (r'\d[^<>\n]{0,50}\d:\d\d(?=</)', 'TIME'),
]
