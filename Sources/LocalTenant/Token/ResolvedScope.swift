// SPDX-License-Identifier: Apache-2.0
/// A scope whose meaning was found: one of OpenID Connect itself, or a permission of an API.
struct ResolvedScope: Codable, Sendable, Hashable {
    /// The API's client id; `nil` for scopes of OpenID Connect itself.
    let apiID: String?
    /// The scope's own name, without the API.
    let value: String
    /// The scope as responses write it.
    let text: String
}
