"""Answers GET /api/tasks with the bytes of page.json, after judging the token with PyJWT: api_fastapi.py FOLDER"""
import pathlib
import socket
import sys

import jwt
import uvicorn
from fastapi import FastAPI, Request, Response

folder = pathlib.Path(sys.argv[1])
page = (folder / "page.json").read_bytes()
key = jwt.PyJWKSet.from_json((folder / "keys.json").read_text()).keys[0].key
app = FastAPI()


@app.get("/api/tasks")
async def tasks(request: Request):
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        claims = jwt.decode(
            token if scheme == "Bearer" else "", key, algorithms=["RS256"], leeway=300,
            audience="11111111-2222-3333-4444-555555555555",
            issuer="http://127.0.0.1:4400/4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11/v2.0")
        assert "Tasks.ReadWrite" in claims["scp"].split()
    except (jwt.PyJWTError, AssertionError):
        return Response(status_code=401, headers={"www-authenticate": 'Bearer error="invalid_token"'})
    return Response(page, media_type="application/json")

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])
