// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SystemCryptography

/// A decoded token that a test changes and signs again.
///
/// The tenant decodes only tokens that it has just signed.
struct DraftToken: Sendable {
    /// The signer of the token.
    enum Signer: Sendable {
        case key(JSONWebPrivateKey)
        /// An RSA key that no tenant publishes.
        case stray(JSONWebPrivateKey)
        /// The bytes of a shared secret. RFC 7518 §3.2
        case secret(Data)
        case nobody
    }

    var header: [String: JSONValue]
    var claims: [String: JSONValue]
    var signer: Signer
    /// The algorithm of the token's own key; a stray key signs with RS256.
    private let algorithm: SignatureAlgorithm

    /// Decodes a token.
    ///
    /// - Throws: `JOSEError`.
    init(_ token: String, key: JSONWebPrivateKey) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw JOSEError(.tokenMalformed) }
        header = try StrictJSON.object(in: try Base64URL.decode(parts[0]))
        claims = try StrictJSON.object(in: try Base64URL.decode(parts[1]))
        signer = .key(key)
        algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init) ?? .rs256
    }

    /// The signed token in compact form.
    func signed() throws -> String { try signed(claimsText: JSONValue.object(claims).text) }

    /// The signed token with unchanged text of the claims.
    func signed(claimsText: String) throws -> String {
        let input =
            Base64URL.encode(JSONValue.object(header).text.utf8) + "." + Base64URL.encode(claimsText.utf8)
        return "\(input).\(Base64URL.encode(try signature(over: Data(input.utf8))))"
    }

    private func signature(over input: Data) throws -> Data {
        switch signer {
        case .key(let key): try key.signature(over: input, by: algorithm)
        case .stray(let key): try key.signature(over: input, by: .rs256)
        case .secret(let secret):
            Data(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: secret)))
        case .nobody: Data()
        }
    }
}

extension JSONWebKey {
    /// An RSA key in PEM, the form in which programs store it; `nil` for other keys.
    var pem: String? {
        guard let members = try? StrictJSON.object(in: jsonData), let modulus = members["n"]?.string,
            let exponent = members["e"]?.string,
            let key = try? RSA.PublicKey(n: Base64URL.decode(modulus), e: Base64URL.decode(exponent))
        else { return nil }
        return PEMBlock(label: "PUBLIC KEY", content: key.subjectPublicKeyInfo).text
    }
}
