// SPDX-License-Identifier: Apache-2.0

/// Who has a role in an app, or may just use it.
package struct AppRoleAssignment: Sendable, Hashable, Codable {
    /// The id of a person, of a group, or a client id.
    package let principalID: String
    /// The role's value; `nil` lets the principal use the app and nothing more.
    package var role: String?

    package init(principalID: String, role: String? = nil) {
        (self.principalID, self.role) = (principalID, role)
    }
}
