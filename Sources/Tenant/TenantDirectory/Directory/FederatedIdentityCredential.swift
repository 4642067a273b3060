// SPDX-License-Identifier: Apache-2.0

/// The tokens of another issuer that an app may present instead of a secret.
package struct FederatedIdentityCredential: Sendable, Hashable, Codable {
    /// The `iss` that they must have; compared character by character.
    package let issuer: String
    /// The `sub` that they must have.
    package let subject: String
    /// The `aud` that they must have.
    package var audience = "api://AzureADTokenExchange"
    /// The issuer's keys as a JWK set; `nil` if the tenant fetches them from the issuer.
    package var keySet: String?

    package init(
        issuer: String, subject: String, audience: String = "api://AzureADTokenExchange", keySet: String? = nil
    ) {
        (self.issuer, self.subject, self.audience, self.keySet) = (issuer, subject, audience, keySet)
    }
}

extension FederatedIdentityCredential {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try values.decode(String.self, forKey: .issuer)
        subject = try values.decode(String.self, forKey: .subject)
        audience = try values.decode(.audience, or: "api://AzureADTokenExchange")
        keySet = try values.decodeIfPresent(String.self, forKey: .keySet)
    }
}
