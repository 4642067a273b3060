// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages

@testable import SignInProvider

@Suite struct DPoPProverTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01T00:00:00Z
    private static let api = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/a?b=c")
    private static let token = HTTPRequest(method: .post, scheme: "https", authority: "op.example", path: "/token")

    private final class Server: Transport {
        let sent = Mutex<[HTTPRequest]>([])
        let answer: @Sendable (Int) -> TransportResponse

        init(_ answer: @escaping @Sendable (Int) -> TransportResponse) { self.answer = answer }

        var proofs: [SentProof?] { sent.withLock { $0.map { SentProof(in: $0) } } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            let count = sent.withLock {
                $0.append(request)
                return $0.count
            }
            return answer(count)
        }
    }

    private static func response(
        _ status: Int, _ body: String = "", challenge: String? = nil, nonce: String? = nil, date: String? = nil
    ) -> TransportResponse {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.wwwAuthenticate] = challenge
        head.headerFields[.date] = date
        if let name = HTTPField.Name("DPoP-Nonce"), let nonce { head.headerFields[name] = nonce }
        return TransportResponse(head: head, body: Data(body.utf8))
    }

    private static let nonceError = #"{"error":"use_dpop_nonce"}"#
    private static let nonceChallenge = #"DPoP error="use_dpop_nonce""#
    private static let proofChallenge = #"DPoP error="invalid_dpop_proof", algs="ES256""#

    private static func prover(_ servers: DPoPServers = DPoPServers()) -> DPoPProver {
        DPoPProver(DPoPKey(), servers: servers, time: TimeSource { start })
    }

    private static func send(
        _ request: HTTPRequest, with token: String?, by prover: DPoPProver = prover(), to server: Server
    ) async throws -> TransportResponse {
        try await prover.send(presenting: token.map { Redacted($0) }) {
            request
        } through: { request in
            let response = try await server.send(request, body: Data())
            return (response, response)
        }
    }

    @Test func `each request has a proof of its own, and an API the token in its scheme`() async throws {
        let server = Server { _ in Self.response(200) }
        let prover = Self.prover()
        for _ in 0..<3 { _ = try await Self.send(Self.api, with: "secret", by: prover, to: server) }
        let proofs = server.proofs.compactMap(\.self)
        #expect(proofs.count == 3 && Set(proofs.map { $0["jti"] }).count == 3)
        #expect(proofs.allSatisfy { $0["htu"] == "https://api.example/a" && $0["htm"] == "GET" })
        #expect(proofs.allSatisfy { ($0["jti"]?.utf8.count ?? 0) >= 16 }, "96 bits at least")
        #expect(proofs.allSatisfy { $0.issuedAt == Self.start && $0.thumbprint == prover.key.thumbprint })
        #expect(server.sent.withLock { $0.allSatisfy { $0.headerFields[.authorization] == "DPoP secret" } })
    }

    @Test func `a demanded nonce is sent at once, and from then on`() async throws {
        let server = Server { $0 == 1 ? Self.response(400, Self.nonceError, nonce: "n1") : Self.response(200) }
        let prover = Self.prover()
        #expect(try await Self.send(Self.token, with: nil, by: prover, to: server).status == .ok)
        _ = try await Self.send(Self.token, with: nil, by: prover, to: server)
        #expect(server.proofs.map { $0?["nonce"] } == [nil, "n1", "n1"])
    }

    @Test func `the nonce of any response is that of the next proof`() async throws {
        let server = Server { Self.response($0 == 2 ? 404 : 200, nonce: "n\($0)") }
        let prover = Self.prover()
        for _ in 0..<3 { _ = try await Self.send(Self.api, with: "t", by: prover, to: server) }
        #expect(server.proofs.map { $0?["nonce"] } == [nil, "n1", "n2"])
    }

    @Test func `the nonce of one server is not sent to another`() async throws {
        let servers = DPoPServers()
        let server = Server { _ in Self.response(200, nonce: "n") }
        for request in [Self.api, Self.token, Self.api] {
            _ = try await Self.send(request, with: "t", by: Self.prover(servers), to: server)
        }
        #expect(server.proofs.map { $0?["nonce"] } == [nil, nil, "n"])
    }

    /// Responses that demand another proof forever, and the number of requests.
    static let loops: [(String, Int, @Sendable (Int) -> TransportResponse)] = [
        ("a new nonce each time", 2, { response(401, challenge: nonceChallenge, nonce: "n\($0)") }),
        ("the same nonce", 2, { _ in response(401, challenge: nonceChallenge, nonce: "n") }),
        ("no nonce", 1, { _ in response(401, challenge: nonceChallenge) }),
        (
            "two nonces", 1,
            { _ in
                var response = response(401, challenge: nonceChallenge, nonce: "a")
                if let name = HTTPField.Name("DPoP-Nonce") {
                    response.head.headerFields.append(HTTPField(name: name, value: "b"))
                }
                return response
            }
        ),
        ("a nonce that is none", 1, { _ in response(401, challenge: nonceChallenge, nonce: "a b\"c") }),
        (
            "an endless nonce", 1,
            {
                _ in response(401, challenge: nonceChallenge, nonce: String(repeating: "n", count: 1025))
            }
        ),
        ("another status", 1, { _ in response(403, challenge: nonceChallenge, nonce: "n") }),
        ("another scheme", 1, { _ in response(401, challenge: #"Bearer error="use_dpop_nonce""#, nonce: "n") }),
        ("another error", 1, { _ in response(401, challenge: #"DPoP error="invalid_token""#, nonce: "n") }),
        ("a body in place of a challenge", 1, { _ in response(400, nonceError, nonce: "n") }),
        ("another clock", 1, { _ in response(401, challenge: proofChallenge) }),
        (
            "a clock that is right", 1,
            { _ in response(401, challenge: proofChallenge, date: "Thu, 01 Jan 2026 00:00:04 GMT") }
        ),
        (
            "a clock that runs away", 2,
            { response(401, challenge: proofChallenge, date: "Thu, 01 Jan 2026 0\($0):00:00 GMT") }
        ),
        (
            "a clock of another day", 1,
            { _ in response(401, challenge: proofChallenge, date: "Fri, 02 Jan 2026 00:00:01 GMT") }
        ),
        (
            "nonce and clock in turn", 3,
            {
                $0 % 2 == 1
                    ? response(401, challenge: nonceChallenge, nonce: "n\($0)")
                    : response(401, challenge: proofChallenge, date: "Thu, 01 Jan 2026 0\($0):00:00 GMT")
            }
        ),
    ]

    @Test(arguments: loops.indices) func `answers at most one nonce challenge`(_ row: Int) async throws {
        let (name, count, answer) = Self.loops[row]
        let server = Server(answer)
        let response = try await Self.send(Self.api, with: "t", to: server)
        #expect(server.proofs.count == count, "\(name)")
        #expect(response.status.code >= 400, "\(name)")
        #expect(server.proofs.allSatisfy { $0 != nil }, "\(name)")
    }

    @Test(arguments: [
        ("Thu, 01 Jan 2026 00:00:05 GMT", 5.0), ("Wed, 31 Dec 2025 23:50:00 GMT", -600),
        ("Fri, 02 Jan 2026 00:00:00 GMT", 86_400),
    ])
    func `the clock of a server is learned from its refusal`(_ date: String, _ lead: TimeInterval) async throws {
        let server = Server {
            $0 == 1 ? Self.response(401, challenge: Self.proofChallenge, date: date) : Self.response(200)
        }
        let prover = Self.prover()
        #expect(try await Self.send(Self.api, with: "t", by: prover, to: server).status == .ok)
        _ = try await Self.send(Self.api, with: "t", by: prover, to: server)
        #expect(server.proofs.map { $0?.issuedAt?.timeIntervalSince(Self.start) } == [0, lead, lead])
    }

    @Test func `a successful response does not change the clock`() async throws {
        let server = Server { _ in Self.response(200, date: "Thu, 01 Jan 2026 01:00:00 GMT") }
        let prover = Self.prover()
        for _ in 0..<2 { _ = try await Self.send(Self.api, with: "t", by: prover, to: server) }
        #expect(server.proofs.map { $0?.issuedAt } == [Self.start, Self.start])
    }

    @Test func `a hundred servers are remembered, and the one used least lately is forgotten`() async throws {
        let servers = DPoPServers()
        let server = Server { _ in Self.response(200, nonce: "n") }
        func send(_ number: Int) async throws -> String? {
            let request = HTTPRequest(method: .get, scheme: "https", authority: "api\(number).example", path: "/")
            _ = try await Self.send(request, with: "t", by: Self.prover(servers), to: server)
            return server.proofs.last??["nonce"]
        }
        for number in 0..<100 { _ = try await send(number) }
        #expect(try await send(0) == "n")
        _ = try await send(100)
        #expect(try await send(1) == nil, "used least lately")
        #expect(try await (send(0), send(99)) == ("n", "n"))
    }

    @Test func `a token without a key is a bearer token`() async throws {
        let server = Server { _ in Self.response(401, challenge: Self.nonceChallenge, nonce: "n") }
        _ = try await PresentableToken(Redacted("plain")).send(Self.api, over: server)
        let sent = server.sent.withLock { $0 }
        #expect(sent.count == 1 && sent.first?.headerFields[.authorization] == "Bearer plain")
        #expect(sent.first.flatMap { SentProof(in: $0) } == nil)
    }
}
