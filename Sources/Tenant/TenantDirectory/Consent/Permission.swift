// SPDX-License-Identifier: Apache-2.0

/// A scope in words.
package struct Permission: Sendable, Hashable {
    package let scope: ResolvedScope
    let title: String
    let sentence: String
    package let needsAdministrator: Bool

    /// The values for the templates.
    package var values: [String: Any] {
        ["title": title, "sentence": sentence, "scopeParts": scopeParts, "needsAdministrator": needsAdministrator]
    }

    /// The scope in the parts between which a narrow page may break it: the API's part, and the permission's.
    private var scopeParts: [Substring] {
        guard let slash = scope.text.lastIndex(of: "/") else { return [Substring(scope.text)] }
        return [scope.text[...slash], scope.text[scope.text.index(after: slash)...]]
    }
}
