// SPDX-License-Identifier: Apache-2.0

/// What an API tells people about one of its permissions before they agree.
package struct PermissionText: Codable, Sendable, Hashable {
    /// The scope, without the API.
    let scope: String
    /// A few words, such as “Read your profile”.
    let title: String
    /// What the app can do then, in one sentence.
    let sentence: String
    /// Whether only an administrator may agree.
    var needsAdministrator = false
}
