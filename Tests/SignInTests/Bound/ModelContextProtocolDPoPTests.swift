// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import SignIn

/// The DPoP scenarios of the Model Context Protocol's conformance suite, by name.
@Suite(.timeLimit(.minutes(1))) struct ModelContextProtocolDPoPTests {
    private static let api = URL(constant: "http://127.0.0.1:4400/op/userinfo")

    /// Accepts only bound tokens, with an unused proof and, where it has one, its nonce.
    private final class ProtectedAPI: Sendable {
        private let nonce: String?
        private let seen = Mutex<[SentProof]>([])

        init(nonce: String? = nil) { self.nonce = nonce }

        var proofs: [SentProof] { seen.withLock { $0 } }

        func answer(_ request: HTTPRequest) -> TransportResponse? {
            guard request.path == "/op/userinfo" else { return nil }
            guard request.headerFields[.authorization]?.hasPrefix("DPoP ") == true,
                let proof = SentProof(in: request), proof["ath"] != nil
            else { return refusal("invalid_token") }
            let isNew = seen.withLock { seen in
                defer { seen.append(proof) }
                return !seen.contains { $0["jti"] == proof["jti"] }
            }
            guard isNew else { return refusal("invalid_dpop_proof") }
            guard nonce == nil || proof["nonce"] == nonce else { return refusal("use_dpop_nonce") }
            return TransportResponse(200, "{}")
        }

        private func refusal(_ error: String) -> TransportResponse {
            var response = TransportResponse(401)
            response.head.headerFields[.wwwAuthenticate] = #"DPoP error="\#(error)", algs="ES256""#
            if let nonce, let name = HTTPField.Name("DPoP-Nonce") { response.head.headerFields[name] = nonce }
            return response
        }
    }

    @Test func `auth/dpop`() async throws {
        let (flow, account, transport) = try await Self.nativeApp()
        let token = try #require(transport.tokenRequests.first.flatMap { SentProof(in: $0.request) })
        #expect(token["htm"] == "POST" && token["htu"] == "http://127.0.0.1:4400/op/token")
        let api = ProtectedAPI()
        transport.answer { request, _ in api.answer(request) }
        let client = flow.authorizedTransport(for: account, scopes: BoundSignIn.scopes, to: Self.api)
        for _ in 0..<3 { #expect(try await client.send(HTTPRequest(url: Self.api)).status == .ok) }
        #expect(api.proofs.count == 3 && Set(api.proofs.map { $0["jti"] }).count == 3)
        #expect(api.proofs.allSatisfy { $0.thumbprint == token.thumbprint })
    }

    @Test func `auth/dpop-nonce`() async throws {
        // The provider demands a nonce once, and so does the API.
        let bound = try await BoundSignIn()
        let tokens = bound.proofs(at: "par") + bound.proofs(at: "token")
        #expect(tokens.map { $0?["nonce"] == nil } == [true, false, false])
        let api = ProtectedAPI(nonce: "nonce-of-the-api")
        bound.transport.answer { request, _ in api.answer(request) }
        let client = bound.api()
        for _ in 0..<2 {
            #expect(try await client.send(HTTPRequest(url: Self.api)).status == .ok)
        }
        #expect(api.proofs.map { $0["nonce"] == "nonce-of-the-api" } == [false, true, true])
        #expect(Set(api.proofs.map { $0["jti"] }).count == 3, "each attempt has a proof of its own")
    }

    private static func nativeApp() async throws -> (SignInFlow, Account, TamperingTransport) {
        let (tenant, transport) = try await tamperedTenant()
        var registration = ClientRegistration(
            name: "native", issuer: BoundSignIn.issuer, clientID: "sample-native-app",
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: BoundSignIn.scopes)
        registration.dpopBoundAccessTokens = true
        let flow = tenant.flow(registration, over: transport)
        return try await (flow, flow.signIn(at: tenant), transport)
    }
}
