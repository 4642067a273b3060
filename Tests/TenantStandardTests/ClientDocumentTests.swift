// SPDX-License-Identifier: Apache-2.0
import Fixtures
import ProgramLifecycle
import Synchronization

@testable import TenantFixtures
@testable import TenantStandard

/// draft-ietf-oauth-client-id-metadata-document.
@Suite struct ClientDocumentTests {
    static let id = "https://app.example/oauth/client.json"

    /// A web server with one document, which counts its requests.
    private final class Publisher: Transport {
        private struct State {
            var response: TransportResponse?
            var addresses: [String] = []
            var heldCount = 0
        }

        private let state = Mutex(State())
        private let gate = Ending()

        var addresses: [String] { state.withLock { $0.addresses } }

        /// Publishes a document; `nil` makes the server unreachable.
        func publish(_ document: String?, status: Int = 200, _ fields: HTTPFields = [.contentType: "application/json"])
        {
            let response = document.map {
                TransportResponse(
                    head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Data($0.utf8))
            }
            state.withLock { $0.response = response }
        }

        /// Lets so many requests wait for ``release()``.
        func hold(_ count: Int) { state.withLock { $0.heldCount = count } }

        func release() { gate.request() }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            let (response, isHeld) = state.withLock { state in
                state.addresses.append(request.url?.absoluteString ?? "")
                return (state.response, state.addresses.count <= state.heldCount)
            }
            if isHeld { await gate.wait() }
            guard let response else { throw TransportError(.unreachable, "nobody answers") }
            return response
        }
    }

    private let publisher = Publisher()
    private let site: Site

    init() async throws {
        site = try Site(transport: publisher)
        try await site.add(StandardAPI.withScopes)
        publisher.publish(Self.document())
    }

    private static func document(
        _ id: String = id, adding members: String = "", redirect: String = "http://localhost/callback"
    ) -> String {
        #"{"client_id":"\#(id)","client_name":"Inspector","redirect_uris":["\#(redirect)"],"#
            + #""grant_types":["authorization_code","refresh_token"]\#(members)}"#
    }

    private static func request(
        _ id: String = id, redirect: String = "http://localhost:49152/callback"
    ) -> FormParameters {
        StandardAPI.request.with("client_id", id).with("redirect_uri", redirect).adding(["resource": StandardAPI.boats])
    }

    private func open(_ request: FormParameters = request()) async throws -> Answer {
        var browser = try await Browser.standard(at: site)
        return try await browser.openStandard(request)
    }

    @Test func `a published client signs somebody in, and the page names its host`() async throws {
        var browser = try await Browser.standard(at: site)
        let page = try await browser.openStandard(Self.request())
        #expect(page.text.contains("app.example") && page.text.contains("Inspector"))
        let code = try #require(try await browser.submit(page, ["answer": "accept"]).carried["code"])
        let form = FormParameters.standardRedeeming(code).with("client_id", Self.id)
            .with("redirect_uri", "http://localhost:49152/callback")
        let token = try await site.post("/op/token", form).object()["access_token"]?.string
        let claims = try await site.standardClaims(of: token).claims
        #expect((claims["client_id"], claims["aud"]) == (.string(Self.id), .string(StandardAPI.boats)))
        #expect(publisher.addresses == [Self.id], "a fresh document is fetched once")
    }

    @Test func `eight documents are fetched at once, and a ninth is refused for now`() async throws {
        let slow = Publisher()
        let site = try Site(transport: slow)
        try await site.add(StandardAPI.withScopes)
        @Sendable func open(_ number: Int) async throws -> Answer {
            var browser = try await Browser.standard(at: site)
            return try await browser.openStandard(Self.request("https://app.example/\(number).json"))
        }
        slow.publish(Self.document("https://app.example/9.json"))
        slow.hold(8)
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 1...8 { group.addTask { try await open(number) } }
            try await until { slow.addresses.count == 8 }
            let ninth = try await open(9)
            #expect(ninth.text.contains("Too many app metadata requests") && !ninth.asksForConsent)
            slow.release()
            for try await answer in group { #expect(!answer.text.contains("Too many")) }
        }
        #expect(slow.addresses.count == 8)
        #expect(try await open(9).asksForConsent)
    }

    @Test func `a document is fetched again when it is no longer fresh`() async throws {
        publisher.publish(Self.document(), [.contentType: "application/json", .cacheControl: "max-age=60"])
        for seconds in [0, 59, 1] {
            site.clock.advance(by: .seconds(seconds))
            #expect(try await open().asksForConsent)
        }
        #expect(publisher.addresses.count == 2)
        // The redirect URI is the new one's.
        publisher.publish(Self.document(redirect: "http://localhost/other"))
        site.clock.advance(by: .seconds(60))
        #expect(try await open().status == .badRequest)
    }

    @Test func `an unreachable or rejected document is fetched again after a delay`() async throws {
        publisher.publish(nil)
        #expect(try await open().status == .badRequest)
        #expect(try await open().text.contains("metadata cannot be used"))
        #expect(publisher.addresses.count == 1)
        publisher.publish(Self.document())
        site.clock.advance(by: .seconds(10))
        #expect(try await open().asksForConsent)
    }

    @Test func `of a thousand addresses is known how it went, and then they are forgotten`() async throws {
        publisher.publish(nil)
        func visits(_ numbers: Range<Int>) async throws -> Int {
            let before = publisher.addresses.count
            for number in numbers {
                let request = Self.request("https://app.example/\(number).json")
                #expect(try await site.send(.get, "/op/authorize?\(request.encoded)").status == .badRequest)
            }
            return publisher.addresses.count - before
        }
        #expect(try await (visits(0..<1000), visits(0..<1), visits(1000..<1001), visits(0..<1)) == (1000, 0, 1, 1))
    }

    @Test func `a pushed request reports an invalid client document`() async throws {
        publisher.publish(Self.document(adding: #","client_secret":"x""#))
        #expect(try await site.post("/op/par", Self.request()).errorCode == "invalid_client")
        site.clock.advance(by: .seconds(10))
        publisher.publish(Self.document())
        #expect(try await site.post("/op/par", Self.request()).status == .created)
    }

    @Test(arguments: [
        document("https://app.example/oauth/client.json/"), document("HTTPS://app.example/oauth/client.json"),
        document(adding: #","token_endpoint_auth_method":"client_secret_basic""#),
        document(adding: #","client_secret":"x""#), document(adding: #","client_secret_expires_at":0"#),
        document(adding: #","token_endpoint_auth_method":"private_key_jwt""#),
        document(redirect: "http://other.example/"), document(adding: #","client_name":"twice""#), "[]", "",
        document(adding: ",\"x\":\"\(String(repeating: "x", count: 16 << 10))\""),
    ])
    func `a document is refused`(_ document: String) async throws {
        publisher.publish(document)
        let answer = try await open()
        #expect(answer.status == .badRequest && answer.location == nil)
    }

    @Test(arguments: [301, 302, 404, 500, 204]) func `rejects every status except 200`(_ status: Int) async throws {
        publisher.publish(
            Self.document(), status: status,
            [.contentType: "application/json", .location: "https://app.example/other"])
        #expect(try await open().status == .badRequest)
        #expect(publisher.addresses.count == 1)
    }

    @Test(arguments: [
        ("application/json; charset=utf-8", true), ("application/cimd+json", true), ("text/html", false), ("", false),
        (nil, false),
    ])
    func `the content must be JSON`(_ type: String?, _ isGood: Bool) async throws {
        var fields = HTTPFields()
        fields[.contentType] = type
        publisher.publish(Self.document(), fields)
        #expect(try await open().asksForConsent == isGood)
    }

    @Test(arguments: [
        "http://app.example/c", "https://app.example", "https://app.example/a/../c", "https://app.example/%2e%2E/c",
        "https://app.example/./c", "https://app.example/c#d", "https://user@app.example/c",
        "https://app.example/\(String(repeating: "c", count: 2048))", "ftp://app.example/c", "//app.example/c",
    ])
    func `a URL of another form is not a client ID`(_ id: String) async throws {
        publisher.publish(Self.document(id))
        #expect(try await open(Self.request(id)).status == .badRequest)
        #expect(publisher.addresses.isEmpty)
    }

    @Test(arguments: [
        "https://10.0.0.1/c", "https://192.168.1.1/c", "https://169.254.169.254/c", "https://0x0a000001/c",
        "https://[fe80::1]/c", "https://[fd00::1]/c", "https://[::ffff:10.0.0.1]/c", "https://0.0.0.0/c",
        "https://[64:ff9b::a00:1]/c", "https://10%2e0.0.1/c", "https://10.0.0.1%00.example/c",
        "https://[fe80::1%25eth0]/c",
        "https://10.0.1/c", "https://167772161/c", "https://10.0.0.1./c", "https://app.exämple/c",
    ])
    func `no address of a private network is fetched`(_ id: String) async throws {
        publisher.publish(Self.document(id))
        #expect(try await open(Self.request(id)).status == .badRequest)
        #expect(publisher.addresses.isEmpty)
    }

    @Test(arguments: ["http://localhost:9000/c", "http://127.0.0.1/c", "https://localhost/c", "https://[::1]:9/c"])
    func `a tenant on loopback fetches from loopback`(_ id: String) async throws {
        publisher.publish(Self.document(id))
        #expect(try await open(Self.request(id)).asksForConsent)
        let address = try #require(ClientMetadataAddress(id))
        #expect(address.isFetchable(fromLoopback: true) && !address.isFetchable(fromLoopback: false))
    }

    @Test func `a redirect URI is exact, but for the port on loopback`() async throws {
        for redirect in [
            "http://127.0.0.1:49152/callback", "http://localhost:1/callback/", "https://localhost/callback",
        ] { #expect(try await open(Self.request(redirect: redirect)).status == .badRequest, "\(redirect)") }
    }

    @Test func `a client configured under a URL is not fetched`() async throws {
        try await site.add(
            StandardClient(
                id: Self.id, metadata: ClientMetadata(name: "Ours") { $0.redirectURIs = ["http://localhost/callback"] })
        )
        _ = try await open()
        #expect(publisher.addresses.isEmpty)
    }
}
