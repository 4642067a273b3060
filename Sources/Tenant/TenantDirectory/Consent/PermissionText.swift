// SPDX-License-Identifier: Apache-2.0

/// The text with which an API explains a permission on the consent page.
package struct PermissionText: Codable, Sendable, Hashable {
    /// The scope, without the API.
    package let scope: String
    /// A few words, such as “Read your profile”.
    package let title: String
    /// The effect of the permission, in one sentence.
    package let sentence: String
    /// Whether only an administrator may agree.
    package var needsAdministrator = false

    package init(scope: String, title: String, sentence: String, needsAdministrator: Bool = false) {
        (self.scope, self.title, self.sentence, self.needsAdministrator) = (scope, title, sentence, needsAdministrator)
    }
}
