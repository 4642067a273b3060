// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import HTTPTransport

@Suite(.timeLimit(.minutes(2))) struct TaskServiceTests {
    /// The client id of the tenant's sample API.
    private static let client = "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"
    private let temporary = TemporaryFolder()
    var folder: URL { temporary.url }

    /// Settings for a tenant's tokens.
    func settings(_ tenant: String, _ more: [String: Any] = [:], tls: [String: String]? = nil) throws -> [String] {
        var object: [String: Any] = [
            "listen": ["port": 0], "metrics": ["port": 0], "log": ["format": "json"],
            "provider": ["default": ["authority": "\(tenant)/common", "audiences": ["api://tasks", Self.client]]],
            "data": ["folder": folder.appending(path: "data").path],
        ]
        object.merge(more) { $1 }
        if let tls { object["tls"] = tls }
        let file = folder.appending(path: "settings.json")
        try JSONSerialization.data(withJSONObject: object).write(to: file)
        return ["--config", file.path]
    }

    func tenant(port: Int = 0) async throws -> RunningProgram {
        try await RunningProgram("tessera", ["tenant", "--port", "\(port)"], in: folder)
    }

    /// A sample person's access token, by the tenant's API for tests.
    static func token(of tenant: RunningProgram, in folder: URL, with more: [String] = []) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "tessera")
        process.arguments =
            [
                "tenant", "token", "--tenant", try tenant.url.absoluteString, "--person", "ana.silva@aldervale.example",
                "--api", "api://tasks", "--scope", "Tasks.ReadWrite",
            ] + more
        process.environment = ["TESSERA_HOME": folder.path]
        let (status, output) = try await process.runToEnd()
        try #require(status == 0)
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func request(
        _ method: HTTPRequest.Method = .get, _ url: URL, _ path: String, token: String? = nil
    ) -> HTTPRequest {
        var request = HTTPRequest(url: url.appending(path: path))
        request.method = method
        if let token { request.headerFields[.authorization] = "Bearer \(token)" }
        if method == .post { request.headerFields[.contentType] = "application/json" }
        return request
    }

    static func get(_ url: URL, _ path: String) async throws -> (status: Int, body: String) {
        try await withSystemTransport { transport in
            let response = try await transport.send(request(.get, url, path))
            return (response.status.code, String(decoding: response.body, as: UTF8.self))
        }
    }

    @Test func `a tenant and the service are the smallest demo: a token adds and lists tasks`() async throws {
        let tenant = try await tenant()
        let service = try await RunningProgram("task-service", settings(tenant.url.absoluteString), in: folder)
        let (url, operators) = (try service.url, try await service.operators())
        let token = try await Self.token(of: tenant, in: folder)
        try await withSystemTransport { transport in
            let added = try await transport.send(
                Self.request(.post, url, "api/tasks", token: token), body: Data(#"{"Text":"Milk"}"#.utf8))
            #expect(added.status == .created || added.status == .ok)
            let list = try await transport.send(Self.request(.get, url, "api/tasks", token: token))
            #expect(String(decoding: list.body, as: UTF8.self).contains("Milk"))
            #expect(list.head.headerFields[try #require(HTTPField.Name("X-Request-ID"))] != nil)
            let refused = try await transport.send(Self.request(.get, url, "api/tasks", token: token + "x"))
            #expect(refused.status == .unauthorized)
            let malformed = try await transport.send(
                Self.request(.post, url, "api/tasks", token: token), body: Data("{".utf8))
            #expect(malformed.status == .badRequest)
        }
        try await until("ready") { try await Self.get(operators, "readyz").status == 200 }
        let text = try await Self.get(operators, "metrics").body
        #expect(
            text.contains(
                #"http_server_request_duration_seconds_count{method="POST",route="/api/tasks",status="2xx"} 1"#))
        #expect(text.contains(#"task_store_duration_seconds_count{operation="add",outcome="done"} 1"#))
        for code in ["invalid_token", "ContentMalformed"] {
            #expect(text.contains("http_server_refusals_total{code=\"\(code)\"} 1"))
        }
        #expect(text.contains("http_client_request_duration_seconds_count{host=\"127.0.0.1:"))
        #expect(text.contains("process_resident_memory_bytes "))
        #expect(!service.logged.contains(token.suffix(40)))
        #expect(await service.end() == 0)
        #expect(await tenant.end(by: SIGINT) == 0)
    }

    @Test func `invalid settings end the program with all problems and status 78`() async throws {
        let service = try await RunningProgram(
            "task-service", ["--listen-port", "x"], in: folder, ["TESSERA_TASKS_LOG_LEVEL": "loud"])
        #expect(await service.status() == 78)
        let lines = service.logged.split(separator: "\n")
        #expect((lines.first, lines.last?.hasPrefix("hint: ")) == ("error: 5 settings are invalid:", true))
        #expect(try await RunningProgram("task-service", ["--nonsense"], in: folder).status() == 64)
    }

    @Test func `a port in use ends the program with 69, and an unusable folder with 73`() async throws {
        let first = try await RunningProgram("task-service", settings("http://127.0.0.1:9"), in: folder)
        let port = try #require(try first.url.port)
        let second = try await RunningProgram(
            "task-service", settings("http://127.0.0.1:9", ["listen": ["port": port]]), in: folder)
        #expect(await second.status() == 69)
        #expect(second.logged.contains("hint: set another listen.port"))
        #expect(await first.end() == 0)
        let third = try await RunningProgram(
            "task-service", settings("http://127.0.0.1:9", ["data": ["folder": "/dev/null/tasks"]]), in: folder)
        #expect(await third.status() == 73)
    }

    @Test func `it is healthy at once, and ready when the provider's keys have been fetched`() async throws {
        let address = try await ServerAddress.reserve()
        let service = try await RunningProgram("task-service", settings(address.url), in: folder)
        let operators = try await service.operators()
        #expect(try await Self.get(operators, "healthz").status == 200)
        try await until("reason") {
            try await Self.get(operators, "readyz").body.contains("no keys yet from \(address.url)")
        }
        #expect(try await Self.get(operators, "readyz").status == 503)
        let tenant = try await tenant(port: address.port)
        try await until("ready") { try await Self.get(operators, "readyz").status == 200 }
        // The cached keys outlive the provider.
        #expect(await tenant.end(by: SIGINT) == 0)
        #expect(try await Self.get(operators, "readyz").status == 200)
        #expect(await service.end() == 0)
    }

    @Test func `SIGHUP takes a new certificate and level, and refuses wrong ones`() async throws {
        let (certificate, key) = (folder.appending(path: "c.pem"), folder.appending(path: "k.pem"))
        func write(_ pair: (certificate: String, key: String)) throws {
            try Data(pair.certificate.utf8).write(to: certificate)
            try Data(pair.key.utf8).write(to: key)
        }
        let (first, second) = (try TestCertificate.pair(), try TestCertificate.pair())
        try write(first)
        let files = ["certificateFile": certificate.path, "keyFile": key.path]
        let service = try await RunningProgram(
            "task-service", settings("http://127.0.0.1:9", tls: files), in: folder)
        let port = try #require(try service.url.port)
        let open = try KeptConnection(port: port)
        #expect(try await open.next() == "200")
        #expect(try await Self.certificate(at: port) == first.certificate.trimmed)

        try write(second)
        _ = try settings("http://127.0.0.1:9", ["log": ["level": "debug", "format": "json"]], tls: files)
        service.signal(SIGHUP)
        let line = try await service.line(with: "reloaded on SIGHUP")
        #expect(line.contains("tls.certificateFile"))
        #expect(try await Self.certificate(at: port) == second.certificate.trimmed)
        #expect(try await open.next() == "200")
        _ = try await service.line(with: "\"level\":\"debug\"")

        try Data("no certificate".utf8).write(to: certificate)
        service.signal(SIGHUP)
        let refusal = try await service.line(with: "not reloaded on SIGHUP")
        #expect(refusal.contains("tls.certificateFile, from tls.certificateFile in"))
        #expect(try await Self.certificate(at: port) == second.certificate.trimmed)

        try write(second)
        _ = try settings(
            "http://127.0.0.1:9", ["scope": "Other", "log": ["level": "info", "format": "json"]], tls: files)
        service.signal(SIGHUP)
        #expect(try await service.line(with: "take effect at the next start").contains("scope"))
        #expect(try await open.next() == "200", "the connection from before the first signal serves on")
        open.end()
        #expect(await service.end() == 0)
    }

    /// The server's certificate, as PEM.
    static func certificate(at port: Int) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", "import ssl, sys; print(ssl.get_server_certificate(('127.0.0.1', int(sys.argv[1]))))",
            "\(port)",
        ]
        return try await process.runToEnd().output.trimmed
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
