// SPDX-License-Identifier: Apache-2.0

/// The kinds of a person's groups in an app's tokens; the names are those of app manifests.
package enum GroupMembershipClaims: String, Sendable, Codable, CaseIterable {
    case none = "None"
    /// Groups that can have permissions.
    case securityGroup = "SecurityGroup"
    /// Groups that were assigned to the app.
    case applicationGroup = "ApplicationGroup"
    /// Roles in the directory itself.
    case directoryRole = "DirectoryRole"
    /// All of these, and groups that only have a mailbox.
    case all = "All"
}
