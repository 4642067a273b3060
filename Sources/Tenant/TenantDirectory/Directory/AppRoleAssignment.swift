// SPDX-License-Identifier: Apache-2.0

/// An assignment of a principal to an app, with or without a role.
package struct AppRoleAssignment: Sendable, Hashable, Codable {
    /// The id of a person, of a group, or a client id.
    package let principalID: String
    /// The role's value; `nil` assigns the principal without a role.
    package var role: String?

    package init(principalID: String, role: String? = nil) {
        (self.principalID, self.role) = (principalID, role)
    }
}
