// SPDX-License-Identifier: Apache-2.0

/// What somebody may do to the directory itself.
package enum DirectoryRole: String, Sendable, Codable {
    /// May consent for everybody, to any permission.
    case globalAdministrator
}
