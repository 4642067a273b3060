// SPDX-License-Identifier: Apache-2.0
package import Foundation
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Writes and signs tokens.
package struct TokenIssuer: Sendable {
    /// The address that people sign in from: whoever reaches the tenant sits at this machine.
    package static let clientAddress = "127.0.0.1"
    /// The seconds for which an ID token is good.
    static let idTokenLifetime = 3600

    let platform: PlatformContext

    /// What every token says.
    package func basic(audience: String, issuer: String, now: Date, lifetime: Int) -> TokenClaims {
        var claims = TokenClaims()
        claims.add("aud", audience)
        claims.add("iss", issuer)
        claims.add("iat", number: now.seconds)
        claims.add("nbf", number: now.seconds)
        claims.add("exp", number: now.seconds + lifetime)
        claims.add("uti", platform.settings.random.text(bytes: 16))
        // Entra ID's own notes, which nobody else can read.
        claims.add("aio", "AX" + platform.settings.random.text(bytes: 44))
        claims.add("rh", "1.AXoA" + platform.settings.random.text(bytes: 36) + ".")
        return claims
    }

    /// Signs claims in the form that the API registered for.
    package func sign(_ claims: TokenClaims, isVersion2: Bool) throws -> String {
        try platform.keys.sign(claims.text, as: .entraID, isVersion1: !isVersion2)
    }

    /// Tokens of the first form name another issuer.
    package func issuer(of tenantID: String, isVersion2: Bool) -> String {
        isVersion2 ? platform.issuer(tenantID) : Self.version1Issuer(of: tenantID)
    }

    /// The issuer of tokens of the first form; it is the same everywhere.
    static func version1Issuer(of tenantID: String) -> String { "https://sts.windows.net/\(tenantID)/" }

    /// 60 to 90 minutes, so that the tokens of many apps do not end together.
    package func lifetime() -> Int {
        let bytes = platform.settings.random.bytes(2)
        return 3600 + (Int(bytes[0]) << 8 | Int(bytes[1])) % 1800
    }
}
