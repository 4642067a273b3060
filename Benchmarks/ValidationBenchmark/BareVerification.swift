// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures
import SystemCryptography

/// What one RS256 verification costs: the crypto library, and nothing else.
struct BareVerification: Sendable {
    private let key: RSA.PublicKey
    private let signature: Data
    private let signingInput: Data

    init(_ token: SampleToken) throws {
        let members = try StrictJSON.object(in: token.keys)["keys"]?.array?.first?.object ?? [:]
        key = try RSA.PublicKey(
            n: try Base64URL.decode(members["n"]?.string ?? ""), e: try Base64URL.decode(members["e"]?.string ?? ""))
        let parts = token.text.split(separator: ".")
        signature = Data(try Base64URL.decode(parts[2]))
        signingInput = Data("\(parts[0]).\(parts[1])".utf8)
    }

    func verify() -> Bool {
        key.isValidSignature(signature, for: SHA256.hash(data: signingInput), padding: .pkcs1v15)
    }
}
