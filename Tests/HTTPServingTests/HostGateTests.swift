// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Testing

@testable import HTTPServing

@Suite struct HostGateTests {
    let gate = HostGate<ServingContext>(allowed: ServerAddress(port: 4400).authorities)

    @Test(arguments: ["127.0.0.1:4400", "localhost:4400", "LocalHost:4400", "[::1]:4400"])
    func `a request for one of our names passes`(_ host: String) throws {
        try gate.judge(host)
    }

    @Test(arguments: [
        nil, "", "localhost", "localhost:4401", "evil.example:4400", "localhost.:4400",
        "localhost:4400.evil.example",
        "me@localhost:4400", "localhost:04400x", "localhost:4400:4400", "localhost:", "[::1]", "[::1:4400",
        "::1:4400",
        "127.1:4400", "localhost:4400, evil.example", "localhost :4400", "lоcalhost:4400",
    ])
    func `a request for any other name is refused`(_ host: String?) throws {
        let refusal = #expect(throws: RequestRefusal.self) { try gate.judge(host) }
        #expect(refusal?.code == .hostNotAllowed)
    }

    @Test(
        arguments: [
            ("a:1", 1), ("a:65535", 65535), ("a:0", nil), ("a:65536", nil), ("a:100000", nil), ("a:+80", nil),
            ("a:8_0", nil),
        ] as [(String, Int?)])
    func `a port is a number from 1 to 65535`(_ text: String, _ port: Int?) {
        #expect(HostAndPort(text)?.port == port)
    }

    @Test func `a name without a port is on port 80`() throws {
        let gate = HostGate<ServingContext>(allowed: [HostAndPort(host: "tenant.test", port: 80)])
        try gate.judge("tenant.test")
        try gate.judge("tenant.test:80")
        for other in ["tenant.test:443", "tenant.test:8080"] {
            let refusal = #expect(throws: RequestRefusal.self) { try gate.judge(other) }
            #expect(refusal?.code == .hostNotAllowed)
        }
    }

    @Test func `a request with several hosts is refused`() async throws {
        let router = Router(context: ServingContext.self)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: gate)
        router.get("/") { _, _ in "hello" }
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("Host"))] = "evil.example"
        let refused = try await Exchange("/", fields: fields, with: router)
        #expect(refused.status == 400 && refused.text == "The request contains several hosts.\n")
    }

    /// A request's target, its `Host` fields, and host and path at the gate; a request without a host gets 400.
    static let targets: [(String, [String], String?, String?)] = [
        ("/", ["a"], "a", "/"), ("/http://b", ["a"], "a", "/http://b"), ("*", ["a"], nil, nil),
        ("http://b/c", ["a"], "b", "/c"), ("http://b", [], nil, nil), ("https://b?c", ["a"], "b", "/?c"),
        ("http://b/", ["a", "c"], nil, nil),
    ]

    @Test(arguments: targets)
    func `the target's host overrides the first field`(
        target: String, sent: [String], host: String?, path: String?
    ) throws {
        var input = Input()
        input.bytes = Array("GET \(target) HTTP/1.1\r\n\(sent.map { "Host: \($0)\r\n" }.joined())\r\n".utf8)
        var parser = HeadParser(Limits())
        switch parser.take(&input) {
        case .head(let head): #expect(head.request.authority == host && head.request.path == path)
        case .refused(let status): #expect(status == 400 && host == nil)
        case .more: Issue.record("the head is whole")
        }
    }

    @Test func `a wrong host gets 421 with the addresses that work`() async throws {
        let router = Router(context: ServingContext.self)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: gate)
        router.get("/") { _, _ in "hello" }
        let refused = try await Exchange("/", host: "evil.example", with: router)
        #expect(refused.status == 421)
        #expect(
            refused.text == """
                This server does not accept that host name. Use one of: \
                http://127.0.0.1:4400, http://[::1]:4400, http://localhost:4400

                """)
        #expect(try await Exchange("/", host: nil, with: router).status == 421)
        #expect(try await Exchange("/", with: router).text == "hello")
        #expect(try await Exchange("/nowhere", host: "evil.example", with: router).status == 421)
    }
}
