// SPDX-License-Identifier: Apache-2.0
/// A scope whose meaning was found: one of OpenID Connect itself, or a permission of an API.
package struct ResolvedScope: Codable, Sendable, Hashable {
    /// The API's client id; `nil` for scopes of OpenID Connect itself.
    package let apiID: String?
    /// The scope's own name, without the API.
    package let value: String
    /// The scope as responses write it: with the API in front as the request had it, or bare.
    ///
    /// Client libraries look their tokens up by the text that they asked for.
    package let text: String

    package init(apiID: String?, value: String, text: String) {
        (self.apiID, self.value, self.text) = (apiID, value, text)
    }

    /// The name under which consent to it is kept: an API can change its URI, but not its id.
    package var permission: String { apiID.map { "\($0)/\(value)" } ?? value }

    /// Whether it stands for everything of the API that was consented to.
    package var isDefault: Bool { apiID != nil && value == Self.defaultValue }

    /// The name that stands for everything that was consented to.
    package static let defaultValue = ".default"

    /// Another permission of the same API.
    package func sibling(_ other: String) -> ResolvedScope {
        ResolvedScope(apiID: apiID, value: other, text: text.dropLast(value.count) + other)
    }
}
