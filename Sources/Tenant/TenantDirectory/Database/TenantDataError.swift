// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The tenant's data cannot be read or written.
package struct TenantDataError: Error, Sendable, CustomStringConvertible {
    /// The folder; `nil` for a tenant in memory.
    package let folder: URL?
    /// The message of the system or of SQLite.
    package let reason: String

    package init(folder: URL?, reason: String) {
        self.folder = folder
        self.reason = reason
    }

    /// Place and reason.
    package var description: String {
        "the tenant's data in \(folder?.path ?? "memory") cannot be used: \(reason)"
    }
}
