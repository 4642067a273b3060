"""A provider of django-oauth-toolkit, as its documentation sets one up; listens on a free port until it is ended.

django_provider.py FOLDER: writes the issuer as the first line. Mara signs in with `watchword`; the client `basic` has
a secret and proves itself with it in the header alone, `native` has none. /api answers to access tokens with the scope
`orders.read`, and nothing else.
"""
import sys
import threading
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path

SECRET = "secret-of-the-basic-client"
APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"]
LOGIN_PAGE = "<form method=post>{% csrf_token %}{{ form }}<button>Sign in</button></form>"
REDIRECTS = "http://127.0.0.1 http://127.0.0.1/ http://127.0.0.1/callback http://localhost http://localhost/"


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        """Logs nothing: the addresses hold codes."""


def configure(folder):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    settings.configure(
        SECRET_KEY="of this run", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF="django_provider", LOGIN_URL="/login/",
        USE_TZ=True,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "provider.sqlite"}},
        INSTALLED_APPS=APPS, MIGRATION_MODULES={name.split(".")[-1]: None for name in APPS},  # tables at once
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # Django's own advice for tests
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
            "DIRS": [folder / "templates"],
        }],
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True, "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode(),
            "SCOPES": {name: name for name in ("openid", "profile", "email", "orders.read")},
            "DEFAULT_SCOPES": ["openid"], "ALWAYS_RELOAD_OAUTHLIB_CORE": True,  # so that lifetimes can change
        },
    )
    (folder / "templates/registration").mkdir(parents=True)
    (folder / "templates/registration/login.html").write_text(LOGIN_PAGE)
    django.setup()


def fill():
    """Mara, and the two clients."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from oauth2_provider.models import Application

    call_command("migrate", verbosity=0, run_syncdb=True)
    User.objects.create_user("mara", "mara@heron.example", "watchword", first_name="Mara", last_name="Lind")
    for client_id, secret, kind in [("basic", SECRET, "confidential"), ("native", "", "public")]:
        Application.objects.create(
            client_id=client_id, client_secret=secret, client_type=kind, name=client_id, algorithm="RS256",
            authorization_grant_type="authorization-code", redirect_uris=REDIRECTS,
            post_logout_redirect_uris=REDIRECTS,
        )


def addresses():
    from django.contrib.auth.views import LoginView
    from oauth2_provider.views.generic import ScopedProtectedResourceView

    class Orders(ScopedProtectedResourceView):
        required_scopes = ["orders.read"]

        def get(self, request):
            return HttpResponse(f"orders of {request.resource_owner.get_username()}")

    return [
        path("o/", include("oauth2_provider.urls")), path("login/", LoginView.as_view()), path("api", Orders.as_view()),
    ]


def main():
    configure(Path(sys.argv[1]))
    fill()
    urlpatterns.extend(addresses())
    from django.core.wsgi import get_wsgi_application

    server = make_server("127.0.0.1", 0, get_wsgi_application(), Server, Quiet)
    print(f"http://127.0.0.1:{server.server_port}/o", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    from oauth2_provider.settings import oauth2_settings

    for line in sys.stdin:
        oauth2_settings.ACCESS_TOKEN_EXPIRE_SECONDS = int(line)
        print(line, end="", flush=True)


urlpatterns = []
if __name__ == "__main__":
    sys.modules["django_provider"] = sys.modules["__main__"]
    main()
