// SPDX-License-Identifier: Apache-2.0

/// The claims that an app's tokens carry beyond the ordinary, by the names of the platform's documentation.
package struct OptionalClaims: Sendable, Hashable, Codable {
    /// Those of ID tokens for it as a client.
    package var idToken: [String] = []
    /// Those of access tokens for it as an API.
    package var accessToken: [String] = []

    package init(idToken: [String] = [], accessToken: [String] = []) {
        (self.idToken, self.accessToken) = (idToken, accessToken)
    }
}

extension OptionalClaims {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        idToken = try values.decode(.idToken, or: [])
        accessToken = try values.decode(.accessToken, or: [])
    }
}
