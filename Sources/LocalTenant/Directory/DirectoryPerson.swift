// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// Somebody in a directory.
package struct DirectoryPerson: Sendable, Hashable, Codable {
    /// The person's id, which tokens carry as `oid`.
    package let id: String
    /// The directory that the person belongs to.
    package let tenantID: String
    /// The name to show.
    package let displayName: String
    /// The given name.
    package let givenName: String?
    /// The family name.
    package let surname: String?
    /// The name to sign in with.
    package let userPrincipalName: String
    let mail: String?
    package let jobTitle: String?
    package let department: String?
    let officeLocation: String?
    let mobilePhone: String?
    let businessPhones: [String]
    let preferredLanguage: String?
    let managerID: String?
    /// The phone that a code is sent to at each sign-in; `nil` for people whose password is enough.
    var secondFactorPhone: String?
    /// What the person may do to the directory itself.
    var directoryRole: DirectoryRole?
}

extension DirectoryPerson: FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"
}
