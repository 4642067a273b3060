// SPDX-License-Identifier: Apache-2.0
import GRDB

/// A group of a directory.
package struct DirectoryGroup: Sendable, Hashable, Codable {
    package let id: String
    package let tenantID: String
    package let displayName: String
    /// Whether permissions can be given to the group; one without only has a mailbox.
    package var securityEnabled = true
    /// The ids of its members.
    package var memberIDs: [String] = []

    package init(
        id: String, tenantID: String, displayName: String, securityEnabled: Bool = true, memberIDs: [String] = []
    ) {
        self.id = id
        self.tenantID = tenantID
        self.displayName = displayName
        self.securityEnabled = securityEnabled
        self.memberIDs = memberIDs
    }
}

extension DirectoryGroup {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        displayName = try values.decode(String.self, forKey: .displayName)
        securityEnabled = try values.decode(.securityEnabled, or: true)
        memberIDs = try values.decode(.memberIDs, or: [])
    }
}

extension DirectoryGroup: FetchableRecord, PersistableRecord {
    static let databaseTableName = "directoryGroup"
}
