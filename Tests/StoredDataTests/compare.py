#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares SQLite files by type and byte: what an earlier program wrote, and what this program made of it.

compare.py rows OLD NEW [TABLE…]  every row of OLD's tables is in NEW, in the same order; not of the tables that are named
compare.py schema OLD NEW         sqlite_master is the same, in the same order

Later migrations may add tables and columns: those of OLD are compared. Prints the differences; exits with 1 if any."""
import json, sqlite3, sys

# JSON in which the order says nothing: Swift writes a set in any order, and SQL adds a member at the end.
SETS = {('standardClient', 'metadata')}
MEMBERS = {('userFlowGrant', 'grant'), ('refreshToken', 'grant'), ('authorizationCode', 'grant')}
# What a later version adds to: the rows of OLD must be there.
GROWING = {'grdb_migrations'}


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def tables(database):
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    return [name.decode() for (name,) in found]


def columns(database, table):
    return [row[1].decode() for row in database.execute(f'PRAGMA table_info({quoted(table)})')]


def ordered(text, is_set):
    """JSON with the members of its objects in one order, and with the elements of its lists, if they are sets."""
    def order(value):
        if isinstance(value, dict):
            return {key: order(member) for key, member in sorted(value.items())}
        if isinstance(value, list):
            return sorted(map(order, value), key=repr) if is_set else [order(element) for element in value]
        return value
    return json.dumps(order(json.loads(text, parse_float=str, parse_int=str))).encode()


def rows(database, table, names):
    """Each row as a list of pairs of type and value, in the order of insertion, or of the key."""
    listed = ', '.join(f'typeof({quoted(name)}), {quoted(name)}' for name in names)
    try:
        found = database.execute(f'SELECT {listed} FROM {quoted(table)} ORDER BY rowid').fetchall()
    except sqlite3.OperationalError:  # WITHOUT ROWID
        found = sorted(database.execute(f'SELECT {listed} FROM {quoted(table)}').fetchall(), key=repr)
    result = []
    for row in found:
        pairs = list(zip(row[::2], row[1::2]))
        for place, name in enumerate(names):
            if (table, name) in SETS | MEMBERS and pairs[place][1] is not None:
                pairs[place] = (pairs[place][0], ordered(pairs[place][1], (table, name) in SETS))
        result.append(pairs)
    return result


def compare_rows(old, new, excluded):
    for fault in new.execute('PRAGMA integrity_check').fetchall():
        if fault[0] != b'ok':
            yield f'integrity: {fault[0].decode()}'
    for fault in new.execute('PRAGMA foreign_key_check').fetchall():
        yield f'foreign key: {fault}'
    present = set(tables(new))
    for table in tables(old):
        if table in excluded:
            continue
        if table not in present:
            yield f'{table}: is gone'
            continue
        names = columns(old, table)
        gone = [name for name in names if name not in columns(new, table)]
        if gone:
            yield f'{table}: without {", ".join(gone)}'
            continue
        before, after = rows(old, table, names), rows(new, table, names)
        if table in GROWING:
            after = [row for row in after if row in before]
        if len(before) != len(after):
            yield f'{table}: {len(before)} rows, now {len(after)}'
        for number, (first, second) in enumerate(zip(before, after), 1):
            for name, wanted, found in zip(names, first, second):
                if wanted != found:
                    kinds = f'{wanted[0].decode()}, now {found[0].decode()}' if wanted[0] != found[0] else wanted[0].decode()
                    yield f'{table}.{name} in row {number} ({kinds}):\n- {wanted[1]!r:.400}\n+ {found[1]!r:.400}'


def compare_schema(old, new):
    listed = 'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid'
    before, after = old.execute(listed).fetchall(), new.execute(listed).fetchall()
    for row in before:
        if row not in after:
            yield f'- {row}'
    for row in after:
        if row not in before:
            yield f'+ {row}'
    if sorted(before, key=repr) == sorted(after, key=repr) and before != after:
        yield 'the objects are the same, in another order'


def main():
    what, old, new, *excluded = sys.argv[1:]
    databases = [sqlite3.connect(f'file:{path}?mode=ro', uri=True) for path in (old, new)]
    for database in databases:
        database.text_factory = bytes
    found = list(compare_rows(*databases, set(excluded)) if what == 'rows' else compare_schema(*databases))
    print('\n'.join(found))
    sys.exit(bool(found))


main()
