// How many ID tokens jose for Node.js validates in a second: validate_jose.js FOLDER MILLISECONDS
const fs = require("fs");
const path = require("path");
const { createLocalJWKSet, jwtVerify } = require("jose");

const [folder, milliseconds] = [process.argv[2], Number(process.argv[3])];
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
const expected = JSON.parse(read("expected.json"));
const token = read("token");
const keys = createLocalJWKSet(JSON.parse(read("keys.json")));

async function validate() {
  const { payload } = await jwtVerify(token, keys, {
    issuer: expected.issuer, audience: expected.audience, algorithms: ["RS256"], clockTolerance: 300,
  });
  if (payload.nonce !== expected.nonce) throw new Error("nonce");
}

(async () => {
  // Until it is compiled.
  for (let count = 0; count < 1000; count += 1) await validate();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    await validate();
    count += 1;
  }
  console.log(count / ((performance.now() - start) / 1000));
})();
