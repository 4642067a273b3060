// SPDX-License-Identifier: Apache-2.0

/// What somebody may do to the directory itself.
package enum DirectoryRole: String, Sendable, Codable, CaseIterable {
    /// May consent for everybody, to any permission.
    case globalAdministrator

    /// The id that the role has in every directory.
    package var templateID: String { "62e90394-69f5-4237-9190-012177145e10" }
}

extension DirectoryPerson {
    /// Whether the person may agree to anything, for everybody in the directory.
    package var isAdministrator: Bool { directoryRole == .globalAdministrator }
}
