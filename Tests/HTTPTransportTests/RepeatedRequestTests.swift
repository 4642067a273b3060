// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import HTTPMessages
import HTTPTransport

/// The server closes the connection at the second request; libcurl would always resend it.
@Suite struct RepeatedRequestTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: HTTPRequest.Method
        var fields: HTTPFields = [:]
        var body = RequestBody.empty
        let isRepeated: Bool
    }

    private static let key = HTTPField(name: HTTPField.Name("Idempotency-Key") ?? .accept, value: "1")
    private static let proof = HTTPField(name: HTTPField.Name("DPoP") ?? .accept, value: "proof")
    private static let text = RequestBody.bytes(Data("x".utf8))
    private static let streamed = RequestBody.chunks(length: 1) { ByteChunks(Data("x".utf8)) }

    static let rows = [
        Row(testDescription: "GET", method: .get, isRepeated: true),
        Row(testDescription: "GET with a proof", method: .get, fields: HTTPFields([proof]), isRepeated: false),
        Row(testDescription: "DELETE", method: .delete, isRepeated: true),
        Row(testDescription: "PUT", method: .put, body: text, isRepeated: true),
        Row(testDescription: "PUT in chunks", method: .put, body: streamed, isRepeated: false),
        Row(testDescription: "POST", method: .post, body: text, isRepeated: false),
        Row(testDescription: "POST without content", method: .post, isRepeated: false),
        Row(testDescription: "PATCH", method: .patch, body: text, isRepeated: false),
        Row(testDescription: "POST with a key", method: .post, fields: HTTPFields([key]), body: text, isRepeated: true),
    ]

    // RFC 9112 §9.3.1
    @Test(arguments: rows) func `a request is sent again only if that does no harm`(_ row: Row) async throws {
        let script: ScriptedServer.Script = { number, connection, log in
            var count = 0
            while let head = await connection.head() {
                log.note(String(head.prefix { $0 != " " }))
                count += 1
                if number == 0, count == 2 { return }
                try await connection.write(RawServer.response())
            }
        }
        try await ScriptedServer.with(script) { server, transport in
            _ = try await transport.send(server.request(method: .options))
            var request = server.request(method: row.method)
            request.headerFields = row.fields
            let name = row.method.rawValue
            if row.isRepeated {
                #expect(try await transport.stream(request, body: row.body).status == .ok)
                #expect(server.notes == ["OPTIONS", name, name])
            } else {
                await expect(.connectionLost) { try await transport.stream(request, body: row.body) }
                #expect(server.notes == ["OPTIONS", name])
            }
        }
    }

    /// Two idle connections: the listed ones have unsolicited bytes, the others close at a request; libcurl may choose
    /// either.
    @Test(arguments: [[0], [1], [0, 1]])
    func `a POST is sent once, also if the next connection has unsolicited bytes`(_ talkative: [Int]) async throws {
        let (paired, pairing) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let script: ScriptedServer.Script = { number, connection, log in
            if number < 2 {
                _ = await connection.head()
                if number == 0 { for await _ in paired {} } else { pairing.finish() }
                try await connection.write(RawServer.response())
            }
            if talkative.contains(number) {
                for await _ in released {}
                try await connection.write(RawServer.response("200 OK", "unasked"))
                log.note("written")
            }
            guard let head = await connection.head() else { return }
            log.note(String(head.prefix { $0 != " " }))
            if number > 1 { try await connection.write(RawServer.response()) }
        }
        try await ScriptedServer.with(script) { server, transport in
            async let first = transport.send(server.request())
            async let second = transport.send(server.request())
            _ = try await (first, second)
            release.finish()
            try await until { server.notes.count == talkative.count }
            do {
                let response = try await transport.send(server.request(method: .post), body: Data("x".utf8))
                #expect(response.body.isEmpty)
            } catch {
                #expect(talkative.count == 1 && (error as? TransportError)?.code == .connectionLost)
            }
            #expect(server.notes == talkative.map { _ in "written" } + ["POST"])
        }
    }
}
#endif
