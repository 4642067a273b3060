"""A web app that waits for the answer to a sign-in, and to hear that somebody left."""
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs


class WaitingApp:
    """Listens on a free port of this machine, and keeps what it gets."""

    def __init__(self):
        self.answers = []
        self.visits = []
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"])).decode()
                app.answers.append((self.headers["Origin"], parse_qs(content)))
                self.reply("The app has its answer.")

            def do_GET(self):
                app.visits.append(self.path)
                self.reply("This is the app.")

            def reply(self, text):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(f"<!doctype html><title>App</title><p>{text}</p>".encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()
