// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE

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
    var managerID: String?
    /// The phone that a code is sent to at each sign-in; `nil` for people whose password is enough.
    var secondFactorPhone: String?
    /// What the person may do to the directory itself.
    var directoryRole: DirectoryRole?
    /// Whether the person belongs to the directory, or was invited into it.
    var userType: UserType = .member
    /// Whether the person can sign in at all.
    var accountEnabled = true
    /// The hash of the person's own password, in PHC form; `nil` for the directory's, empty for none at all.
    var passwordHash: String?
    /// Whether the password must be changed before the next sign-in.
    var forceChangePasswordNextSignIn = false
    /// Wrong passwords in a row.
    var failedAttempts = 0
    /// Until when no password counts.
    var lockedUntil: Date?
    /// What was granted before this is over: the sessions were revoked, or the password was changed.
    var signInSessionsValidFrom: Date?
    /// When the person chose the password; `nil` for the directory's.
    var lastPasswordChangeDateTime: Date?
    /// The country, in two capital letters.
    var usageLocation: String?
    /// What the person's tokens say beyond the ordinary; see ``TokenClaims/addOwn(of:)``.
    var additionalClaims: [String: JSONValue] = [:]
}

extension DirectoryPerson {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        displayName = try values.decode(String.self, forKey: .displayName)
        givenName = try values.decodeIfPresent(String.self, forKey: .givenName)
        surname = try values.decodeIfPresent(String.self, forKey: .surname)
        userPrincipalName = try values.decode(String.self, forKey: .userPrincipalName)
        mail = try values.decodeIfPresent(String.self, forKey: .mail)
        jobTitle = try values.decodeIfPresent(String.self, forKey: .jobTitle)
        department = try values.decodeIfPresent(String.self, forKey: .department)
        officeLocation = try values.decodeIfPresent(String.self, forKey: .officeLocation)
        mobilePhone = try values.decodeIfPresent(String.self, forKey: .mobilePhone)
        businessPhones = try values.decode(.businessPhones, or: [])
        preferredLanguage = try values.decodeIfPresent(String.self, forKey: .preferredLanguage)
        managerID = try values.decodeIfPresent(String.self, forKey: .managerID)
        secondFactorPhone = try values.decodeIfPresent(String.self, forKey: .secondFactorPhone)
        directoryRole = try values.decodeIfPresent(DirectoryRole.self, forKey: .directoryRole)
        userType = try values.decode(.userType, or: .member)
        accountEnabled = try values.decode(.accountEnabled, or: true)
        passwordHash = try values.decodeIfPresent(String.self, forKey: .passwordHash)
        forceChangePasswordNextSignIn = try values.decode(.forceChangePasswordNextSignIn, or: false)
        failedAttempts = try values.decode(.failedAttempts, or: 0)
        lockedUntil = try values.decodeIfPresent(Date.self, forKey: .lockedUntil)
        signInSessionsValidFrom = try values.decodeIfPresent(Date.self, forKey: .signInSessionsValidFrom)
        lastPasswordChangeDateTime = try values.decodeIfPresent(Date.self, forKey: .lastPasswordChangeDateTime)
        usageLocation = try values.decodeIfPresent(String.self, forKey: .usageLocation)
        additionalClaims = try values.decode(.additionalClaims, or: [:])
    }
}

extension DirectoryPerson: FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"
}
