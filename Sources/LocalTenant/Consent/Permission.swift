// SPDX-License-Identifier: Apache-2.0

/// A scope in words.
struct Permission: Sendable, Hashable {
    let scope: ResolvedScope
    let title: String
    let sentence: String
    let needsAdministrator: Bool

    /// The values for the templates.
    var values: [String: Any] {
        ["title": title, "sentence": sentence, "scope": scope.text, "needsAdministrator": needsAdministrator]
    }
}
