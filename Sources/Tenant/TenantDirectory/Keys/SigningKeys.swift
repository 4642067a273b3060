// SPDX-License-Identifier: Apache-2.0
package import Crypto
import Foundation
package import JOSE
import OAuth

/// The keys of a tenant; its database stores those that must survive a restart.
package struct SigningKeys: Sendable {
    /// The keys that sign tokens, in turn.
    package let ring: KeyRing
    /// Protects the forms against CSRF.
    package let csrfKey: [UInt8]
    /// Derives each app's own subject for a person.
    private let pairwiseKey: SymmetricKey
    /// Encrypts data in tokens that only this service reads.
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

    /// The published key that the header of a token names.
    ///
    /// Both names of a key match: earlier tokens of Entra ID name the key's own thumbprint, not the certificate's.
    package func publicKey(for header: JWSHeader) -> JSONWebKey? {
        guard let name = header.keyIdentifier else { return nil }
        return ring.published.map(\.privateKey).first { key in
            key.publicKey.thumbprint == name || (try? self.name(of: key, at: .entraID)) == name
        }?.publicKey
    }

    /// The subject under which an app knows a person; two apps never get the same one.
    ///
    /// OpenID Connect Core §8.1
    package func subject(of personID: String, for clientID: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data("\(clientID) \(personID)".utf8), using: pairwiseKey).unpaddedBase64URL
    }

    /// The id of an app's service principal: it never changes, and differs between directories.
    package func servicePrincipalID(of clientID: String, in tenantID: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("service principal \(clientID) \(tenantID)".utf8), using: pairwiseKey)
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }

    /// Signs a payload as a token.
    ///
    /// RFC 7519 §7.1
    ///
    /// - Parameters:
    ///   - payload: The claims, as JSON.
    ///   - publisher: The service whose key set names the key.
    ///   - isVersion1: Whether the header repeats the key's name in `x5t`, as Entra ID's tokens of version 1 do. RFC
    ///     7515 §4.1.7
    /// - Returns: The token in compact form.
    /// - Throws: An error of the crypto library.
    package func sign(_ payload: String, as publisher: Publisher, isVersion1: Bool = false) throws -> String {
        // Read once: between two reads another key may begin to sign.
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
    /// - Throws: An error of the crypto library when it makes a certificate.
    func name(of key: JSONWebPrivateKey, at publisher: Publisher) throws -> String {
        switch publisher {
        case .entraID: try ring.certificates.certificate(of: key).thumbprint
        case .azureADB2C: key.publicKey.thumbprint
        }
    }
}
