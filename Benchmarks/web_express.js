// SPDX-License-Identifier: Apache-2.0
// The bytes of a page from Express, behind a session in memory, as passport's tutorials begin.
"use strict";
const express = require("express");
const page = require("fs").readFileSync(process.argv[2]);
const sessions = new Map([["known", { user: "Ana Silva" }]]);
const app = express();
app.use((request, response, next) => {
  const id = /(?:^|; )session=([^;]*)/.exec(request.headers.cookie ?? "")?.[1];
  request.session = sessions.get(id);
  return request.session ? next() : response.redirect("/sign-in");
});
app.get("/", (request, response) => response.type("html").send(page));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
