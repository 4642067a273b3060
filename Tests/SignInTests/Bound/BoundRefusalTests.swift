// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import SignIn

@Suite(.timeLimit(.minutes(1))) struct BoundRefusalTests {
    let bound: BoundSignIn

    init() async throws { bound = try await BoundSignIn() }

    private static func challenge(_ text: String, nonce: String? = nil) -> TransportResponse {
        var response = TransportResponse(401)
        response.head.headerFields[.wwwAuthenticate] = text
        if let name = HTTPField.Name("DPoP-Nonce") { response.head.headerFields[name] = nonce }
        return response
    }

    @Test(arguments: ["Bearer", "bearer", "MAC"])
    func `a token that is not bound is refused, and nothing of it is kept`(_ type: String) async throws {
        let (tenant, transport) = try await tamperedTenant()
        transport.changeTokens(["token_type": type])
        let flow = tenant.flow(try BoundSignIn.registration(), over: transport)
        await expect(Refusal.self, .tokenNotBound) { try await flow.signIn(at: tenant) }
        #expect(try await flow.accounts.accounts().isEmpty)
    }

    @Test func `an unbound token of a refresh changes nothing, and is not asked for again at once`() async throws {
        let flow = bound.flow()
        let before = try await bound.record()
        bound.expire()
        bound.transport.changeTokens(["token_type": "Bearer"])
        for _ in 0..<3 {
            await expect(Refusal.self, .tokenNotBound) {
                try await bound.api(flow).send(HTTPRequest(url: BoundSignIn.userInfo))
            }
        }
        #expect(try await bound.record() == before)
        let refreshes = bound.forms(at: "token").filter { $0["grant_type"] == "refresh_token" }
        #expect(refreshes.count == 2, "one refresh, sent again with the nonce")
    }

    @Test func `rejects an unrequested bound token`() async throws {
        let signedIn = try await SignedIn(isExpired: true)
        signedIn.transport.changeTokens(["token_type": "DPoP"])
        await expect(Refusal.self, .tokenTypeUnsupported) { try await signedIn.token() }
    }

    @Test func `an API that demands nonces without end gets two requests, and no refresh`() async throws {
        let api = bound.api()
        bound.transport.answer(at: "/op/userinfo") { _, _ in
            Self.challenge(#"DPoP error="use_dpop_nonce""#, nonce: UUID().uuidString)
        }
        bound.transport.forget()
        let response = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        #expect(response.status == .unauthorized)
        #expect(bound.proofs(at: "userinfo").count == 2 && bound.forms(at: "token").isEmpty)
        #expect("\(try #require(ChallengeAnswer(to: response)))".hasPrefix("giveUp"))
    }

    @Test func `a provider that demands nonces without end gets two requests`() async throws {
        bound.expire()
        bound.transport.answer(at: "/op/token") { _, _ in
            var response = TransportResponse(400, #"{"error":"use_dpop_nonce"}"#)
            if let name = HTTPField.Name("DPoP-Nonce") {
                response.head.headerFields[name] = UUID().uuidString
            }
            return response
        }
        bound.transport.forget()
        let error = await #expect(throws: ServerError.self) {
            try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo))
        }
        #expect(error?.code == .useDPoPNonce && bound.forms(at: "token").count == 2)
        #expect(try await bound.record().refreshToken != nil)
    }

    @Test func `a token that the API refuses is refreshed once, and presented with a proof again`() async throws {
        bound.tenant.clock.advance(by: .seconds(60))
        let first = try #require(try await bound.record().tokens.first?.accessToken.revealed)
        bound.transport.answer { request, _ in
            request.path == "/op/userinfo" && request.headerFields[.authorization] == "DPoP \(first)"
                ? Self.challenge(#"DPoP error="invalid_token", algs="ES256""#) : nil
        }
        #expect(try await bound.api().send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        let proofs = bound.proofs(at: "userinfo")
        #expect(proofs.first??["ath"] != proofs.last??["ath"] && proofs.last??["ath"] != nil)
    }

    @Test func `after a new sign-in elsewhere, no token meets another key`() async throws {
        let api = bound.api()
        _ = try await api.send(HTTPRequest(url: BoundSignIn.userInfo))
        _ = try await bound.flow().signIn(with: bound.tenant.userAgent(signingIn: bound.tenant.person))
        bound.tenant.clock.advance(by: .seconds(2))
        bound.transport.forget()
        #expect(try await api.send(HTTPRequest(url: BoundSignIn.userInfo)).status == .ok)
        let key = try await bound.record().dpopKey
        let proofs = bound.proofs(at: "userinfo")
        #expect(!proofs.isEmpty && proofs.allSatisfy { $0?.thumbprint == key?.thumbprint })
    }

    @Test func `no output holds a private key or a proof`() async throws {
        let record = try await bound.record()
        let key = try #require(record.dpopKey)
        let secret = String(decoding: try JSONEncoder().encode(key), as: UTF8.self)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        #expect(String(decoding: try record.content(), as: UTF8.self).contains(secret.prefix(10)))
        let request = try await bound.flow().authorizationRequest()
        let token = try await bound.flow().accounts.presentableToken(
            TokenQuery(
                account: record.id, registration: bound.registration, owner: record.owner,
                scopes: BoundSignIn.scopes, rejected: nil))
        var spoken = SpokenTexts()
        for value: any Sendable in [record, key, request, bound.account, bound.registration, token, bound.api()] {
            spoken.add(value)
        }
        let kept = String(decoding: try JSONEncoder().encode(request.dpopKey), as: UTF8.self)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        let proofs = bound.transport.sent.compactMap { sent in
            HTTPField.Name("DPoP").flatMap { sent.request.headerFields[$0] }
        }
        spoken.expectNone(of: Set([secret, kept] + proofs))
    }
}
