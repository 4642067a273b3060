// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
@testable import HTTPTransport
import Testing

/// The transport of Linux behind a proxy of the environment.
@Suite struct ProxiedTransportTests {
    private static func with(
        _ variable: String, _ server: ScriptedServer, _ body: (any Transport) async throws -> Void
    ) async throws {
        let transport = CurlTransport(
            limits: TransportLimits(), environment: [variable: "http://ana:word@127.0.0.1:\(server.port)"])
        do {
            try await body(transport)
        } catch {
            Issue.record(error)
        }
        try await transport.shutDown()
    }

    private static let script: ScriptedServer.Script = { _, connection, log in
        log.note(await connection.head() ?? "")
        try await connection.write(RawServer.response("403 Forbidden", "by the proxy"))
        await connection.closed()
    }

    @Test(arguments: [("http", "http_proxy", 80), ("https", "https_proxy", 443)])
    func `the proxy is asked for a tunnel, and sees no path`(
        _ scheme: String, _ variable: String, _ port: Int
    ) async throws {
        try await ScriptedServer.with(Self.script) { server in
            try await Self.with(variable, server) { transport in
                let request = HTTPRequest(method: .get, scheme: scheme, authority: "a.example", path: "/secret")
                await #expect(throws: TransportError.self) { try await transport.send(request) }
                let head = try #require(server.notes.first)
                #expect(head.hasPrefix("CONNECT a.example:\(port) HTTP/1.1\r\n"))
                #expect(head.lowercased().contains("proxy-authorization: basic yw5hondvcmq=\r\n"))
                #expect(!head.contains("secret"))
            }
        }
    }

    @Test func `this machine is asked without a proxy`() async throws {
        let refusing: ScriptedServer.Script = { _, _, _ in Issue.record("the proxy was asked") }
        try await ScriptedServer.with(refusing) { proxy in
            try await RawServer.with(.bytes(RawServer.response("200 OK", "x"))) { server in
                try await Self.with("http_proxy", proxy) { transport in
                    let response = try await transport.send(server.request())
                    #expect(response.status == .ok)
                }
            }
        }
    }
}
#endif
