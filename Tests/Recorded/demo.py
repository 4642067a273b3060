# SPDX-License-Identifier: Apache-2.0
"""A demo of a built `tessera` on a copy of the recorded data folder, as a browser and the commands see it."""
import html.parser, http.client, json, os, re, shutil, signal, sqlite3, subprocess, tarfile, tempfile, time
import urllib.parse

ARCHIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../StoredDataTests/eb9d09e0.tar.xz')
USER = 'ana.silva@aldervale.example'
# The ports of the recorded data.
TENANT, TASKS, WEB = '33435', '45975', '45969'


class Forms(html.parser.HTMLParser):
    """The forms of a page: action and fields of each."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == 'form':
            self.forms.append((found.get('action', ''), {}))
        if tag == 'input' and self.forms and found.get('name'):
            self.forms[-1][1][found['name']] = found.get('value') or ''


class Demo:
    def __init__(self, program):
        self.program, self.process, self.cookies = program, None, {}

    def __enter__(self):
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

    def sign_in(self):
        """Signs Ana Silva in at the app; her tasks are then asked for, with another token."""
        url, form = f'{self.web}/sign-in?registration=myGraphService&return=%2Fpeople', None
        for _ in range(20):
            response = self.send('GET' if form is None else 'POST', url, form)
            if response.status in (302, 303):
                url, form = urllib.parse.urljoin(url, response.headers['Location']), None
                continue
            if url.startswith(self.web):
                break
            action, form = next(f for f in Forms(response.text).forms if 'username' in f[1])
            url, form['username'] = urllib.parse.urljoin(url, action), USER
            if 'password' in form:
                form['password'] = 'watchword'
        if self.send('GET', f'{self.web}/tasks').status != 200:
            raise SystemExit(f'no sign-in at {self.web}')

    def page(self, server, path, language):
        """Status, fields and body of a page, without what differs from one run to the next."""
        if server == 'tenant':
            self.cookies.pop(urllib.parse.urlsplit(self.tenant).netloc, None)
        response = self.send('GET', (self.web if server == 'web' else self.tenant) + path, language=language)
        length = response.headers['Content-Length']
        if length != str(len(response.text.encode())):
            raise SystemExit(f'{path}: Content-Length is {length}')
        fields = [f'{name}: {value}' for name, value in response.getheaders()
                  if name.lower() not in ('date', 'set-cookie')]
        return self.normal('\n'.join([str(response.status), *fields, '', response.text]))

    def normal(self, text):
        """A text in which ids, nonces and times are alike in every run."""
        text = text.replace(self.folder, '/home/you').replace(self.program, '/home/you/tessera')
        for pattern, put in [
            (r'(x-ms-request-id: |  trace |(?:Trace|Correlation) ID</dt><dd>)[0-9a-f-]{36}', r'\1ID'),
            (r'(name="(?:form-token|form-once|account|csrf)" value=")[^"]*', r'\1NONCE'),
            (r'(Timestamp</dt><dd>)[^<]*', r'\1TIME'),
            (r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', 'TIME'),
            (r'(?m)^Content-Length: \d+\n', ''),
            # 28 November 2026 at 9:41, as each language writes it
            (r'\d[^<>]*\d:\d\d(?=</)', 'TIME'),
        ]:
            text = re.sub(pattern, put, text)
        return text
