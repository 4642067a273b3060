#!/usr/bin/env python3
"""A keychain that behaves as Apple documents its data-protection keychain, for tests on Linux.

keychain.py SOCKET FILE: answers at a socket and keeps items in a file. One call runs at a time, each in a transaction.
The names of attributes are those of Apple's published sources. A program says which groups its entitlements name;
the operation `device` is for tests and sets the state of the device for one service, so that tests do not meet.
"""
import os
import pathlib
import plistlib
import select
import shutil
import socket
import sqlite3
import struct
import sys

SUCCESS, PARAMETER, DUPLICATE, NOT_FOUND, LOCKED, NOT_ENTITLED = 0, -50, -25299, -25300, -25308, -34018
# The attributes that identify a generic password; the accessibility is none of them.
KEY = ("svce", "acct", "agrp", "sync")
FILTERS = ("svce", "acct", "agrp", "sync", "gena", "pdmn")
# Read only by a device that was unlocked since its start, or is unlocked now.
AFTER_FIRST_UNLOCK = {"cku", "ck"}


class Refused(Exception):
    pass


class Keychain:
    def __init__(self, path):
        self.table = sqlite3.connect(path, isolation_level=None)
        self.table.execute("PRAGMA journal_mode=WAL")
        self.table.execute(
            "CREATE TABLE IF NOT EXISTS item (svce TEXT, acct TEXT, agrp TEXT, sync INTEGER, gena BLOB, pdmn TEXT,"
            " data BLOB, UNIQUE (svce, acct, agrp, sync))")
        self.devices = {}

    def answer(self, request):
        operation, query = request["operation"], request.get("query", {})
        if operation == "device":
            self.devices[request["service"]] = request["state"]
            return {"status": SUCCESS}
        try:
            self.check(query, request["groups"])
            self.table.execute("BEGIN IMMEDIATE")
            answer = getattr(self, operation)(query, request)
            self.table.execute("COMMIT")
            return {"status": SUCCESS} | answer
        except Refused as refused:
            if self.table.in_transaction:
                self.table.execute("ROLLBACK")
            return {"status": refused.args[0]}

    @staticmethod
    def check(query, groups):
        # Without the flag, macOS asks the keychain of files, which knows no groups.
        if query.get("class") != "genp" or query.get("nleg") is not True:
            raise Refused(PARAMETER)
        if "agrp" in query and query["agrp"] not in groups:
            raise Refused(NOT_ENTITLED)

    def add(self, query, request):
        if not request["groups"]:
            raise Refused(NOT_ENTITLED)
        item = {
            "svce": query.get("svce", ""), "acct": query.get("acct", ""),
            "agrp": query.get("agrp", request["groups"][0]), "sync": int(query.get("sync", False)),
            "gena": query.get("gena", b""), "pdmn": query.get("pdmn", "ak"), "data": query.get("v_Data", b""),
        }
        self.require_open(item["svce"], item["pdmn"])
        self.write("INSERT INTO item VALUES (:svce, :acct, :agrp, :sync, :gena, :pdmn, :data)", item)
        return {"result": self.shown(query, item)} if request["wants"] else {}

    def copy(self, query, request):
        # Documented for passwords; published sources of the data-protection keychain allow it.
        if query.get("m_Limit") == "m_LimitAll" and query.get("r_Data"):
            raise Refused(PARAMETER)
        found = self.matching(query, request["groups"])
        if self.devices.get(query.get("svce")) == "hidden":
            found = []  # Before the first unlock, some systems find nothing in place of an error.
        if not found:
            raise Refused(NOT_FOUND)
        for item in found:
            self.require_open(item["svce"], item["pdmn"])
        if query.get("m_Limit") == "m_LimitAll":
            return {"result": [self.shown(query, item) for item in found]}
        return {"result": self.shown(query, found[0])}

    def update(self, query, request):
        self.refuse_match_keys(query)
        found = self.matching(query, request["groups"])
        if not found:
            raise Refused(NOT_FOUND)
        changes = {("data" if name == "v_Data" else name): value for name, value in request["changes"].items()}
        if set(changes) - {"svce", "acct", "gena", "data", "pdmn"}:
            raise Refused(PARAMETER)
        for item in found:
            self.require_open(item["svce"], item["pdmn"])
            columns = ", ".join(f"{name} = :{name}" for name in changes)
            self.write(f"UPDATE item SET {columns} WHERE rowid = :rowid", changes | {"rowid": item["rowid"]})
        return {}

    def delete(self, query, request):
        self.refuse_match_keys(query)
        found = self.matching(query, request["groups"])
        if not found:
            raise Refused(NOT_FOUND)
        # No content is read, so a locked device deletes too.
        self.table.executemany("DELETE FROM item WHERE rowid = ?", [(item["rowid"],) for item in found])
        return {}

    def write(self, statement, values):
        try:
            self.table.execute(statement, values)
        except sqlite3.IntegrityError:
            raise Refused(DUPLICATE) from None

    def matching(self, query, groups):
        # The default of an absent `sync` is an item that is not synchronized.
        wanted = {name: query[name] for name in FILTERS if name in query} | {"sync": int(query.get("sync", False))}
        clause = " AND ".join(f"{name} = :{name}" for name in wanted)
        rows = self.table.execute(f"SELECT rowid, * FROM item WHERE {clause} ORDER BY rowid", wanted)
        names = [column[0] for column in rows.description]
        items = [dict(zip(names, row)) for row in rows]
        return [item for item in items if item["agrp"] in groups]

    def require_open(self, service, accessible):
        state = self.devices.get(service, "unlocked")
        if state == "unlocked" or (state == "locked" and accessible in AFTER_FIRST_UNLOCK):
            return
        raise Refused(LOCKED)

    @staticmethod
    def refuse_match_keys(query):
        if "m_Limit" in query:
            raise Refused(PARAMETER)

    @staticmethod
    def shown(query, item):
        content = {}
        if query.get("r_Attributes"):
            content = {name: item[name] for name in ("svce", "acct", "agrp", "gena", "pdmn")}
            content["sync"] = bool(item["sync"])
            if query.get("r_Data"):
                content["v_Data"] = item["data"]
            return content
        return item["data"] if query.get("r_Data") else b""


def read(connection, count):
    content = b""
    while len(content) < count:
        part = connection.recv(count - len(content))
        if not part:
            return None
        content += part
    return content


def main(path, file):
    keychain = Keychain(file)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    print("ready", flush=True)
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            break  # The tests have ended, and have closed the pipe.
        connection, _ = listener.accept()
        with connection:
            try:
                head = read(connection, 4)
                body = read(connection, struct.unpack(">I", head)[0]) if head else None
                if body is None:
                    continue  # The program was killed while it asked.
                answer = plistlib.dumps(keychain.answer(plistlib.loads(body)), fmt=plistlib.FMT_BINARY)
                connection.sendall(struct.pack(">I", len(answer)) + answer)
            except OSError:
                continue
    shutil.rmtree(pathlib.Path(path).parent, ignore_errors=True)


if __name__ == "__main__":
    os.umask(0o077)
    main(*sys.argv[1:])
