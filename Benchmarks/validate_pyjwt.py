"""How many ID tokens PyJWT validates in a second: validate_pyjwt.py FOLDER MILLISECONDS"""
import json
import pathlib
import sys
import time

import jwt

folder = pathlib.Path(sys.argv[1])
token = (folder / "token").read_text()
expected = json.loads((folder / "expected.json").read_text())
key = jwt.PyJWKSet.from_json((folder / "keys.json").read_text()).keys[0].key
start, count = time.perf_counter(), 0
while (passed := time.perf_counter() - start) < int(sys.argv[2]) / 1000:
    claims = jwt.decode(
        token, key, algorithms=["RS256"], audience=expected["audience"], issuer=expected["issuer"], leeway=300,
        options={"require": ["exp", "iat", "sub"]})
    assert claims["nonce"] == expected["nonce"]
    count += 1
print(count / passed)
