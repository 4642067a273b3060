// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
@testable import HTTPTransport
import Testing

/// Behind a proxy of the environment.
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

    private static let script = ScriptedServer.answering(RawServer.response("403 Forbidden", "by the proxy"))

    @Test(arguments: [("http", "http_proxy", 80), ("https", "https_proxy", 443)])
    func `the proxy opens a tunnel, and sees no path`(scheme: String, variable: String, port: Int) async throws {
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

    /// The proxy's response, the error code, and words of the message.
    @Test(arguments: [
        (
            "407 Proxy Authentication Required", TransportError.Code.unusableProxy,
            "rejected the user name or the password"
        ),
        ("403 Forbidden", .unreachable, "rejected a tunnel to"), ("502 Bad Gateway", .unreachable, "with status 502"),
    ])
    func `tells proxy errors from a server's`(status: String, code: TransportError.Code, words: String) async throws {
        let script = ScriptedServer.answering(RawServer.response(status, #"{"error":"invalid_grant"}"#))
        try await ScriptedServer.with(script) { server in
            try await Self.with("all_proxy", server) { transport in
                let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
                let error = await expect(code) { try await transport.send(request) }
                #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
                #expect(error?.message.contains("the proxy 127.0.0.1:\(server.port)") == true)
                #expect(error?.message.contains("word@") == false)
            }
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", "the proxy 127.0.0.1:1 does not respond"),
        ("http://no-proxy.invalid:1", "the proxy no-proxy.invalid:1"),
    ])
    func `a proxy that is absent is named`(_ proxy: String, _ words: String) async throws {
        let transport = CurlTransport(limits: TransportLimits(), environment: ["all_proxy": proxy])
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/")
        let error = await expect(.unreachable) { try await transport.send(request) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        try await transport.shutDown()
    }

    @Test func `requests to this machine use no proxy`() async throws {
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
