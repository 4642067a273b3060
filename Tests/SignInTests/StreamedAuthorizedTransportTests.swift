// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import SignInTesting

@Suite struct StreamedAuthorizedTransportTests {
    /// Responds in the API's place, and counts the bytes read of refusals.
    private final class StreamingAPI: Transport {
        let next: any Transport
        let refused: @Sendable (HTTPRequest) -> Bool
        private let sent = Mutex<[(HTTPRequest, Data)]>([])
        private let read = Mutex(0)

        init(_ next: any Transport, refusing refused: @escaping @Sendable (HTTPRequest) -> Bool) {
            self.next = next
            self.refused = refused
        }

        var bodies: [Data] { sent.withLock { $0.map(\.1) } }
        var bytesRead: Int { read.withLock { $0 } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            try await next.send(request, body: body)
        }

        func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
            let content = try await body.collect()
            sent.withLock { $0.append((request, content)) }
            guard refused(request) else {
                return StreamedResponse(head: HTTPResponse(status: .ok), body: ByteChunks(Data("fine".utf8)))
            }
            // An endless refusal.
            let refusal = ByteChunks(
                AsyncStream(unfolding: { [self] in
                    read.withLock { $0 += 1 << 10 }
                    return Data(count: 1 << 10)
                }))
            return StreamedResponse(head: HTTPResponse(status: .unauthorized), body: refusal)
        }
    }

    private func streamingAPI(
        refusingAll: Bool = false
    ) async throws -> (AuthorizedTransport, StreamingAPI, HTTPRequest) {
        let signedIn = try await SignedIn()
        let token = try #require(try await signedIn.record()?.tokens.first?.accessToken)
        signedIn.tenant.clock.advance(by: .seconds(30))
        let api = StreamingAPI(signedIn.transport) { request in
            refusingAll || request.headerFields[.authorization] == "Bearer \(token.revealed)"
        }
        let transport = AuthorizedTransport(
            signedIn.session(), scopes: signedIn.scopes, to: signedIn.tenant.graph, over: api)
        let request = HTTPRequest(method: .put, url: signedIn.tenant.graph.appending(path: "me/photo"))
        return (transport, api, request)
    }

    @Test func `an upload is resent before its rejection is read completely`() async throws {
        let (transport, api, request) = try await streamingAPI()
        let body = RequestBody.chunks { ByteChunks(Data("photo".utf8)) }
        let response = try await transport.stream(request, body: body)
        #expect(try await (response.status, response.collect().body) == (.ok, Data("fine".utf8)))
        #expect(api.bodies == [Data("photo".utf8), Data("photo".utf8)])
        #expect(api.bytesRead <= 66 << 10)
    }

    @Test func `an upload that can be sent once gets the refusal`() async throws {
        let (transport, api, request) = try await streamingAPI()
        let response = try await transport.stream(request, body: .once(ByteChunks(Data("photo".utf8))))
        #expect(response.status == .unauthorized)
        #expect(api.bodies == [Data("photo".utf8)])
        let first = try await response.body.first { _ in true }
        #expect(first?.count == 1 << 10, "the content is the caller's")
    }

    @Test func `a second refusal is the answer, with its content`() async throws {
        let (transport, api, request) = try await streamingAPI(refusingAll: true)
        let response = try await transport.stream(request, body: .bytes(Data("photo".utf8)))
        #expect(response.status == .unauthorized)
        #expect(api.bodies.count == 2)
        let first = try await response.body.first { _ in true }
        #expect(first?.count == 1 << 10)
    }

    @Test func `a client of one's own gets the token, and a fresh one after a refusal`() async throws {
        let (transport, api, request) = try await streamingAPI()
        var calls = 0
        let answer = try await transport.send(request) { request in
            calls += 1
            return (HTTPResponse(status: api.refused(request) ? .unauthorized : .ok), "answer \(calls)")
        }
        #expect(answer == "answer 2")
        calls = 0
        let first = try await transport.send(request, isRepeatable: false) { _ in
            calls += 1
            return (HTTPResponse(status: .unauthorized), "answer \(calls)")
        }
        #expect(first == "answer 1")
    }
}
