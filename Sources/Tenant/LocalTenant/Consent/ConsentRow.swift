// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// One permission that somebody agreed to.
struct ConsentRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "consent"

    let tenantID: String
    /// Who agreed; `nil` if an administrator did for everybody in the directory.
    let personID: String?
    let clientID: String
    /// The permission, as ``ResolvedScope/permission`` writes it.
    let scope: String
    let grantedAt: Date
}
