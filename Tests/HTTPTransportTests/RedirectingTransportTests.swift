// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

/// RFC 9110 §15.4.
@Suite struct RedirectingTransportTests {
    private static func request(_ method: HTTPRequest.Method, _ path: String = "/a/b?c=d") -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "https", authority: "api.example", path: path,
            headerFields: [.authorization: "Bearer secret", .contentType: "text/plain", .accept: "*/*"])
    }

    /// Status, method, the next method (`nil` for none), and whether it has the content.
    static let methods: [(Int, HTTPRequest.Method, HTTPRequest.Method?, Bool)] = [
        (301, .get, .get, true), (301, .post, .get, false), (301, .put, .put, true), (302, .post, .get, false),
        (302, .delete, .delete, true), (303, .post, .get, false), (303, .put, .get, false), (303, .head, .head, true),
        (303, .get, .get, true), (307, .post, .post, true), (308, .post, .post, true), (308, .patch, .patch, true),
        (300, .get, nil, false), (304, .get, nil, false), (305, .get, nil, false), (200, .get, nil, false),
    ]

    @Test(arguments: methods, [false, true]) func `the status decides on method and content`(
        row: (Int, HTTPRequest.Method, HTTPRequest.Method?, Bool), isStreamed: Bool
    ) async throws {
        let (status, method, next, keepsBody) = row
        let stub = StubTransport([
            .success(TransportResponse(status, [.location: "/new"])), .success(TransportResponse(200)),
        ])
        let following = RedirectingTransport(over: stub)
        let (request, content) = (Self.request(method), Data("x".utf8))
        let code =
            isStreamed
            ? try await following.stream(request, body: .bytes(content)).status.code
            : try await following.send(request, body: content).status.code
        #expect(code == (next == nil ? status : 200))
        #expect(stub.requests.map(\.method) == [method] + (next.map { [$0] } ?? []))
        guard next != nil else { return }
        #expect(stub.requests[1].path == "/new")
        #expect(stub.requests[1].headerFields[.authorization] == "Bearer secret")
        #expect(stub.requests[1].headerFields[.accept] == "*/*")
        #expect((stub.requests[1].headerFields[.contentType] != nil) == keepsBody)
        #expect(stub.bodies[1] == Data((keepsBody ? "x" : "").utf8))
    }

    /// The field, and the next path; `nil` if it is not followed.
    static let places: [(String, String?)] = [
        ("/new?q=1", "/new?q=1"), ("new", "/a/new"), ("../x", "/x"), ("?q=2", "/a/b?q=2"), ("", nil),
        ("https://api.example/x#part", "/x"), ("https://API.example:443/x", "/x"), ("https://api.example", "/"),
        ("//api.example/x", "/x"), ("/a%2Fb%20c?d=%26", "/a%2Fb%20c?d=%26"), ("/x/", "/x/"), ("/x?", "/x?"),
        ("/x;y?z#?", "/x;y?z"),
        ("http://api.example/x", nil), ("https://api.example:444/x", nil), ("https://evil.example/x", nil),
        ("//evil.example/x", nil), ("https://api.example.evil.example/", nil),
        ("https://api.example@evil.example/", nil),
        ("https://ana@api.example/x", nil), ("https://:word@api.example/x", nil), ("mailto:ana@api.example", nil),
        ("file:///etc/passwd", nil), ("https:///x", nil),
    ]

    @Test(arguments: places)
    func `only a place of the same origin is asked`(_ location: String, _ path: String?) async throws {
        let stub = StubTransport([
            .success(TransportResponse(307, [.location: location])), .success(TransportResponse(200)),
        ])
        let response = try await RedirectingTransport(over: stub).send(Self.request(.get))
        #expect(response.status.code == (path == nil ? 307 : 200))
        #expect(stub.requests.dropFirst().map(\.path) == (path.map { [$0] } ?? []))
        #expect(stub.requests.allSatisfy { $0.scheme == "https" && $0.authority == "api.example" })
    }

    // A proof is for one URL, and valid once. RFC 9449 §4.3, §11.1
    @Test func `a redirect of a request with a proof is an answer`() async throws {
        let stub = StubTransport([
            .success(TransportResponse(307, [.location: "/new"])), .success(TransportResponse(200)),
        ])
        let following = RedirectingTransport(over: stub)
        var request = Self.request(.get)
        request.headerFields[.dPoP] = "proof"
        #expect(try await following.send(request).status.code == 307)
        #expect(stub.requests.count == 1)
    }

    @Test func `a redirect without a location, or with two, is not followed`() async throws {
        var two = TransportResponse(307, [.location: "/a"])
        two.head.headerFields.append(HTTPField(name: .location, value: "/b"))
        for response in [TransportResponse(307), two] {
            let stub = StubTransport([.success(response)])
            #expect(try await RedirectingTransport(over: stub).send(Self.request(.get)).status.code == 307)
            #expect(stub.requests.count == 1)
        }
    }

    @Test(arguments: [-1, 0, 1, 5]) func `redirects end`(_ maximum: Int) async throws {
        let stub = StubTransport([.success(TransportResponse(302, [.location: "/again"]))])
        let response = try await RedirectingTransport(over: stub, upTo: maximum).send(Self.request(.get))
        #expect(response.status.code == 302)
        #expect(stub.requests.count == max(maximum, 0) + 1)
        let streaming = StubTransport([.success(TransportResponse(302, [.location: "/again"]))])
        let streamed = try await RedirectingTransport(over: streaming, upTo: maximum).stream(Self.request(.get))
        #expect(streamed.status.code == 302)
        #expect(streaming.requests.count == max(maximum, 0) + 1)
    }

    @Test func `follows five redirects by default`() async throws {
        let stub = StubTransport([.success(TransportResponse(302, [.location: "/again"]))])
        _ = try await RedirectingTransport(over: stub).send(Self.request(.get))
        #expect(stub.requests.count == 6)
    }

    @Test func `a content that can be sent once goes nowhere else`() async throws {
        let stub = StubTransport([
            .success(TransportResponse(308, [.location: "/new"])), .success(TransportResponse(200)),
        ])
        let following = RedirectingTransport(over: stub)
        let once = RequestBody.once(ByteChunks(Data("x".utf8)))
        #expect(try await following.stream(Self.request(.put), body: once).status.code == 308)
        let again = RequestBody.chunks { ByteChunks(Data("x".utf8)) }
        #expect(try await following.stream(Self.request(.put), body: again).status == .ok)
    }

    private struct Presenting: Transport {
        let presentsCertificate = true
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse { TransportResponse(200) }
    }

    @Test func `transports around another one present its certificate, and none by default`() {
        let bare = StubTransport([])
        #expect(!bare.presentsCertificate && !RetryingTransport(over: bare).presentsCertificate)
        #expect(!RedirectingTransport(over: bare).presentsCertificate)
        #expect(RetryingTransport(over: RedirectingTransport(over: Presenting())).presentsCertificate)
    }
}
