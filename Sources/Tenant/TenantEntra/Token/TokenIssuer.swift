// SPDX-License-Identifier: Apache-2.0
package import Foundation
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Writes and signs tokens.
package struct TokenIssuer: Sendable {
    /// The client address in tokens: all people sign in from this machine.
    package static let clientAddress = "127.0.0.1"
    /// The lifetime of an ID token in seconds.
    static let idTokenLifetime = 3600

    let platform: PlatformContext

    /// The claims of every token.
    package func basic(audience: String, issuer: String, now: Date, lifetime: Int) -> TokenClaims {
        var claims = TokenClaims()
        claims.add("aud", audience)
        claims.add("iss", issuer)
        claims.add("iat", number: now.seconds)
        claims.add("nbf", number: now.seconds)
        claims.add("exp", number: now.seconds + lifetime)
        claims.add("uti", platform.settings.random.text(bytes: 16))
        // Entra ID's internal claims, which are opaque to others.
        claims.add("aio", "AX" + platform.settings.random.text(bytes: 44))
        claims.add("rh", "1.AXoA" + platform.settings.random.text(bytes: 36) + ".")
        return claims
    }

    /// Signs claims in the API's registered version.
    package func sign(_ claims: TokenClaims, isVersion2: Bool) throws -> String {
        try platform.keys.sign(claims.text, as: .entraID, isVersion1: !isVersion2)
    }

    /// Version 1 tokens have another issuer.
    package func issuer(of tenantID: String, isVersion2: Bool) -> String {
        isVersion2 ? platform.issuer(tenantID) : Self.version1Issuer(of: tenantID)
    }

    /// The issuer of version 1 tokens; it is the same in every installation.
    static func version1Issuer(of tenantID: String) -> String { "https://sts.windows.net/\(tenantID)/" }

    /// 60 to 90 minutes, in seconds, so that the tokens of many apps do not expire together.
    package func lifetime() -> Int {
        let bytes = platform.settings.random.bytes(2)
        return 3600 + (Int(bytes[0]) << 8 | Int(bytes[1])) % 1800
    }
}
