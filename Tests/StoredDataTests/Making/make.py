#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills every table of a data folder with the program of eb9d09e0; the fixture was made so, in November 2026.

make.py PROGRAM RECORDED TARGET: the old program, the folder that it wrote (demo, home), and a folder to be made.
The old program is in no repository, so this cannot run again; it says what the rows of the fixture are."""
import base64, hashlib, html.parser, json, os, re, secrets, shutil, signal, sqlite3, subprocess, sys, time, urllib.parse
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

program, recorded, target = sys.argv[1:4]
T, OP, API, WEB = 'http://127.0.0.1:33435', 'http://127.0.0.1:33435/op', 'http://127.0.0.1:33435/tessera/v1', 'http://localhost:45969'
ANA, HELOISE = 'ana.silva@aldervale.example', 'heloise.st-clair@aldervale.example'
known = {}  # what a client knows of the rows: cookies, codes and tokens in clear

class Forms(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(); self.forms = []; self.feed(text)
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == 'form': self.forms.append((a.get('action', ''), {}, []))
        if not self.forms: return
        if tag == 'input' and a.get('name') and a.get('type') not in ('checkbox', 'radio'): self.forms[-1][1][a['name']] = a.get('value') or ''
        if tag == 'button' and a.get('name'): self.forms[-1][2].append((a['name'], a.get('value', '')))

class Browser:
    def __init__(self): self.session = requests.Session(); self.session.headers.update({'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Accept': 'text/html', 'Accept-Language': 'en'}); self.page = None; self.url = ''
    def go(self, method, url, data=None, stop=()):
        while True:
            if any(url.startswith(s) for s in stop): self.url = url; return url
            place = urllib.parse.urlsplit(url)
            headers = {'Origin': f'{place.scheme}://{place.netloc}', 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document'} if method == 'POST' else {}
            self.page = self.session.request(method, url, data=data, headers=headers, allow_redirects=False); self.url = url
            if self.page.status_code in (301, 302, 303, 307):
                url, method, data = urllib.parse.urljoin(url, self.page.headers['Location']), 'GET', None
                continue
            assert self.page.status_code < 400, (self.page.status_code, url, re.sub('<[^>]+>', ' ', self.page.text)[-600:])
            return url
    def get(self, url, stop=()): return self.go('GET', url, stop=stop)
    def post(self, stop=(), button=None, having=None, **values):
        forms = Forms(self.page.text).forms
        action, fields, buttons = next(f for f in forms if having is None or having in f[1] or any(having == b[0] for b in f[2]))
        data = {**fields, **values}
        if button: data[button[0]] = button[1]
        return self.go('POST', urllib.parse.urljoin(self.url, action), data, stop)
    def walk(self, stop=(), who=None, until=None, user_code=None, password='watchword', **more):
        """Answers page after page, as the person would, to an address in `stop` or a page with an input `until`."""
        for _ in range(9):
            if any(self.url.startswith(s) for s in (*stop, WEB)): return self.url
            forms = Forms(self.page.text).forms
            print('  page', self.title())
            inputs, buttons = {n for f in forms for n in f[1]}, {b for f in forms for b in f[2]}
            if not forms or until in inputs: return self.url
            if ('answer', 'accept') in buttons: self.post(stop, ('answer', 'accept'), 'answer')
            elif ('continue', '1') in buttons: self.post(stop, ('continue', '1'), 'continue')
            elif 'code' in inputs: self.post(stop, next((b for b in buttons if b[0] == 'do' and 'verify' in b[1]), None), 'code', code=code_of_inbox())
            elif 'email' in inputs and 'password' in inputs: self.post(stop, ('do', 'sign-in'), 'password', email=who, password=password, **more)
            elif 'password' in inputs: self.post(stop, None, 'password', username=who, password=password)
            elif 'user_code' in inputs and 'username' not in inputs: self.post(stop, user_code=user_code)
            else: self.post(stop, None, 'username', username=who)
        raise SystemExit(f'{self.url} {Forms(self.page.text).forms} ' + str(re.findall('class=.error.*', self.page.text)))
    def title(self): return re.search('<title>(.*?)</title>', self.page.text, re.S).group(1)

def query(url): return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)) if 'code=' in url else sys.exit('no code: ' + url)
def b64(data): return base64.urlsafe_b64encode(data).rstrip(b'=').decode()
def pkce():
    verifier = b64(secrets.token_bytes(32)); return verifier, b64(hashlib.sha256(verifier.encode()).digest())
def api(path, body=None, method=None):
    r = requests.request(method or ('POST' if body is not None else 'GET'), API + path, json=body)
    assert r.ok, (path, r.status_code, r.text); return r.json() if r.text else None
def form(url, auth=None, headers=None, **data):
    r = requests.post(url, data=data, auth=auth, headers=headers or {}); return r
def good(r): assert r.ok, (r.status_code, r.text); return r.json()
def jwt(key, header, claims):
    head = f'{b64(json.dumps(header).encode())}.{b64(json.dumps(claims).encode())}'
    r, s = utils.decode_dss_signature(key.sign(head.encode(), ec.ECDSA(hashes.SHA256())))
    return f'{head}.{b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))}'
def numbers(key):
    n = key.public_key().public_numbers(); return {'kty': 'EC', 'crv': 'P-256', 'x': b64(n.x.to_bytes(32, 'big')), 'y': b64(n.y.to_bytes(32, 'big'))}
def proof(key, method, url, nonce=None):
    claims = {'jti': secrets.token_urlsafe(12), 'htm': method, 'htu': url, 'iat': int(time.time()), **({'nonce': nonce} if nonce else {})}
    return jwt(key, {'typ': 'dpop+jwt', 'alg': 'ES256', 'jwk': numbers(key)}, claims)
def address(base, **parameters): return base + '?' + urllib.parse.urlencode(parameters)
def code_of_inbox(): return api('/inbox')['value'][0]['code']

def entra():
    verifier, challenge = pkce()
    client, back = '7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10', ['http://localhost?', 'http://localhost/?']
    ask = dict(client_id=client, response_type='code', redirect_uri='http://localhost', scope='openid profile offline_access User.Read.All', code_challenge=challenge, code_challenge_method='S256', nonce='n1', state='s1')
    b = Browser(); b.get(address(f'{T}/common/oauth2/v2.0/authorize', login_hint=ANA, **ask)); end = b.walk(back, ANA)
    tokens = good(form(f'{T}/common/oauth2/v2.0/token', client_id=client, grant_type='authorization_code', code=query(end)['code'], redirect_uri='http://localhost', code_verifier=verifier))
    known['entra'] = {'cookies': b.session.cookies.get_dict(), 'refreshToken': tokens['refresh_token'], 'scope': ask['scope']}
    # a code that nobody redeems, of the same browser
    known['entra']['code'] = query(b.get(address(f'{T}/common/oauth2/v2.0/authorize', prompt='none', **ask), back))['code']
    known['entra']['verifier'] = verifier
    # the second factor: in one browser a code waits, in another it was typed
    h = Browser(); h.get(address(f'{T}/common/oauth2/v2.0/authorize', login_hint=HELOISE, **ask)); h.walk(back, HELOISE, until='code')
    h = Browser(); h.get(address(f'{T}/common/oauth2/v2.0/authorize', login_hint=HELOISE, **ask)); h.walk(back, HELOISE)
    # terms of use
    n = Browser(); n.get(address(f'{T}/common/oauth2/v2.0/authorize', login_hint=ANA, client_id='f27b9e50-6a14-4c8d-b3e7-05d9c1a8f642', response_type='code', redirect_uri='http://localhost:3000', scope='openid profile User.Read', code_challenge=challenge, code_challenge_method='S256'))
    n.walk(['http://localhost:3000'], ANA)

def devices():
    client = dict(client_id='7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10')
    poll = lambda d: form(f'{T}/common/oauth2/v2.0/token', grant_type='urn:ietf:params:oauth:grant-type:device_code', device_code=d['device_code'], **client)
    for step in ('waits', 'approved', 'redeemed'):
        d = good(form(f'{T}/common/oauth2/v2.0/devicecode', scope='openid offline_access User.Read.All', **client))
        known[f'device that {step}' if step == 'waits' else f'{step} device'] = d['device_code']
        if step == 'waits': poll(d); continue
        b = Browser(); b.get(f'{T}/common/oauth2/deviceauth'); b.post(user_code='ZZZZZZZZZ'); b.walk(who=ANA, user_code=d['user_code'])
        if step == 'redeemed': good(poll(d))

def customers():
    site, client, back = f'{T}/aldervalecustomers.onmicrosoft.com', '5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3', ['http://localhost?', 'http://localhost/?']
    def ask(challenge): return dict(client_id=client, response_type='code', redirect_uri='http://localhost', scope=f'openid offline_access {client}', code_challenge=challenge, code_challenge_method='S256', nonce='n2', state='s2')
    for step, who in enumerate(['ines.kallio@mailbox.example', 'tomas.ferreira@mailbox.example', 'tomas.ferreira@mailbox.example']):
        verifier, challenge = pkce()
        b = Browser(); b.get(address(f'{site}/b2c_1_susi/oauth2/v2.0/authorize', **ask(challenge))); code = query(b.walk(back, who))['code']
        if step < 2: known['customer who has a code'] = {'code': code, 'verifier': verifier}; continue
        tokens = good(form(f'{site}/b2c_1_susi/oauth2/v2.0/token', client_id=client, grant_type='authorization_code', code=code, redirect_uri='http://localhost', code_verifier=verifier))
        known['customer'] = {'cookies': b.session.cookies.get_dict(), 'refreshToken': tokens['refresh_token']}
    # "Keep me signed in", with a second factor; in another browser, a code by e-mail waits
    b = Browser(); b.get(address(f'{site}/b2c_1_shop/oauth2/v2.0/authorize', **ask(challenge))); b.walk(back, who, keep='1')
    b = Browser(); b.get(address(f'{site}/b2c_1_shop/oauth2/v2.0/authorize', **ask(challenge))); b.post(button=('do', 'sign-up'))
    b.post(button=('do', 'send'), email='new@mailbox.example'); print('  page', b.title())

def standard():
    key = ec.generate_private_key(ec.SECP256R1())
    service = ec.derive_private_key(int.from_bytes(base64.urlsafe_b64decode('6x0UhZncQRtVx4cjXUHioFYk_LeFTFxAcnhk9Xodyus='), 'big'), ec.SECP256R1())
    def assertion(**more):
        return jwt(service, {'alg': 'ES256', 'kid': 'sample-service-key', 'typ': 'JWT'}, {'iss': 'sample-service', 'sub': 'sample-service', 'aud': OP, 'jti': secrets.token_urlsafe(12), 'iat': int(time.time()), 'exp': int(time.time()) + 240, **more})
    sent = lambda: dict(client_id='sample-service', client_assertion_type='urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion=assertion())
    def sign_in(b, url, stop): b.get(url, stop); return b.walk(stop, ANA)
    def ask(client, back, scope='openid profile offline_access orders.read', **more):
        verifier, challenge = pkce()
        return verifier, dict(client_id=client, response_type='code', redirect_uri=back, scope=scope, code_challenge=challenge, code_challenge_method='S256', state='s3', nonce='n3', **more)
    # public client: consent, session, grant, code, tokens; refreshed once, so that one is used
    back = 'http://127.0.0.1/callback'
    verifier, a = ask('sample-native-app', back, claims='{"id_token":{"email":{"essential":true}}}', login_hint=ANA)
    b = Browser(); end = sign_in(b, address(f'{OP}/authorize', **a), [back])
    tokens = good(form(f'{OP}/token', client_id='sample-native-app', grant_type='authorization_code', code=query(end)['code'], redirect_uri=back, code_verifier=verifier))
    tokens = good(form(f'{OP}/token', client_id='sample-native-app', grant_type='refresh_token', refresh_token=tokens['refresh_token']))
    known['standard'] = {'cookies': b.session.cookies.get_dict(), 'refreshToken': tokens['refresh_token'], 'accessToken': tokens['access_token']}
    # a code that nobody redeems, of a confidential client; then opaque tokens, and a revoked grant
    for redeemed in (False, True):
        back = 'http://127.0.0.1:8080/callback'; verifier, a = ask('sample-web-app', back)
        end = sign_in(b, address(f'{OP}/authorize', **a), [back])
    tokens = good(form(f'{OP}/token', auth=('sample-web-app', 'sample-secret-of-the-web-app'), grant_type='authorization_code', code=query(end)['code'], redirect_uri=back, code_verifier=verifier))
    form(f'{OP}/revoke', auth=('sample-web-app', 'sample-secret-of-the-web-app'), token=tokens['refresh_token'])
    # pushed requests: one used with DPoP, one that waits
    back = 'http://127.0.0.1/callback'
    for used in (True, False):
        verifier, a = ask('sample-bound-app', back); r = form(f'{OP}/par', headers={'DPoP': proof(key, 'POST', f'{OP}/par')}, **a)
        r = form(f'{OP}/par', headers={'DPoP': proof(key, 'POST', f'{OP}/par', r.headers.get('DPoP-Nonce'))}, **a); uri = good(r)['request_uri']
        if not used: known['pushed'] = uri; break
        end = sign_in(b, address(f'{OP}/authorize', client_id='sample-bound-app', request_uri=uri), [back])
        body = dict(client_id='sample-bound-app', grant_type='authorization_code', code=query(end)['code'], redirect_uri=back, code_verifier=verifier)
        r = form(f'{OP}/token', headers={'DPoP': proof(key, 'POST', f'{OP}/token', r.headers.get('DPoP-Nonce'))}, **body)
        good(r)
    # the service for itself, for a person, and an exchanged token, whose grant continues the first
    good(form(f'{OP}/token', grant_type='client_credentials', scope='orders.read', **sent()))
    person = good(form(f'{OP}/token', grant_type='urn:ietf:params:oauth:grant-type:jwt-bearer', scope='orders.read', assertion=assertion(sub=ANA, iss='sample-service'), **sent()))
    good(form(f'{OP}/token', grant_type='urn:ietf:params:oauth:grant-type:token-exchange', subject_token=person['access_token'], subject_token_type='urn:ietf:params:oauth:token-type:access_token', auth=('sample-orders-api', 'sample-secret-of-the-orders-api')))
    # devices: one waits, one is approved, one has its tokens; with resources
    for step in range(3):
        d = good(form(f'{OP}/device_authorization', client_id='sample-native-app', scope='openid offline_access orders.read', resource='https://orders.aldervale.example'))
        if step == 0: form(f'{OP}/token', client_id='sample-native-app', grant_type='urn:ietf:params:oauth:grant-type:device_code', device_code=d['device_code']); continue
        b.get(d['verification_uri']); b.walk(who=ANA, user_code=d['user_code'])
        if step == 2: good(form(f'{OP}/token', client_id='sample-native-app', grant_type='urn:ietf:params:oauth:grant-type:device_code', device_code=d['device_code']))
    # one that waits for the answer on a page, with details
    d = good(form(f'{OP}/device_authorization', client_id='sample-native-app', scope='openid ledger.read', resource='https://ledger.heron.example/', authorization_details=json.dumps([{'type': 'payment'}])))
    b.get(d['verification_uri']); b.post(user_code=d['user_code']); b.post(button=('continue', '1'), having='continue'); print('  page', b.title())
    # a client that registers itself, its grant with authorization details
    r = requests.post(f'{OP}/register', json={'client_name': 'My app', 'redirect_uris': ['http://127.0.0.1/own'], 'token_endpoint_auth_method': 'none', 'application_type': 'native', 'grant_types': ['authorization_code', 'refresh_token']})
    client = good(r)['client_id']
    verifier, a = ask(client, 'http://127.0.0.1/own', scope='openid ledger.read', authorization_details=json.dumps([{'type': 'payment', 'amount': {'currency': 'SEK', 'value': 12.5}}]), resource='https://ledger.heron.example/')
    end = sign_in(b, address(f'{OP}/authorize', **a), ['http://127.0.0.1/own'])
    good(form(f'{OP}/token', client_id=client, grant_type='authorization_code', code=query(end)['code'], redirect_uri='http://127.0.0.1/own', code_verifier=verifier, resource='https://ledger.heron.example/'))
    requests.post(f'{OP}/register', json={'client_name': 'Unused app', 'redirect_uris': ['http://127.0.0.1/own']})
    # two interactions that wait: at the first page, and at consent
    verifier, a = ask('sample-native-app', 'http://127.0.0.1/callback', prompt='consent'); b.get(address(f'{OP}/authorize', **a)); print('  page', b.title())
    verifier, a = ask('sample-native-app', 'http://127.0.0.1/callback'); Browser().get(address(f'{OP}/authorize', **a))

def tests():
    api('/sign-ins', {'person': ANA, 'then': '/op/', 'secondFactor': True}); api('/sign-ins', {'person': 'ines.kallio@mailbox.example'})
    api('/automatic-sign-ins', {'clientId': 'sample-service', 'person': ANA, 'consent': False, 'secondFactor': False})
    api('/keys/rotate', {'publishedFor': 600})
    api('/directories/aldervale.example/people', {'displayName': 'Gone Soon', 'userPrincipalName': 'gone@aldervale.example'}); api('/directories/aldervale.example/people/gone@aldervale.example', method='DELETE')
    group = api('/directories/heron.example/groups')['value'][0]['id']; api(f'/directories/heron.example/groups/{group}', {'members': ['mara@heron.example']}, 'PATCH')
    # locked out by wrong passwords; sign-ins ended; a password that was changed
    marcus = 'marcus.bell@aldervale.example'
    for _ in range(12):
        b = Browser(); b.get(address(f'{T}/common/oauth2/v2.0/authorize', login_hint=marcus, client_id='7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10', response_type='code', redirect_uri='http://localhost', scope='openid'))
        b.post(having='password', username=marcus, password='wrong')
    api('/directories/aldervale.example/people/marek.dvorak@aldervale.example/revokeSignInSessions', {})
    api('/directories/aldervale.example/people/owen.treharne@aldervale.example', {'passwordProfile': {'password': 'another watchword'}}, 'PATCH')
    client = '5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3'
    for _ in range(12):
        b = Browser(); b.get(address(f'{T}/aldervalecustomers.onmicrosoft.com/b2c_1_susi/oauth2/v2.0/authorize', client_id=client, response_type='code', redirect_uri='http://localhost', scope='openid'))
        b.post(button=('do', 'sign-in'), email='ines.kallio@mailbox.example', password='wrong')
    api('/directories/aldervalecustomers.onmicrosoft.com/customers/ines.kallio@mailbox.example/revokeSignInSessions', {})
    api('/clock/advance', {'seconds': 0.5})

def web():
    b = Browser(); b.get(WEB + '/sign-in?registration=myGraphService&return=%2Fpeople'); b.walk(who=ANA)
    b.get(WEB + '/tasks'); print('  page', b.title())
    for text in ('Water the herons', 'naïve “ąć” 🪶', "x' OR 1 --"): b.post(having='form-once', text=text); print('  page', b.title())
    known['web'] = {'cookies': b.session.cookies.get_dict(domain='localhost.local') or b.session.cookies.get_dict()}

def tasks(env):
    def tessera(*words): return subprocess.run([program, *words, '--settings', 'demo/settings.plist'], cwd=target, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    tessera('tasks', 'add', 'count', 'the', 'nests'); listed = json.loads(tessera('tasks', 'list', '--json')); print(listed)
    tessera('tasks', 'done', listed[0]['id']); print(tessera('tasks', 'list'), tessera('accounts'))

def run():
    shutil.copytree(f'{recorded}/demo', f'{target}/demo'); shutil.copytree(f'{recorded}/home', f'{target}/home')
    env = {**os.environ, 'TESSERA_HOME': f'{target}/home'}
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([program, 'tenant', '--data', 'demo', '--from', f'{here}/tenant.json', '--export', '-'], cwd=target, env=env, stdout=subprocess.DEVNULL, check=True)
    server = subprocess.Popen([program, 'demo', '--data', 'demo', '--port', '33435', '--tasks-port', '45975', '--web-port', '45969', '--json'], cwd=target, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(f'{target}/demo.err', 'w'))
    try:
        for _ in range(100):
            try: requests.get(T); break
            except requests.ConnectionError: time.sleep(0.1)
        for step in (entra, devices, customers, standard, web, tests):
            print(step.__name__); step()
        tasks(env)
    finally:
        server.send_signal(signal.SIGINT); server.wait(20)
    json.dump(known, open(f'{target}/known.json', 'w'), indent=1)
    for name in ('tenant', 'tasks', 'sessions'):
        c = sqlite3.connect(f'{target}/demo/{name}.sqlite')
        c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
        empty = [t for (t,) in c.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid") if not c.execute(f'SELECT 1 FROM "{t}" LIMIT 1').fetchone()]
        print(name, 'empty:', empty); c.close()

run()
