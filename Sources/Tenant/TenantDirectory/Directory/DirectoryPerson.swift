// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import PortableFoundation
import SQLiteRecords

/// A person in a directory.
package struct DirectoryPerson: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "person"

    /// The person's id, which tokens carry as `oid`.
    package let id: String
    /// The directory that the person belongs to.
    package let tenantID: String
    /// The name to show.
    package let displayName: String
    /// The given name.
    package var givenName: String?
    /// The family name.
    package var surname: String?
    /// The name to sign in with.
    package let userPrincipalName: String
    package var mail: String?
    package var jobTitle: String?
    package var department: String?
    package var officeLocation: String?
    package var mobilePhone: String?
    package var businessPhones: [String] = []
    package var preferredLanguage: String?
    package var managerID: String?
    /// The phone that receives a code at each sign-in; `nil` for people without a second factor.
    package var secondFactorPhone: String?
    /// The person's role in the directory; `nil` for most people.
    package var directoryRole: DirectoryRole?
    /// Whether the person belongs to the directory, or was invited into it.
    package var userType: UserType = .member
    /// Whether the person can sign in at all.
    package var accountEnabled = true
    /// The hash of the person's own password, in PHC form; `nil` means the directory's, and empty means no password.
    package var passwordHash: String?
    /// Whether the password must be changed before the next sign-in.
    package var forceChangePasswordNextSignIn = false
    /// Wrong passwords in a row.
    package var failedAttempts = 0
    /// The account refuses every password until this time.
    package var lockedUntil: Date?
    /// Grants from before this time are over: the sessions were revoked, or the password was changed.
    package var signInSessionsValidFrom: Date?
    /// The time at which the person chose the password; `nil` for the directory's password.
    package var lastPasswordChangeDateTime: Date?
    /// The country, in two capital letters.
    package var usageLocation: String?
    /// Additional claims of the person's tokens; see ``TokenClaims/addOwn(of:)``.
    package var additionalClaims: [String: JSONValue] = [:]

    /// Whether the person may consent to every permission for all people of the directory.
    package var isAdministrator: Bool { directoryRole == .globalAdministrator }
}

extension DirectoryPerson {
    /// The user name before its domain.
    package var mailNickname: String { userPrincipalName.nickname }

    package init(id: String, tenantID: String, displayName: String, userPrincipalName: String) {
        self.init(
            id: id, tenantID: tenantID, displayName: displayName, userPrincipalName: userPrincipalName,
            userType: .member)
    }
}

extension String {
    /// The part of a user name before its domain.
    var nickname: String { String(utf8.prefix { $0 != UInt8(ascii: "@") }) ?? self }
}

/// A person's role in the directory itself.
package enum DirectoryRole: String, Sendable, Codable, CaseIterable {
    /// May consent to any permission, for all people of the directory.
    case globalAdministrator

    /// The id that the role has in every directory.
    package var templateID: String { "62e90394-69f5-4237-9190-012177145e10" }
}

/// Whether a person belongs to the directory, or was invited into it.
package enum UserType: String, Sendable, Codable, CaseIterable {
    case member = "Member"
    case guest = "Guest"
}
