// SPDX-License-Identifier: Apache-2.0
/// A resolved scope: one of OpenID Connect itself, or a permission of an API.
package struct ResolvedScope: Codable, Sendable, Hashable {
    /// The API's client id; `nil` for scopes of OpenID Connect itself.
    package let apiID: String?
    /// The scope's own name, without the API.
    package let value: String
    /// The scope in responses: with the API in front as in the request, or bare.
    ///
    /// Client libraries look up their tokens by the scope of the request.
    package let text: String

    package init(apiID: String?, value: String, text: String) {
        (self.apiID, self.value, self.text) = (apiID, value, text)
    }

    /// The scope's name in the consent table: an API can change its URI, but not its id.
    package var permission: String { apiID.map { "\($0)/\(value)" } ?? value }

    /// Whether it stands for all permissions of the API that have consent.
    package var isDefault: Bool { apiID != nil && value == Self.defaultValue }

    /// The name that stands for all permissions that have consent.
    package static let defaultValue = ".default"

    /// Another permission of the same API.
    package func sibling(_ other: String) -> ResolvedScope {
        ResolvedScope(apiID: apiID, value: other, text: text.dropLast(value.count) + other)
    }
}
