// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider

@Suite struct ProtectedResourceMetadataTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("https://api.example", "https://api.example/.well-known/oauth-protected-resource"),
        ("https://api.example/", "https://api.example/.well-known/oauth-protected-resource"),
        ("https://api.example/mcp", "https://api.example/.well-known/oauth-protected-resource/mcp"),
        // RFC 9728 §3.1
        (
            "https://resource.example.com/resource1",
            "https://resource.example.com/.well-known/oauth-protected-resource/resource1"
        ),
        ("https://api.example:8443/a/b/", "https://api.example:8443/.well-known/oauth-protected-resource/a/b/"),
        ("https://api.example/a?k=v", "https://api.example/.well-known/oauth-protected-resource/a?k=v"),
    ]) func `the document's path comes between host and path`(_ resource: String, _ address: String) throws {
        let metadata = ProtectedResourceMetadata(resource: try Self.url(resource), authorizationServers: [])
        #expect(metadata.address.absoluteString == address)
    }

    @Test func `a document that is written is read`() throws {
        let metadata = ProtectedResourceMetadata(
            resource: try Self.url("https://api.example/v1"),
            authorizationServers: [try Self.url("https://login.example/a"), try Self.url("https://b.example")],
            scopes: ["Tasks.Read", "Tasks.ReadWrite"])
        #expect(
            String(decoding: metadata.json, as: UTF8.self)
                == #"{"authorization_servers":["https://login.example/a","https://b.example"],"#
                + #""bearer_methods_supported":["header"],"resource":"https://api.example/v1","#
                + #""scopes_supported":["Tasks.Read","Tasks.ReadWrite"]}"#)
        let read = try ProtectedResourceMetadata(
            status: 200, body: metadata.json, for: try Self.url("https://api.example/v1/tasks"), at: metadata.address)
        #expect(read == metadata)
    }

    @Test(arguments: [
        ("/mcp", "/mcp", true), ("/mcp", "/mcp/", true), ("/mcp/", "/mcp", true), ("/mcp", "/mcp/x", true),
        ("/mcp", "/mcpx", false), ("", "/", true), ("/mcp", "/mcp/../admin", false),
    ])
    func `a trailing slash denotes the same API`(resource: String, request: String, isCovered: Bool) throws {
        let metadata = ProtectedResourceMetadata(
            resource: try Self.url("https://api.example\(resource)"), authorizationServers: [])
        #expect(metadata.covers(try Self.url("https://api.example\(request)")) == isCovered)
    }

    // RFC 9728 §3.2
    @Test func `members without values are left out`() throws {
        let metadata = ProtectedResourceMetadata(
            resource: try Self.url("https://api.example"), authorizationServers: [])
        #expect(
            String(decoding: metadata.json, as: UTF8.self)
                == #"{"bearer_methods_supported":["header"],"resource":"https://api.example"}"#)
    }

    private static let wellKnown = URL(filePath: "/.well-known/oauth-protected-resource")

    private static func document(
        resource: String = "https://api.example/v1", servers: String = #"["https://login.example"]"#
    ) -> String { #"{"resource":"\#(resource)","authorization_servers":\#(servers)}"# }

    /// A valid document with one defect, for `https://api.example/v1/tasks?id=1`.
    private static let spoiled: [(String, Int, Refusal.Code)] = [
        (document(), 500, .resourceMetadataMalformed), (document(), 302, .resourceMetadataMalformed),
        ("[]", 200, .resourceMetadataMalformed), ("", 200, .resourceMetadataMalformed),
        (#"{"authorization_servers":["https://login.example"]}"#, 200, .resourceMetadataMalformed),
        (#"{"resource":"https://api.example/v1"}"#, 200, .resourceMetadataMalformed),
        (document(servers: "[]"), 200, .resourceMetadataMalformed),
        (document(servers: #""""#), 200, .resourceMetadataMalformed),
        (document(resource: ""), 200, .resourceMetadataMalformed),
        (document(servers: #""https://login.example""#), 200, .resourceMetadataMalformed),
        (document(servers: #"["https://login.example?x=1"]"#), 200, .resourceMetadataMalformed),
        (document(servers: #"["https://login.example#x"]"#), 200, .resourceMetadataMalformed),
        (document(servers: #"["https://login.example@evil.example"]"#), 200, .hostMalformed),
        (document(servers: #"["http://login.example"]"#), 200, .addressInsecure),
        (document(servers: #"["https://127.0.0.1:4400"]"#), 200, .addressInsecure),
        (document(servers: #"["https://login.example","http://b.example"]"#), 200, .addressInsecure),
        (document(resource: "https://api.example/v1#a"), 200, .resourceMismatch),
        (document(resource: "https://other.example/v1"), 200, .resourceMismatch),
        (document(resource: "http://api.example/v1"), 200, .resourceMismatch),
        (document(resource: "https://api.example:444/v1"), 200, .resourceMismatch),
        (document(resource: "https://api.example/v"), 200, .resourceMismatch),
        (document(resource: "https://api.example/v1/t"), 200, .resourceMismatch),
        (document(resource: "https://api.example/v1/tasks/1"), 200, .resourceMismatch),
        (document(resource: "https://me@api.example/v1"), 200, .resourceMismatch),
        (document(resource: "urn:api"), 200, .resourceMismatch),
        (document() + String(repeating: " ", count: 65_536), 200, .resourceMetadataMalformed),
    ]

    @Test(arguments: spoiled)
    func `another document is refused`(_ document: String, _ status: Int, _ code: Refusal.Code) throws {
        let request = try Self.url("https://api.example/v1/tasks?id=1")
        let refusal = #expect(throws: Refusal.self) {
            try ProtectedResourceMetadata(status: status, body: Data(document.utf8), for: request, at: Self.wellKnown)
        }
        #expect(refusal?.code == code)
        #expect(refusal?.message.contains("id=1") == false, "a query may hold a secret")
    }

    @Test(arguments: [
        ("https://api.example/v1", "https://api.example/v1"), ("https://api.example/v1/", "https://api.example/v1/"),
        ("https://api.example/v1/", "https://api.example/v1/tasks"),
        ("https://api.example", "https://api.example/v1/tasks"), ("https://api.example/", "https://API.example/"),
        ("https://api.example:443/v1", "https://api.example/v1/tasks/1"),
        ("http://localhost:3000", "http://localhost:3000/a"),
    ]) func `an API's path can be below the document's resource`(_ resource: String, _ request: String) throws {
        let server = request.hasPrefix("http:") ? "http://127.0.0.1:4400" : "https://login.example"
        let document = Self.document(resource: resource, servers: #"["\#(server)"]"#)
        let metadata = try ProtectedResourceMetadata(
            status: 200, body: Data(document.utf8), for: try Self.url(request), at: Self.wellKnown)
        #expect(metadata.authorizationServers.map(\.absoluteString) == [server])
    }

    // RFC 9728 §3.3
    @Test(arguments: [("/foo", "/foo/"), ("/foo/", "/foo"), ("/foo", "/foobar"), ("/foo/", "/foobar")])
    func `a trailing slash in the path names another API`(_ resource: String, _ request: String) throws {
        let refusal = refused {
            try ProtectedResourceMetadata(
                status: 200, body: Data(Self.document(resource: "https://api.example\(resource)").utf8),
                for: try Self.url("https://api.example\(request)"), at: Self.wellKnown)
        }
        #expect(refusal == .resourceMismatch)
    }

    @Test(arguments: [
        "/evil/prm", "/.well-known/oauth-protected-resourceX", "/.well-known/oauth-protected-resource/../../evil/prm",
        "/.well-known/oauth-protected-resource/%2e%2e/%2e%2e/evil", "/.well-known/oauth-protected-resource%2Fevil",
    ])
    func `only a document at a well-known path speaks for the whole host`(_ place: String) throws {
        let refusal = refused {
            try ProtectedResourceMetadata(
                status: 200, body: Data(Self.document(resource: "https://api.example").utf8),
                for: try Self.url("https://api.example/evil"), at: try Self.url("https://api.example\(place)"))
        }
        #expect(refusal == .resourceMismatch)
    }

    @Test(arguments: [
        "https://api.example/v1/../admin", "https://api.example/v1/%2e%2e/admin", "https://api.example/v1/.",
    ])
    func `a path with dots is another place to some servers`(_ request: String) throws {
        let request = try Self.url(request)
        let refusal = refused {
            try ProtectedResourceMetadata(
                status: 200, body: Data(Self.document().utf8), for: request, at: Self.wellKnown)
        }
        #expect(refusal == .resourceMismatch)
    }

    // MARK: The places of the document

    private static let own = "/.well-known/oauth-protected-resource/v1/tasks"
    private static let root = "/.well-known/oauth-protected-resource"

    /// Asks for a document that stands at some places, and returns the places that were asked.
    private static func discover(
        at places: [String: String], _ challenge: String = "Bearer",
        _ request: String = "https://api.example/v1/tasks?id=1"
    ) async throws -> (Result<ProtectedResourceMetadata, any Error>, [String]) {
        let servers = Places(places)
        let request = try url(request)
        do {
            let metadata = try await ProtectedResourceMetadata.discover(
                for: request, challengedBy: AuthenticationChallenge.all(in: [challenge]), over: servers)
            return (.success(metadata), servers.asked)
        } catch {
            return (.failure(error), servers.asked)
        }
    }

    @Test func `the path of the request is asked before its host, without the query`() async throws {
        let (atPath, asked) = try await Self.discover(at: [Self.own: Self.document()])
        #expect(try atPath.get().resource.absoluteString == "https://api.example/v1")
        #expect(asked == [Self.own])
        let (atHost, both) = try await Self.discover(at: [Self.root: Self.document(resource: "https://api.example")])
        #expect(try atHost.get().resource.absoluteString == "https://api.example")
        #expect(both == [Self.own, Self.root])
    }

    /// The requests for `https://api.example/v1`.
    private static let lines = ["/v1", ""].map { "GET https://api.example/.well-known/oauth-protected-resource\($0)" }

    /// What stands at the place of the path; then a good document stands at the root.
    @Test(arguments: [
        (404, ""), (401, ""), (408, ""), (425, ""), (429, ""), (500, ""), (503, "<html>"), (307, ""), (302, ""),
        (204, ""), (200, ""), (200, "<html>"),
        (200, "[]"), (200, "{}"), (200, #"{"resource":"https://api.example/v1"}"#),
        (200, #"{"resource":"https://api.example/v1","authorization_servers":"https://login.example"}"#),
    ])
    func `an unusable answer leads to the next place`(_ status: Int, _ body: String) async throws {
        let good = Self.document(resource: "https://api.example")
        let servers = ScriptedTransport([(status, body), (200, good)], at: Self.lines[0], Self.lines[1])
        let found = try await ProtectedResourceMetadata.discover(
            for: try Self.url("https://api.example/v1"), challengedBy: [], over: servers)
        #expect(found.resource.absoluteString == "https://api.example")
    }

    @Test(arguments: [
        ([(503, ""), (404, "")], "503"), ([(200, "<html>"), (404, "")], "oauth-protected-resource/v1"),
        ([(404, ""), (200, "<html>")], "oauth-protected-resource is not"),
        ([(404, ""), (404, "")], "names no authorization server"),
        ([(200, "<html>"), (429, "")], "429"), ([(200, "<html>"), (408, "")], "408"), ([(408, ""), (404, "")], "408"),
    ])
    func `the error reports the most informative failure`(_ answers: [(Int, String)], _ words: String) async throws {
        let servers = ScriptedTransport(
            answers.map { (status: $0.0, body: $0.1) }, at: Self.lines[0], Self.lines[1])
        do {
            _ = try await ProtectedResourceMetadata.discover(
                for: try Self.url("https://api.example/v1"), challengedBy: [], over: servers)
            Issue.record("found")
        } catch let error as any ActionableError {
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test(arguments: [(TransportError.Code.connectionLost, true), (.responseTooLarge, true), (.unreachable, false)])
    func `an interruption leads to the next location`(_ code: TransportError.Code, _ goesOn: Bool) async throws {
        let document = Self.document(resource: "https://api.example")
        let answer = TransportResponse(head: HTTPResponse(status: .ok), body: Data(document.utf8))
        let servers = StubTransport([.failure(TransportError(code, "gone")), .success(answer)])
        let found = try? await ProtectedResourceMetadata.discover(
            for: try Self.url("https://api.example/v1"), challengedBy: [], over: servers)
        #expect((found != nil) == goesOn && servers.requests.count == (goesOn ? 2 : 1))
    }

    /// The place that a challenge names answers with this, and the code of the error; its message names the place.
    @Test(arguments: [
        (404, "", Refusal.Code.resourceMetadataMalformed), (401, "", .resourceMetadataMalformed),
        (302, "", .resourceMetadataMalformed), (204, "", .resourceMetadataMalformed),
        (200, "<html>", .resourceMetadataMalformed), (200, "{}", .resourceMetadataMalformed),
        (408, "", nil), (429, "", nil), (503, "<html>", nil),
    ])
    func `an error about a challenge's place names it`(status: Int, body: String, code: Refusal.Code?) async throws {
        let challenge = #"Bearer resource_metadata="https://api.example/about""#
        let servers = ScriptedTransport([(status, body)])
        let error = await #expect(throws: (any Error).self) {
            try await ProtectedResourceMetadata.discover(
                for: try Self.url("https://api.example/v1"),
                challengedBy: AuthenticationChallenge.all(in: [challenge]), over: servers)
        }
        #expect((error as? Refusal)?.code == code)
        #expect(error.map { "\($0)".contains("https://api.example/about") } == true, "\(error as Any)")
        #expect(await servers.sent.count == 1)
    }

    @Test func `a document of another API is refused, and never passed over`() async throws {
        let servers = ScriptedTransport([
            (200, Self.document(resource: "https://api.example/other")),
            (200, Self.document(resource: "https://api.example")),
        ])
        let refusal = await refused {
            try await ProtectedResourceMetadata.discover(
                for: try Self.url("https://api.example/v1"), challengedBy: [], over: servers)
        }
        #expect(refusal == .resourceMismatch)
        #expect(await servers.sent.count == 1)
    }

    @Test func `only the challenge's metadata URL is requested`() async throws {
        let challenge = #"Basic realm="x", Bearer resource_metadata="https://api.example/about""#
        let whole = Self.document(resource: "https://api.example/v1/tasks")
        let (found, asked) = try await Self.discover(at: ["/about": whole, Self.own: "{}"], challenge)
        #expect(throws: Never.self) { try found.get() }
        #expect(asked == ["/about"])
        let (missing, again) = try await Self.discover(at: [Self.own: Self.document()], challenge)
        #expect(throws: Refusal.self) { try missing.get() }
        #expect(again == ["/about"])
    }

    @Test(arguments: [
        "https://evil.example/about", "http://api.example/about", "https://api.example:444/", "/about", "",
        "https://api.example/about#x", "https://127.0.0.1/about",
    ]) func `a challenge leads nowhere else`(_ address: String) async throws {
        let (result, asked) = try await Self.discover(at: [:], #"Bearer resource_metadata="\#(address)""#)
        let refusal = #expect(throws: Refusal.self) { try result.get() }
        #expect(refusal?.code == .resourceMismatch && asked.isEmpty)
    }

    @Test func `one path of a host does not speak for the others`() async throws {
        let challenge = #"Bearer resource_metadata="https://api.example/about""#
        let (result, _) = try await Self.discover(at: ["/about": Self.document()], challenge)
        #expect(await refused { try result.get() } == .resourceMismatch)
    }

    @Test func `an API without a document is reported after two requests`() async throws {
        let (result, asked) = try await Self.discover(at: [:])
        let refusal = #expect(throws: Refusal.self) { try result.get() }
        #expect(refusal?.code == .resourceMetadataMissing && asked == [Self.own, Self.root])
        let (plain, none) = try await Self.discover(at: [:], "Bearer", "http://api.example/v1")
        let insecure = #expect(throws: Refusal.self) { try plain.get() }
        #expect(insecure?.code == .addressInsecure && none.isEmpty)
    }
}

/// Servers that answer at some paths, and note what was asked.
private final class Places: Transport {
    private let documents: [String: String]
    private let paths = Mutex<[String]>([])

    init(_ documents: [String: String]) { self.documents = documents }

    var asked: [String] { paths.withLock(\.self) }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path ?? ""
        paths.withLock { $0.append(path) }
        #expect(request.headerFields[.authorization] == nil)
        guard let document = documents[path] else {
            return TransportResponse(head: HTTPResponse(status: .notFound), body: Data())
        }
        return TransportResponse(head: HTTPResponse(status: .ok), body: Data(document.utf8))
    }
}
