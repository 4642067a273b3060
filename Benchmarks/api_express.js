// Answers GET /api/tasks with the bytes of page.json, after judging the access token with jose: api_express.js FOLDER
const fs = require("fs"), express = require("express"), jose = require("jose");
const folder = process.argv[2], page = fs.readFileSync(`${folder}/page.json`);
const keys = jose.createLocalJWKSet(JSON.parse(fs.readFileSync(`${folder}/keys.json`)));
const rules = {
  algorithms: ["RS256"], audience: "11111111-2222-3333-4444-555555555555", clockTolerance: 300,
  issuer: "http://127.0.0.1:4400/4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11/v2.0",
};
const app = express().disable("x-powered-by").disable("etag");
app.get("/api/tasks", async (request, response) => {
  try {
    const token = /^Bearer (\S+)$/.exec(request.get("authorization") ?? "")[1];
    const { payload } = await jose.jwtVerify(token, keys, rules);
    if (!payload.scp.split(" ").includes("Tasks.ReadWrite")) throw new Error("no scope");
    response.type("application/json").send(page);
  } catch {
    response.status(401).set("www-authenticate", 'Bearer error="invalid_token"').json({ code: "invalid_token" });
  }
});
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
