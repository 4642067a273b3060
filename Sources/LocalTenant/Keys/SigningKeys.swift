// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import JOSE
import OAuth

/// The keys of a tenant; those that must outlive a restart are kept in its database.
struct SigningKeys: Sendable {
    /// The keys that sign tokens, one after the other.
    let ring: KeyRing
    /// Protects the forms.
    let csrfKey: [UInt8]
    /// Those that Entra ID publishes beside the keys.
    let certificates = KeyCertificates()
    /// Makes each app know a person by another subject.
    private let pairwiseKey: SymmetricKey
    /// Seals what tokens carry for this service alone.
    let noteKey: SymmetricKey

    init(_ settings: TenantSettings, in database: TenantDatabase) throws {
        ring = try KeyRing(settings, in: database)
        csrfKey = try database.secret("CSRF key") { settings.random.bytes(32) }
        pairwiseKey = SymmetricKey(data: try database.secret("pairwise key") { settings.random.bytes(32) })
        noteKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: pairwiseKey, info: Data("sign-in note".utf8), outputByteCount: 32)
    }

    /// Signs every token at this time.
    var signingKey: JSONWebPrivateKey { ring.signing.privateKey }

    /// The published key that a token names.
    func publicKey(for header: JWSHeader) -> JSONWebKey? {
        ring.published.map(\.privateKey.publicKey).first { $0.keyIdentifier == header.keyIdentifier }
    }

    /// The subject under which an app knows a person: never the same for two apps.
    ///
    /// OpenID Connect Core §8.1
    func subject(of personID: String, for clientID: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("\(clientID) \(personID)".utf8), using: pairwiseKey).unpaddedBase64URL
    }

    /// The id of an app's own entry in a directory: it never changes, and each directory has another.
    func servicePrincipalID(of clientID: String, in tenantID: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("service principal \(clientID) \(tenantID)".utf8), using: pairwiseKey)
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }

    /// The header of a token that this tenant signs.
    var header: JWSHeader { Self.header(naming: signingKey) }

    /// A token that says `claims`.
    ///
    /// RFC 7519 §7.1
    func sign(_ claims: TokenClaims) throws -> String {
        // Asked for once: between two questions another key may begin to sign.
        let key = signingKey
        return try CompactJWS.sign(claims.text.utf8, header: Self.header(naming: key), with: key)
    }

    private static func header(naming key: JSONWebPrivateKey) -> JWSHeader {
        JWSHeader(algorithm: .rs256, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT")
    }
}
