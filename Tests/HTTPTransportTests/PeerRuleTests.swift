// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
@testable import HTTPTransport
import OAuthMessages
import SignInProvider
import Synchronization
import Testing

/// The address of a connection is validated before a request is sent.
@Suite struct PeerRuleTests {
    private static let nobody = PeerRule(allowsProxy: true) { _ in false }

    private static func send(
        _ request: HTTPRequest, over transport: any Transport, under rule: PeerRule?
    ) async throws -> Int {
        try await PeerRule.$current.withValue(rule) { try await transport.send(request).status.code }
    }

    @Test
    func `a server that the rule does not admit gets no request, also after requests without the rule`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let status1 = try await Self.send(server.request("/1"), over: transport, under: nil)
            #expect(status1 == 200)
            await #expect(throws: PeerRule.Violation.self) {
                try await Self.send(server.request("/2"), over: transport, under: Self.nobody)
            }
            let status2 = try await Self.send(server.request("/3"), over: transport, under: nil)
            #expect(status2 == 200)
            #expect(server.requests.map { $0.prefix(6) } == ["GET /1", "GET /3"])
        }
    }

    @Test func `no connection is opened to an address that the rule forbids`() async throws {
        let script: ScriptedServer.Script = { number, connection, log in
            log.note("\(number)")
            while await connection.head() != nil { try await connection.write(RawServer.response()) }
        }
        try await ScriptedServer.with(script) { server, transport in
            await #expect(throws: PeerRule.Violation.self) {
                try await Self.send(server.request(), over: transport, under: Self.nobody)
            }
            _ = try await Self.send(server.request(), over: transport, under: nil)
            // The first request's connection would have this number.
            #expect(server.notes == ["0"])
        }
    }

    @Test func `the rule judges the address of the server`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let judged = Mutex<[[UInt8]]>([])
            let rule = PeerRule(allowsProxy: true) { address in
                judged.withLock { $0.append(address) }
                return true
            }
            let status3 = try await Self.send(server.request(), over: transport, under: rule)
            #expect(status3 == 200)
            #expect(judged.withLock { $0 } == [[127, 0, 0, 1]])
        }
    }

    @Test(arguments: [true, false])
    func `the rule decides whether a proxy may be asked`(allowsProxy: Bool) async throws {
        let script = ScriptedServer.answering(RawServer.response("403 Forbidden", "by the proxy"))
        try await ScriptedServer.with(script) { proxy in
            let transport = CurlTransport(
                limits: TransportLimits(), environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"])
            let rule = PeerRule(allowsProxy: allowsProxy) { _ in false }
            let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/")
            let error = await #expect(throws: (any Error).self) {
                try await Self.send(request, over: transport, under: rule)
            }
            #expect(error is PeerRule.Violation == !allowsProxy)
            #expect(proxy.notes.isEmpty == !allowsProxy)
            try await transport.shutDown()
        }
    }

    /// The lookup finds a public address, but the connection leads to this machine.
    @Test func `a name that resolves differently when connecting does not reach a private server`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            for (reach, address) in [(NetworkReach.global, [93, 184, 216, 34] as [UInt8]), (nil, [])] {
                let bound = NetworkBoundTransport(over: transport, within: reach) { _ in [address] }
                let request = HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost:\(server.port)", path: "/")
                guard reach != nil else {
                    let status4 = try await bound.send(request).status
                    #expect(status4 == .ok)
                    continue
                }
                let sent = await #expect(throws: Refusal.self) { try await bound.send(request) }
                #expect(sent?.code == .addressNotPublic)
                let streamed = await #expect(throws: Refusal.self) { try await bound.stream(request) }
                #expect(streamed?.code == .addressNotPublic)
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test func `a server on this machine is in the local network`() async throws {
        try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server, transport in
            let bound = NetworkBoundTransport(over: transport, within: .local, resolving: NetworkReach.system)
            let status5 = try await bound.send(server.request()).status
            #expect(status5 == .ok)
        }
    }
}
#endif
