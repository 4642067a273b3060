// SPDX-License-Identifier: Apache-2.0

/// Whose tokens an app may show instead of a secret.
struct FederatedIdentityCredential: Sendable, Hashable, Codable {
    /// Who issues them; compared to the letter.
    let issuer: String
    /// The `sub` that they must have.
    let subject: String
    /// The `aud` that they must have.
    var audience = "api://AzureADTokenExchange"
    /// The issuer's keys as a JWK set, where they are not fetched from it.
    var keySet: String?
}

extension FederatedIdentityCredential {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try values.decode(String.self, forKey: .issuer)
        subject = try values.decode(String.self, forKey: .subject)
        audience = try values.decode(.audience, or: "api://AzureADTokenExchange")
        keySet = try values.decodeIfPresent(String.self, forKey: .keySet)
    }
}
