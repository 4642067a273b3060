// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import JOSE
import OAuth

/// The keys of a tenant; those that must outlive a restart are kept in its database.
struct SigningKeys: Sendable {
    /// Signs every token.
    let signingKey: JSONWebPrivateKey
    /// Protects the forms.
    let csrfKey: [UInt8]
    /// Makes each app know a person by another subject.
    private let pairwiseKey: SymmetricKey

    init(kept: Data?, in database: TenantDatabase, random: RandomSource) throws {
        let signingKey = try database.secret("signing key") {
            if let kept { return Array(kept) }
            return Array(try JSONWebPrivateKey.generateRSA().privateJSONData)
        }
        self.signingKey = try JSONWebPrivateKey(jsonData: signingKey)
        csrfKey = try database.secret("CSRF key") { random.bytes(32) }
        pairwiseKey = SymmetricKey(data: try database.secret("pairwise key") { random.bytes(32) })
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
    var header: JWSHeader {
        JWSHeader(algorithm: .rs256, keyIdentifier: signingKey.publicKey.keyIdentifier, type: "JWT")
    }

    /// A token that says `claims`. RFC 7519 §7.1
    func sign(_ claims: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try CompactJWS.sign(try encoder.encode(claims), header: header, with: signingKey)
    }
}
