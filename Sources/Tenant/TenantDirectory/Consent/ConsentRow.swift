// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB

/// A permission to which a person consented.
package struct ConsentRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "consent"

    package let tenantID: String
    /// The person who consented; `nil` if an administrator did for all people of the directory.
    package let personID: String?
    package let clientID: String
    /// The permission, as ``ResolvedScope/permission`` writes it.
    package let scope: String
    package let grantedAt: Date

    package init(tenantID: String, personID: String?, clientID: String, scope: String, grantedAt: Date) {
        self.tenantID = tenantID
        self.personID = personID
        self.clientID = clientID
        self.scope = scope
        self.grantedAt = grantedAt
    }
}
