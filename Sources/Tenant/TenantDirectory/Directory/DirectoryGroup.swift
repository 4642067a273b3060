// SPDX-License-Identifier: Apache-2.0
import GRDB

/// A group of a directory.
package struct DirectoryGroup: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "directoryGroup"

    package let id: String
    package let tenantID: String
    package let displayName: String
    /// Whether permissions can be given to the group; one without only has a mailbox.
    package var securityEnabled = true
    /// The ids of its members.
    package var memberIDs: [String] = []
}

extension DirectoryGroup {
    package init(id: String, tenantID: String, displayName: String) {
        self.init(id: id, tenantID: tenantID, displayName: displayName, securityEnabled: true)
    }
}
