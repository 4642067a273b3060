// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import SignInProvider
import Synchronization

/// The cost of judging a request at an API: one token that it has seen before, alone or with a proof each time.
struct BoundRequests: Sendable {
    private let protection: BearerProtection
    private let requests: [HTTPRequest]
    private let next = Counter()

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func take() -> Int {
            value.withLock { value in
                defer { value += 1 }
                return value
            }
        }
    }

    /// Makes the requests before the clock runs, since a proof counts once.
    init(bound isBound: Bool, count: Int) throws {
        let key = try JSONWebPrivateKey.generateRSA(keyIdentifier: "k")
        let provider = SampleProvider(keys: JSONWebKeySet([key.publicKey]).jsonData)
        let api = URL(constant: "https://api.example.com")
        guard let issuer = URL(string: SampleToken.issuer) else { throw CocoaError(.formatting) }
        protection = BearerProtection(
            accepting: [
                AcceptedTokens(from: ProviderDescription(issuer: issuer), AccessTokenRules(audiences: ["api"]))
            ],
            bound: DPoPRules(at: api), over: provider)
        let prover = DPoPProver(DPoPKey(), servers: DPoPServers(), time: .system)
        let token = Redacted(try Self.token(signedWith: key, boundTo: isBound ? prover.key.thumbprint : nil))
        let plain = HTTPRequest(url: api.appending(path: "v1.0/people"))
        requests = try (0..<(isBound ? count : 1)).map { _ in
            try isBound ? prover.proved(plain, presenting: token) : plain.authorized(by: token)
        }
    }

    /// Judges the next request, in the API's name.
    func judge() async throws { _ = try await protection.caller(of: requests[next.take() % requests.count]) }

    private static func token(signedWith key: JSONWebPrivateKey, boundTo thumbprint: String?) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        let confirmation = thumbprint.map { #","cnf":{"jkt":"\#($0)"}"# } ?? ""
        let claims = """
            {"iss":"\(SampleToken.issuer)","aud":"api","sub":"AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",\
            "client_id":"\(SampleToken.clientID)","scope":"people.read","jti":"4m3xWd1rkEuV0B0bAA",\
            "iat":\(now),"exp":\(now + 3600)\(confirmation)}
            """
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: "k", type: "at+jwt")
        return try CompactJWS.sign(claims.utf8, header: header, with: key)
    }
}
