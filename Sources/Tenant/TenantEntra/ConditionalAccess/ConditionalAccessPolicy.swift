// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantDirectory

/// A rule of a directory: who gets tokens for which apps only under which conditions.
///
/// The names are those of Microsoft Graph's `conditionalAccessPolicy`.
package struct ConditionalAccessPolicy: Sendable, Hashable, Codable {
    /// Whether a policy counts.
    enum State: String, Sendable, Codable {
        case enabled, disabled
        /// It would be written down what it did, and nothing else.
        case reporting = "enabledForReportingButNotEnforced"
    }

    let id: String
    let tenantID: String
    let displayName: String
    var state: State = .enabled
    /// When it was made; a password that was changed since then is new enough for it.
    var createdDateTime = Date(timeIntervalSince1970: 0)
    var conditions = ConditionalAccessConditions()
    /// What must be given; nothing beyond the password if `nil`.
    var grantControls: ConditionalAccessGrantControls?
    /// What ends a session.
    var sessionControls: ConditionalAccessSessionControls?
}

extension ConditionalAccessPolicy {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        displayName = try values.decode(.displayName, or: id)
        state = try values.decode(.state, or: .enabled)
        createdDateTime = try values.decode(.createdDateTime, or: Date(timeIntervalSince1970: 0))
        conditions = try values.decode(.conditions, or: ConditionalAccessConditions())
        grantControls = try values.decodeIfPresent(ConditionalAccessGrantControls.self, forKey: .grantControls)
        sessionControls = try values.decodeIfPresent(ConditionalAccessSessionControls.self, forKey: .sessionControls)
    }
}

extension ConditionalAccessPolicy: FetchableRecord, PersistableRecord {
    static let databaseTableName = "conditionalAccessPolicy"
}

extension TenantDatabase {
    /// The policies of a directory that count.
    func enabledPolicies(of tenantID: String) async throws -> [ConditionalAccessPolicy] {
        try await queue.read { database in
            try ConditionalAccessPolicy.filter(Column("tenantID") == tenantID)
                .filter(Column("state") == ConditionalAccessPolicy.State.enabled.rawValue)
                .order(Column.rowID).fetchAll(database)
        }
    }
}
