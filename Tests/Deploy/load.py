"""Requests to the service of docs/production.md from four connections, until a file appears: load.py TOKEN STOP KIND

It prints how many were answered, which were lost, and which tasks are there twice or not at all.
"""
import collections
import http.client
import json
import socket
import ssl
import sys
import threading
import time
from pathlib import Path

HOST = "tasks.example.com"
token, stop, kind = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
context = ssl.create_default_context(cafile="/etc/tessera/tls/tasks.pem")
lock, answered, lost, added = threading.Lock(), collections.Counter(), [], []


class Connection(http.client.HTTPSConnection):
    def connect(self):
        self.sock = context.wrap_socket(
            socket.create_connection(("127.0.0.1", 443), timeout=30), server_hostname=HOST)


def send(connection, method, path="/api/tasks", content=None, **fields):
    fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | fields
    connection.request(method, path, content, fields)
    response = connection.getresponse()
    return response.status, response.read().decode()


def client(number):
    connection, count = Connection(HOST), 0
    while not stop.exists():
        count += 1
        text = f"{kind} {number}-{count}"
        adds = count % 2 == 0
        fields = {"Idempotency-Key": f'"{text}"'} if kind == "keyed" else {}
        try:
            status, answer = (send(connection, "POST", content=json.dumps({"Text": text}), **fields) if adds
                              else send(connection, "GET"))
        except (OSError, http.client.HTTPException) as error:
            status, answer = 0, repr(error)
            connection.close()
        with lock:
            if status // 100 == 2:
                answered["POST" if adds else "GET"] += 1
                if adds:
                    added.append(text)
            else:
                lost.append(f"{'POST' if adds else 'GET'} {status} {answer[:200]}")
        # Fewer than a person may send, and than a person may have tasks.
        time.sleep(0.4)
    connection.close()


threads = [threading.Thread(target=client, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
connection = Connection(HOST)
status, answer = send(connection, "GET")
if status != 200:
    sys.exit(f"the list: {status} {answer}; {answered} {lost[:5]}")
there = collections.Counter(one["Text"] for one in json.loads(answer) if one["Text"].startswith(kind))
enough = answered["GET"] > 20 and answered["POST"] > 20
print(json.dumps({
    "enough": enough, "lost": lost, "missing": [text for text in added if not there[text]],
    "twice": [text for text, count in there.items() if count > 1]}))
if not enough:
    print(answered)
