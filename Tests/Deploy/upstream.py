"""A small server in place of an instance: python3 upstream.py PORT NAME LOG [break|hang].

It writes each request into the log as a line of JSON before it answers; then, `break` closes the connection, and `hang`
does nothing.
"""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port, name, log, *mode = sys.argv[1:]


class Instance(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and content leave in one write, as the services' do: an answer is sent whole or, if the process is killed, not
    # at all. A proxy cannot ask another instance once it has sent a head.
    wbufsize = -1

    def answer(self):
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with open(log, "a") as file:
            request = {"method": self.command, "path": self.path, "content": content.decode()}
            file.write(json.dumps({**request, "fields": {k.lower(): v for k, v in self.headers.items()}}) + "\n")
        if mode == ["break"]:
            self.close_connection = True
            return
        if mode == ["hang"]:
            threading.Event().wait()
        text = name.encode()
        self.send_response(503 if self.path == "/busy" else 200)
        if self.path == "/busy":
            self.send_header("Retry-After", "7")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", int(port)), Instance).serve_forever()
