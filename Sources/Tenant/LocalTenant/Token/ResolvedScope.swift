// SPDX-License-Identifier: Apache-2.0
/// A scope whose meaning was found: one of OpenID Connect itself, or a permission of an API.
struct ResolvedScope: Codable, Sendable, Hashable {
    /// The API's client id; `nil` for scopes of OpenID Connect itself.
    let apiID: String?
    /// The scope's own name, without the API.
    let value: String
    /// The scope as responses write it: with the API in front as the request had it, or bare.
    ///
    /// Client libraries look their tokens up by the text that they asked for.
    let text: String

    /// The name under which consent to it is kept: an API can change its URI, but not its id.
    var permission: String { apiID.map { "\($0)/\(value)" } ?? value }

    /// Whether it stands for everything of the API that was consented to.
    var isDefault: Bool { apiID != nil && value == Self.defaultValue }

    /// The name that stands for everything that was consented to.
    static let defaultValue = ".default"

    /// Another permission of the same API.
    func sibling(_ other: String) -> ResolvedScope {
        ResolvedScope(apiID: apiID, value: other, text: text.dropLast(value.count) + other)
    }
}
