// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import SystemCryptography

/// What one RS256 verification costs: swift-crypto, and nothing of ours.
struct BareVerification: Sendable {
    private let key: _RSA.Signing.PublicKey
    private let signature: _RSA.Signing.RSASignature
    private let signingInput: Data

    init(_ token: SampleToken) throws {
        let members = try StrictJSON.object(in: token.keys)["keys"]?.array?.first?.object ?? [:]
        key = try _RSA.Signing.PublicKey(
            n: try Base64URL.decode(members["n"]?.string ?? ""), e: try Base64URL.decode(members["e"]?.string ?? ""))
        let parts = token.text.split(separator: ".")
        signature = _RSA.Signing.RSASignature(rawRepresentation: try Base64URL.decode(parts[2]))
        signingInput = Data("\(parts[0]).\(parts[1])".utf8)
    }

    func verify() -> Bool {
        key.isValidSignature(signature, for: SHA256.hash(data: signingInput), padding: .insecurePKCS1v1_5)
    }
}
