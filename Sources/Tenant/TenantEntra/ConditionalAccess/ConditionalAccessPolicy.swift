// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantDirectory

/// A rule of a directory: it grants people tokens for apps only under its conditions.
///
/// The names are those of Microsoft Graph's `conditionalAccessPolicy`.
package struct ConditionalAccessPolicy: Sendable, Hashable, Codable {
    /// Whether a policy is in force.
    enum State: String, Sendable, Codable {
        case enabled, disabled
        /// Microsoft's report-only mode; here the tenant ignores such a policy.
        case reporting = "enabledForReportingButNotEnforced"
    }

    let id: String
    let tenantID: String
    let displayName: String
    var state: State = .enabled
    /// The creation time; a policy that demands a password change accepts passwords changed since then.
    var createdDateTime = Date(timeIntervalSince1970: 0)
    var conditions = ConditionalAccessConditions()
    /// The required proofs; `nil` requires nothing beyond the password.
    var grantControls: ConditionalAccessGrantControls?
    /// The limits on a session's age.
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
    /// The policies of a directory that are in force.
    func enabledPolicies(of tenantID: String) async throws -> [ConditionalAccessPolicy] {
        try await queue.read { database in
            try ConditionalAccessPolicy.filter(Column("tenantID") == tenantID)
                .filter(Column("state") == ConditionalAccessPolicy.State.enabled.rawValue)
                .order(Column.rowID).fetchAll(database)
        }
    }
}
