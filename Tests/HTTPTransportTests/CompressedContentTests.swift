// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

/// Compressed content, made by other programs.
@Suite struct CompressedContentTests {
    private static let gzipped = "H4sIAAAAAAACA8tIzcnJV0ivyiwAABlq0t8KAAAA"  // hello gzip
    private static let deflated = "eNrLSM3JyVdISU3LSSxJBQAjDAUK"  // hello deflate
    /// 3,900 zeros in 39 bytes.
    private static let hundredfold = "H4sIAAAAAAACA+3BgQAAAADDoPlT3+AEVQEAAADPADXomNg8DwAA"
    /// 3,901 zeros in 39 bytes.
    private static let bomb = "H4sIAAAAAAACA+3BgQAAAADDoPlT3+AEVQEAAADXAEazaYQ9DwAA"

    /// Responds with this content, and records the request's head.
    private static func script(_ coding: String, _ base64: String) -> ScriptedServer.Script {
        { _, connection, log in
            while let head = await connection.head() {
                log.note(head)
                let content = Data(base64Encoded: base64) ?? Data()
                try await connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(content.count)\r\n\r\n")
                try await connection.write(content)
            }
        }
    }

    @Test(arguments: [("gzip", gzipped, "hello gzip"), ("deflate", deflated, "hello deflate")])
    func `compressed content is requested and expanded`(coding: String, base64: String, text: String) async throws {
        try await ScriptedServer.with(Self.script(coding, base64)) { server, transport in
            #expect(try await transport.send(server.request()).body == Data(text.utf8))
            let field = try #require(server.notes.first?.lowercased().firstMatch(of: #/accept-encoding: (.*)\r\n/#))
            #expect(field.1.contains("gzip") && field.1.contains("deflate"))
            let streamed = try await transport.stream(server.request())
            #expect(streamed.length == nil, "that of the field is the one before expansion")
            #expect(try await streamed.collect().body == Data(text.utf8))
        }
    }

    @Test(arguments: [9, 10]) func `the limit of a content counts after expansion`(_ limit: Int) async throws {
        try await ScriptedServer.with(Self.script("gzip", Self.gzipped)) { server in
            try await withSystemTransport(limits: TransportLimits(maximumResponseBytes: limit)) { transport in
                if limit == 10 {
                    let response = try await transport.send(server.request())
                    #expect(response.body.count == 10)
                } else {
                    await expect(.responseTooLarge) { try await transport.send(server.request()) }
                }
            }
        }
    }

    @Test(arguments: [hundredfold, bomb])
    func `a content may grow a hundredfold, and no more`(_ base64: String) async throws {
        try await ScriptedServer.with(Self.script("gzip", base64)) { server, transport in
            if base64 == Self.bomb {
                await expect(.responseTooLarge) {
                    try await transport.stream(server.request()).collect()
                }
            } else {
                let response = try await transport.stream(server.request()).collect()
                #expect(response.body.count == 3900)
            }
        }
    }

    /// A member whose content is empty.
    private static let emptyMember = Data(base64Encoded: "H4sIAAAAAAACAwMAAAAAAAAAAAA=") ?? Data()
    private static let member = Data(base64Encoded: gzipped) ?? Data()

    /// Encoded content, and its expansion; `nil` for a refusal. RFC 1952 §2.2, RFC 9110 §8.4.1
    static let contents: [(String, Data, String?)] = [
        ("gzip", member, "hello gzip"), ("x-gzip", member, "hello gzip"), ("gzip", emptyMember, ""),
        ("gzip", member + member, "hello gziphello gzip"), ("gzip", emptyMember + member, "hello gzip"),
        ("gzip", Data([0, 0, 0]), nil), ("gzip", member.prefix(15), nil),
        ("gzip", member.dropLast(), nil), ("gzip", member + Data("x".utf8), nil),
        ("gzip", member + member.prefix(12), nil),
        // Servers send such a length with redirects; curl, browsers, and Go accept it.
        ("gzip", Data(), ""), ("deflate", Data(), ""),
        ("gzip", member.prefix(22) + Data([member[22] ^ 1]) + member.dropFirst(23), nil),
        ("gzip", Data(base64Encoded: deflated) ?? Data(), nil), ("deflate", member, nil),
        // Without zlib's frame, which some servers omit.
        ("deflate", (Data(base64Encoded: deflated) ?? Data()).dropFirst(2).dropLast(4), nil),
        ("deflate", (Data(base64Encoded: deflated) ?? Data()) + Data("x".utf8), nil),
    ]

    @Test(arguments: contents.indices, [false, true])
    func `compressed content is expanded, or refused where it is damaged`(_ row: Int, isSplit: Bool) async throws {
        let (coding, bytes, text) = Self.contents[row]
        let script: ScriptedServer.Script = { _, connection, _ in
            _ = await connection.head()
            try await connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n")
            for piece in isSplit ? bytes.map({ Data([$0]) }) : [bytes] { try await connection.write(piece) }
        }
        try await ScriptedServer.with(script) { server, transport in
            if let text {
                let response = try await transport.send(server.request())
                #expect(response.body == Data(text.utf8))
            } else {
                await expect(.connectionLost) { try await transport.send(server.request()) }
            }
        }
    }

    // Positions count compressed bytes, and zlib cannot start in the middle. RFC 9110 §14.1
    @Test func `a range is requested without compression, and never expanded`() async throws {
        let script: ScriptedServer.Script = { _, connection, log in
            log.note(await connection.head() ?? "")
            try await connection.write(
                "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 10-14/30\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: 5\r\n\r\n")
            try await connection.write(Data(Self.member[10..<15]))
        }
        try await ScriptedServer.with(script) { server, transport in
            var request = server.request()
            request.headerFields[.range] = "bytes=10-14"
            let response = try await transport.send(request)
            #expect(response.body == Data(Self.member[10..<15]))
            #expect(server.notes.first?.lowercased().contains("accept-encoding: identity\r\n") == true)
        }
    }

    @Test func `an answer to HEAD describes a compressed content, and has none`() async throws {
        let script = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
        try await ScriptedServer.with(script) { server, transport in
            let response = try await transport.send(server.request(method: .head))
            #expect(response.status == .ok)
            #expect(server.notes.first?.lowercased().contains("accept-encoding: identity\r\n") == true)
        }
    }
}
