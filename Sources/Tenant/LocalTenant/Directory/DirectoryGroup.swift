// SPDX-License-Identifier: Apache-2.0
import GRDB

/// A group of a directory.
struct DirectoryGroup: Sendable, Hashable, Codable {
    let id: String
    let tenantID: String
    let displayName: String
    /// Whether permissions can be given to it; one without only has a mailbox.
    var securityEnabled = true
    /// The ids of its people.
    var memberIDs: [String] = []
}

extension DirectoryGroup {
    init(from decoder: any Decoder) throws {
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
