// SPDX-License-Identifier: Apache-2.0

/// What somebody may do to the directory itself.
enum DirectoryRole: String, Sendable, Codable, CaseIterable {
    /// May consent for everybody, to any permission.
    case globalAdministrator
}

extension DirectoryPerson {
    /// Whether the person may agree to anything, for everybody in the directory.
    var isAdministrator: Bool { directoryRole == .globalAdministrator }
}
