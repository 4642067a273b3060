// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A directory: a company with its people.
package struct Tenant: Sendable, Hashable, Codable {
    /// The directory's id, which tokens carry as `tid`.
    package let id: String
    /// The company's name.
    package let displayName: String
    /// The domain that user names end in.
    package let domain: String
    /// The hash of the password that all sample people share, in PHC form.
    let passwordHash: String
}

extension Tenant: FetchableRecord, PersistableRecord {
    static let databaseTableName = "tenant"
}
