// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider
import SystemCryptography

/// The cost of a request with a proof of possession, and of the signature in it alone.
struct ProofMaking: Sendable {
    private let prover = DPoPProver(DPoPKey(), servers: DPoPServers(), time: .system)
    private let key = P256.Signing.PrivateKey()
    private let request = HTTPRequest(url: URL(constant: "https://api.example.com/v1.0/people?page=2"))
    /// As long as an access token of the local tenant.
    private let token = Redacted(String(repeating: "eyJ0eXAi", count: 128))
    /// As long as the signed part of a proof.
    private let input = [UInt8](repeating: 65, count: 480)

    /// Whether a request got its token and its proof.
    func prove() throws -> Bool { try prover.proved(request, presenting: token).headerFields.count == 2 }

    /// Whether a signature was made: OpenSSL, and nothing of ours.
    func sign() throws -> Bool { try key.signature(for: SHA256.hash(data: input)).rawRepresentation.count == 64 }
}
