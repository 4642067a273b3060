// SPDX-License-Identifier: Apache-2.0

/// The additional claims of an app's tokens, by the names of the platform's documentation.
package struct OptionalClaims: Sendable, Hashable, Codable {
    /// The claims of ID tokens for the app as a client.
    package var idToken: [String] = []
    /// The claims of access tokens for the app as an API.
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
