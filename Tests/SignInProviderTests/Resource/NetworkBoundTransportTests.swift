// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider
import Synchronization
import Testing

@Suite struct NetworkBoundTransportTests {
    /// The names of the test, and their addresses.
    private static let names: [String: [[UInt8]]] = [
        "api.example": [[8, 8, 8, 8]], "xn--bcher-kva.example": [[10, 0, 0, 1]],
        "mixed.example": [[8, 8, 8, 8], [127, 0, 0, 1]],
    ]

    /// Authority, and the code of the refusal; `nil` for a request that is sent.
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

    @Test(arguments: requests) func `a request leaves only for the judged host`(
        _ authority: String, _ code: Refusal.Code?
    ) async throws {
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
        let refusal = await #expect(throws: Refusal.self) { try await transport.send(request) }
        #expect(refusal?.code == code)
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
