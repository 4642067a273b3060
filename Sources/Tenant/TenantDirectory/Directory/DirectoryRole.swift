// SPDX-License-Identifier: Apache-2.0

/// A person's role in the directory itself.
package enum DirectoryRole: String, Sendable, Codable, CaseIterable {
    /// May consent to any permission, for all people of the directory.
    case globalAdministrator

    /// The id that the role has in every directory.
    package var templateID: String { "62e90394-69f5-4237-9190-012177145e10" }
}

extension DirectoryPerson {
    /// Whether the person may consent to every permission for all people of the directory.
    package var isAdministrator: Bool { directoryRole == .globalAdministrator }
}
