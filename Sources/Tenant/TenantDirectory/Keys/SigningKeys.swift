// SPDX-License-Identifier: Apache-2.0
package import Crypto
import Foundation
package import JOSE
import OAuth

/// The keys of a tenant; those that must outlive a restart are kept in its database.
package struct SigningKeys: Sendable {
    /// The keys that sign tokens, one after the other.
    package let ring: KeyRing
    /// Protects the forms.
    package let csrfKey: [UInt8]
    /// Makes each app know a person by another subject.
    private let pairwiseKey: SymmetricKey
    /// Seals what tokens carry for this service alone.
    package let noteKey: SymmetricKey

    package init(_ settings: TenantSettings, in database: TenantDatabase) throws {
        ring = try KeyRing(settings, in: database)
        csrfKey = try database.secret("CSRF key") { settings.random.bytes(32) }
        pairwiseKey = SymmetricKey(data: try database.secret("pairwise key") { settings.random.bytes(32) })
        noteKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: pairwiseKey, info: Data("sign-in note".utf8), outputByteCount: 32)
    }

    /// Signs every token at this time.
    package var signingKey: JSONWebPrivateKey { ring.signing.privateKey }

    /// The published key that a token names.
    ///
    /// Both names of a key count: before Entra ID's tokens named certificates, they had the other one.
    package func publicKey(for header: JWSHeader) -> JSONWebKey? {
        guard let name = header.keyIdentifier else { return nil }
        return ring.published.map(\.privateKey).first { key in
            key.publicKey.thumbprint == name || (try? self.name(of: key, at: .entraID)) == name
        }?.publicKey
    }

    /// The subject under which an app knows a person: never the same for two apps.
    ///
    /// OpenID Connect Core §8.1
    package func subject(of personID: String, for clientID: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("\(clientID) \(personID)".utf8), using: pairwiseKey).unpaddedBase64URL
    }

    /// The id of an app's own entry in a directory: it never changes, and each directory has another.
    package func servicePrincipalID(of clientID: String, in tenantID: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("service principal \(clientID) \(tenantID)".utf8), using: pairwiseKey)
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }

    /// A token that carries a payload.
    ///
    /// RFC 7519 §7.1
    ///
    /// - Parameters:
    ///   - payload: The claims, as JSON.
    ///   - publisher: The service whose key set names the key.
    ///   - isVersion1: Whether the header names the key a second time in `x5t`, as tokens of Entra ID's first form do.
    ///     RFC 7515 §4.1.7
    /// - Returns: The token in compact form.
    /// - Throws: What the crypto library throws.
    package func sign(_ payload: String, as publisher: Publisher, isVersion1: Bool = false) throws -> String {
        // Asked for once: between two questions another key may begin to sign.
        let key = signingKey
        let name = try name(of: key, at: publisher)
        let header = JWSHeader(
            algorithm: .rs256, keyIdentifier: name, type: "JWT", certificateThumbprint: isVersion1 ? name : nil)
        return try CompactJWS.sign(payload.utf8, header: header, with: key)
    }

    /// The `kid` of a key.
    ///
    /// At Entra ID it is the thumbprint of the certificate, as in `x5t`. Azure AD B2C publishes no certificates; its
    /// `kid` is as long as a thumbprint of RFC 7638.
    ///
    /// - Throws: What the crypto library throws when it makes a certificate.
    func name(of key: JSONWebPrivateKey, at publisher: Publisher) throws -> String {
        switch publisher {
        case .entraID: try ring.certificates.certificate(of: key).thumbprint
        case .azureADB2C: key.publicKey.thumbprint
        }
    }
}
