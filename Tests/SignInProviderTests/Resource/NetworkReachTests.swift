// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider

/// Special-purpose addresses by the registries of RFC 6890, on both sides of each range's ends.
@Suite struct NetworkReachTests {
    private static func reach(_ text: String) throws -> NetworkReach? {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 { return NetworkReach([withUnsafeBytes(of: v4, Array.init)]) }
        try #require(inet_pton(AF_INET6, text, &v6) == 1, "\(text)")
        return NetworkReach([withUnsafeBytes(of: v6, Array.init)])
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.0.2.1",
        "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7",
        "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
        "2001:1ff::1", "2001:db8::1", "2002:a00:1::", "2002:c0a8:101::1", "3fff::1", "fc00::1", "fdff::1", "fe80::1",
        "febf::1", "fec0::1", "ff02::1", "::7f00:1", "1fff::1", "4000::1",
    ])
    func `special addresses are local`(_ address: String) throws {
        #expect(try Self.reach(address) == .local)
    }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0",
        "223.255.255.255", "93.184.216.34", "2001:200::1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
        "2002:808:808::1", "2a00:1450::1", "3ffe::1",
    ])
    func `other addresses are global`(_ address: String) throws {
        #expect(try Self.reach(address) == .global)
    }

    @Test func `no address, and bytes of another length`() {
        #expect(NetworkReach([]) == nil)
        #expect(NetworkReach([[8, 8, 8]]) == .local)
        #expect(NetworkReach([[8, 8, 8, 8], [10, 0, 0, 1]]) == .local)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "[::1]", "0x7f000001", "2130706433", "127.1"])
    func `the system's look-up finds this machine under each spelling`(_ host: String) async throws {
        #expect(NetworkReach(try await NetworkReach.system(host)) == .local)
    }
}

@Suite struct NetworkBoundTransportTests {
    /// Host names, and their addresses.
    private static let names: [String: [[UInt8]]] = [
        "api.example": [[8, 8, 8, 8]], "xn--bcher-kva.example": [[10, 0, 0, 1]],
        "mixed.example": [[8, 8, 8, 8], [127, 0, 0, 1]],
    ]

    /// Authority, and the refusal; `nil` for a request that is sent.
    static let requests: [(String, Refusal.Code?)] = [
        ("api.example", nil), ("API.example:8443", nil), ("8.8.8.8", nil), ("[2606:4700::1111]", nil),
        ("only.behind.a.proxy", nil),
        ("xn--bcher-kva.example", .addressNotPublic), ("mixed.example", .addressNotPublic),
        ("10.0.0.1", .addressNotPublic), ("127.0.0.1:80", .addressNotPublic), ("0.0.0.0", .addressNotPublic),
        ("169.254.169.254", .addressNotPublic), ("[::1]", .addressNotPublic), ("[::ffff:10.0.0.1]", .addressNotPublic),
        ("[fd00::1]", .addressNotPublic),
        ("127%2e0.0.1", .hostMalformed), ("%6c%6f%63alhost", .hostMalformed), ("127.0.0.1%00.evil", .hostMalformed),
        ("127.1", .hostMalformed), ("2130706433", .hostMalformed), ("0x7f000001", .hostMalformed),
        ("api.example.", .hostMalformed), ("[fe80::1%25eth0]", .hostMalformed), ("me@api.example", .hostMalformed),
        ("a:b@api.example", .hostMalformed), ("b\u{FC}cher.example", .hostMalformed), ("", .hostMalformed),
    ]

    @Test(arguments: requests)
    func `a request leaves only for the judged host`(_ authority: String, _ code: Refusal.Code?) async throws {
        let server = ScriptedTransport([(200, "")])
        let looked = Mutex<[String]>([])
        let transport = NetworkBoundTransport(over: server, within: .global) { host in
            looked.withLock { $0.append(host) }
            return Self.names[host] ?? []
        }
        let request = HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/")
        guard let code else {
            #expect(try await transport.send(request).head.status == .ok)
            #expect(await server.lines == ["GET https://\(authority)/"])
            return
        }
        #expect(await refused { try await transport.send(request) } == code)
        #expect(await server.sent.isEmpty)
        #expect(looked.withLock { $0 }.allSatisfy { Self.names.keys.contains($0) }, "a malformed host was looked up")
    }

    @Test(arguments: [
        ("https://api.example/authorize?login_hint=ana", Refusal.Code?.none),
        ("https://xn--bcher-kva.example/", .addressNotPublic), ("https://127%2e0.0.1/", .hostMalformed),
        ("https://api.example@10.0.0.1/", .hostMalformed), ("urn:a:b", .hostMalformed),
    ])
    func `a browser is led to a judged host only`(_ address: String, _ code: Refusal.Code?) async throws {
        let transport = NetworkBoundTransport(over: ScriptedTransport([]), within: .global) { Self.names[$0] ?? [] }
        do {
            try await transport.check([#require(URL(string: address))])
            #expect(code == nil)
        } catch let refusal as Refusal {
            #expect(refusal.code == code)
            #expect(!refusal.message.contains("ana"))
        }
    }
}
