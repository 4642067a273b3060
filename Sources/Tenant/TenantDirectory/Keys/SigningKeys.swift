// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import SystemCryptography

package struct SigningKeys: Sendable {
    package let ring: KeyRing
    package let csrfKey: [UInt8]
    private let pairwiseKey: SymmetricKey
    /// Encrypts token data that only this tenant reads.
    package let noteKey: SymmetricKey

    package init(_ settings: TenantSettings, in database: TenantDatabase) throws {
        ring = try KeyRing(settings, in: database)
        csrfKey = try database.secret("CSRF key") { settings.random.bytes(32) }
        pairwiseKey = SymmetricKey(data: try database.secret("pairwise key") { settings.random.bytes(32) })
        noteKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: pairwiseKey, info: Data("sign-in note".utf8), outputByteCount: 32)
    }

    package var signingKey: JSONWebPrivateKey { ring.signing.privateKey }

    /// Matches both names of a key: earlier tokens of Entra ID name the key's own thumbprint, not the certificate's.
    package func publicKey(for header: JWSHeader) -> JSONWebKey? {
        guard let name = header.keyIdentifier else { return nil }
        return ring.published.map(\.privateKey).first { key in
            key.publicKey.thumbprint == name || (try? self.name(of: key, at: .entraID)) == name
        }?.publicKey
    }

    /// A pairwise subject: two apps never get the same one for a person. OpenID Connect Core §8.1
    package func subject(of personID: String, for clientID: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("\(clientID) \(personID)".utf8), using: pairwiseKey).unpaddedBase64URL
    }

    /// Never changes, and differs between directories.
    package func servicePrincipalID(of clientID: String, in tenantID: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("service principal \(clientID) \(tenantID)".utf8), using: pairwiseKey)
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }

    /// Entra ID's tokens of version 1 repeat the `kid` in `x5t`. RFC 7519 §7.1, RFC 7515 §4.1.7
    package func sign(_ payload: String, as publisher: Publisher, isVersion1: Bool = false) throws -> String {
        // Read once: between two reads, another key may start to sign.
        let key = signingKey
        let name = try name(of: key, at: publisher)
        let header = JWSHeader(
            algorithm: .rs256, keyIdentifier: name, type: "JWT", certificateThumbprint: isVersion1 ? name : nil)
        return try CompactJWS.sign(payload.utf8, header: header, with: key)
    }

    /// At Entra ID, the certificate's thumbprint; Azure AD B2C has none, and its `kid` is as long as one of RFC 7638.
    func name(of key: JSONWebPrivateKey, at publisher: Publisher) throws -> String {
        switch publisher {
        case .entraID: try ring.certificates.certificate(of: key).thumbprint
        case .azureADB2C: key.publicKey.thumbprint
        }
    }

    package enum Publisher: Sendable {
        case entraID, azureADB2C
    }

    /// In seconds since 1970, for Azure AD B2C: the date of the key that the real service used for years.
    private static let notBefore = 1_493_763_266

    /// The members and their order are those of the real service; endpoints of version 2 add `issuer`. RFC 7517 §5
    package func published(for publisher: Publisher, issuer: String? = nil) throws -> OrderedJSON {
        .object([
            ("keys", .array(try ring.published.map { try published($0.privateKey, for: publisher, issuer: issuer) }))
        ])
    }

    private func published(_ key: JSONWebPrivateKey, for publisher: Publisher, issuer: String?) throws -> OrderedJSON {
        let members = try StrictJSON.object(in: key.publicKey.jsonData)
        func text(_ name: String) -> (String, OrderedJSON) { (name, .string(members[name]?.string ?? "")) }
        let name = OrderedJSON.string(try self.name(of: key, at: publisher))
        let use = ("use", OrderedJSON.string("sig"))
        switch publisher {
        case .entraID:
            let certificate = Data(try ring.certificates.certificate(of: key).bytes).base64EncodedString()
            return .object(
                [text("kty"), use, ("kid", name), ("x5t", name), text("n"), text("e")]
                    + [("x5c", .texts([certificate]))] + (issuer.map { [("issuer", .string($0))] } ?? []))
        case .azureADB2C:
            return .object([("kid", name), ("nbf", .integer(Self.notBefore)), use, text("kty"), text("e"), text("n")])
        }
    }
}

/// The provider's algorithms, of which a client registers one for its ID tokens. RFC 7518 §3.1, RFC 8037 §3.1
package enum TokenAlgorithm: String, Sendable, Codable, CaseIterable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    package var signature: SignatureAlgorithm {
        switch self {
        case .rs256: .rs256
        case .ps256: .ps256
        case .es256: .es256
        case .edDSA: .edDSA
        }
    }

    /// The left half of a hash, as in `at_hash`; Ed25519 uses SHA-512 (RFC 8032 §5.1). OpenID Connect Core §3.1.3.6
    package func halfHash(of text: String) -> String {
        let data = Data(text.utf8)
        return self == .edDSA
            ? SHA512.hash(data: data).prefix(32).unpaddedBase64URL
            : SHA256.hash(data: data).prefix(16).unpaddedBase64URL
    }
}

package enum SigningKeySource: String, Sendable, CaseIterable {
    case own
    /// The development key ring, whose private halves are public; on loopback only.
    case development
    /// The same at an address that other machines reach: each of them can forge tokens.
    case developmentBeyondLoopback = "development-beyond-loopback"
}
