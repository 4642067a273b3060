"""A client of a program under attack that sends one request after another on one connection."""
import http.client
import json

CLIENT = {"redirect_uris": ["http://127.0.0.1:1/"], "token_endpoint_auth_method": "client_secret_post"}


class Client:
    """The connection stays open, and needs no further descriptor."""

    def __init__(self, program, name):
        self.host = program.name(name).decode()
        self.connection = http.client.HTTPConnection("127.0.0.1", program.port(name), timeout=20)

    def ask(self, method, path, content=None, **headers):
        self.connection.request(method, path, content, {"Host": self.host} | headers)
        response = self.connection.getresponse()
        return response.status, response.read()

    def ask_json(self, method, path, value):
        return self.ask(method, path, json.dumps(value), **{"Content-Type": "application/json"})

    def register(self):
        """A new client of the standard provider: a write that needs no sign-in."""
        status, content = self.ask_json("POST", "/op/register", CLIENT)
        return json.loads(content)["client_id"] if status == 201 else status

    def knows(self, client):
        query = f"client_id={client}&response_type=code&redirect_uri=http://127.0.0.1:1/&scope=openid"
        query += "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        return self.ask("GET", f"/op/authorize?{query}")[0] == 200
