// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import HTTPTransport

@Suite(.timeLimit(.minutes(3))) struct WebDatabaseTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    private func file(_ text: String) throws -> String {
        let file = folder.appending(path: "database-\(UUID())")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private func web(
        _ arguments: [String], tenant: String = "http://127.0.0.1:9", _ environment: [String: String] = [:]
    ) async throws -> RunningProgram {
        let port = try await ServerAddress.reserve().port
        let settings = try WebSettings(
            tenant, web: "http://localhost:\(port)", tasks: "http://127.0.0.1:9", in: folder)
        return try await RunningProgram(
            "tessera",
            ["web", "--port", "\(port)", "--metrics-port", "0", "--log-format", "json"] + settings.arguments
                + arguments, in: folder, environment)
    }

    private static func get(
        _ url: URL, _ path: String, id: String? = nil
    ) async throws -> (status: Int, body: String, fields: HTTPFields) {
        try await withSystemTransport { transport in
            var request = HTTPRequest(url: url.appending(path: path))
            if let id, let name = HTTPField.Name("X-Request-ID") { request.headerFields[name] = id }
            let response = try await transport.send(request)
            return (response.status.code, response.text, response.head.headerFields)
        }
    }

    @Test func `while the database is down, the app answers 503 and is not ready, then recovers`() async throws {
        let database = try await PostgresServer()
        let web = try await web(["--database", try file(database.address())])
        let (url, operators) = (try web.url, try await web.operators())
        #expect(try await Self.get(operators, "readyz").body.contains(#""sessions":"ok""#))
        #expect(try await Self.get(operators, "metrics").body.contains("database_connections_open "))
        try await withSystemTransport { transport in
            var visitor = PageVisitor(at: url.absoluteString, over: transport)
            // Any cookie of this form makes the app query the storage.
            visitor.cookies = ["session-\(url.port ?? 0)": String(repeating: "A", count: 43)]
            let cookies = visitor.cookies
            #expect(try await visitor.get("/tasks").status == .ok)
            await database.stop()
            let page = try await visitor.get("/tasks")
            #expect(page.status == .serviceUnavailable, "\(page.text)")
            #expect(page.head.headerFields[.retryAfter] == "1")
            #expect(page.text.contains("The app is temporarily unavailable") && !page.text.contains("PostgreSQL"))
            #expect(try page.link("Try again") == "/tasks")
            let form = try await visitor.post("/tasks", "text=Water+the+plants&form-once=a")
            #expect(form.status == .serviceUnavailable)
            #expect(try form.fields(of: "/tasks") == "text=Water%20the%20plants&form-once=a")
            #expect(try await Self.get(operators, "readyz").status == 503)
            #expect(try await Self.get(operators, "healthz").status == 200)
            #expect(visitor.cookies == cookies)
            try await database.start()
            try await until("ready again") { try await Self.get(operators, "readyz").status == 200 }
            #expect(try await visitor.get("/tasks").status == .ok)
        }
        #expect(await web.end() == 0)
        await database.remove()
    }

    @Test func `it serves on while it drains, and takes a proxy's request id`() async throws {
        let database = try await PostgresServer()
        let address = database.address()
        let web = try await web(["--drain-seconds", "1", "--proxy-trusted"], ["TESSERA_DATABASE": address])
        let (url, operators) = (try web.url, try await web.operators())
        let name = try #require(HTTPField.Name("X-Request-ID"))
        #expect(try await Self.get(url, "tasks", id: "of-the-proxy").fields[name] == "of-the-proxy")
        web.signal(SIGTERM)
        try await until("not ready") { try await Self.get(operators, "readyz").status == 503 }
        #expect(try await Self.get(operators, "readyz").body.contains(#""shutdown":"#))
        let page = try await Self.get(url, "tasks")
        #expect(page.status == 200 && page.fields[.connection] == "close")
        #expect(await web.status() == 0)
        await database.remove()
    }

    @Test func `SIGHUP takes another address, and refuses a wrong one`() async throws {
        let (first, second) = (try await PostgresServer(), try await PostgresServer())
        let path = try file(first.address())
        let web = try await web(["--database", path])
        let operators = try await web.operators()
        try "no address".write(toFile: path, atomically: true, encoding: .utf8)
        web.signal(SIGHUP)
        #expect(try await web.line(with: "the previous values stay").contains("URL is invalid"))
        #expect(try await Self.get(operators, "readyz").status == 200)
        try second.address().write(toFile: path, atomically: true, encoding: .utf8)
        web.signal(SIGHUP)
        _ = try await web.line(with: #""reloaded":"--settings, --database""#)
        await first.stop()
        try await until("connected to the second") {
            try await second.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tessera'") != "0\n"
        }
        #expect(await web.end() == 0)
        await first.remove()
        await second.remove()
    }

    @Test
    func `an unavailable database, a missing file, and an invalid address have their exit codes`() async throws {
        let away = try file("postgres://web:hunter2@127.0.0.1:1/web")
        let none = try file("hunter2 is no address")
        let server = try await PostgresServer()
        let refused = try file(server.address("user=postgres dbname=restored-later"))
        for (arguments, status, hint) in [
            (["--database", away], Int32(69), "hint: check that the database runs"),
            (["--database", folder.appending(path: "nothing").path], 66, "hint: check the path and its permissions"),
            (["--database", none], 78, "hint: correct the file of --database"),
            (["--database", refused], 69, "hint: check that the database runs"),
            (["--database", "postgres://web:hunter2@127.0.0.1/web"], 64, "a file that contains the URL"),
            (["--database", away, "--data", folder.path], 64, "--data and --database are mutually exclusive"),
            (["--database", ""], 64, "--database needs a file name"),
            (["--metrics-address", "no address"], 64, "--metrics-address"),
            (["--drain-seconds", "601"], 64, "--drain-seconds"),
        ] {
            let program = try await web(arguments)
            #expect(await program.status() == status, "\(arguments)")
            _ = try await program.line(with: hint)
            #expect(!program.logged.contains("hunter2"), "\(program.logged)")
        }
        let both = try await web(["--database", away], ["TESSERA_DATABASE": "host=127.0.0.1"])
        #expect(await both.status() == 64)
        _ = try await both.line(with: "--database and TESSERA_DATABASE are mutually exclusive")
        await server.remove()
    }

    @Test func `tables of a later version end the program with 78`() async throws {
        let database = try await PostgresServer()
        let path = try file(database.address())
        let web = try await web(["--database", path])
        #expect(await web.end() == 0)
        _ = try await database.sql(
            """
            INSERT INTO tessera_migration (store, version, name, compatible_since)
            SELECT store, max(version) + 1, 'later', max(version) + 1 FROM tessera_migration GROUP BY store
            """)
        let older = try await self.web(["--database", path])
        #expect(await older.status() == 78)
        _ = try await older.line(with: "use the newer program")
        let sessions = try await RunningProgram("tessera", ["web", "sessions", "--database", path], in: folder)
        #expect(await sessions.status() == 78)
        await database.remove()
    }

    @Test func `the sessions in a database are listed and ended`() async throws {
        let database = try await PostgresServer()
        let path = try file(database.address())
        let list = try await RunningProgram(
            "tessera", ["web", "sessions", "list", "--database", path, "--json"], in: folder)
        #expect(list.firstLine == "[]")
        let end = try await RunningProgram(
            "tessera", ["web", "sessions", "end", "--all", "--database", path], in: folder)
        #expect(end.firstLine == "Ended 0 sessions.")
        await database.remove()
    }
}
