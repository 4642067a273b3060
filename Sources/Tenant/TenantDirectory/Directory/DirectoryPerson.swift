// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
package import JOSE

/// A person in a directory.
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
    package let mail: String?
    package let jobTitle: String?
    package let department: String?
    package let officeLocation: String?
    package let mobilePhone: String?
    package let businessPhones: [String]
    package let preferredLanguage: String?
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

    package init(
        id: String, tenantID: String, displayName: String, givenName: String?, surname: String?,
        userPrincipalName: String, mail: String?, jobTitle: String?, department: String?, officeLocation: String?,
        mobilePhone: String?, businessPhones: [String], preferredLanguage: String?, managerID: String? = nil,
        secondFactorPhone: String? = nil, directoryRole: DirectoryRole? = nil, userType: UserType = .member,
        accountEnabled: Bool = true, passwordHash: String? = nil, forceChangePasswordNextSignIn: Bool = false,
        failedAttempts: Int = 0, lockedUntil: Date? = nil, signInSessionsValidFrom: Date? = nil,
        lastPasswordChangeDateTime: Date? = nil, usageLocation: String? = nil,
        additionalClaims: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.tenantID = tenantID
        self.displayName = displayName
        self.givenName = givenName
        self.surname = surname
        self.userPrincipalName = userPrincipalName
        self.mail = mail
        self.jobTitle = jobTitle
        self.department = department
        self.officeLocation = officeLocation
        self.mobilePhone = mobilePhone
        self.businessPhones = businessPhones
        self.preferredLanguage = preferredLanguage
        self.managerID = managerID
        self.secondFactorPhone = secondFactorPhone
        self.directoryRole = directoryRole
        self.userType = userType
        self.accountEnabled = accountEnabled
        self.passwordHash = passwordHash
        self.forceChangePasswordNextSignIn = forceChangePasswordNextSignIn
        self.failedAttempts = failedAttempts
        self.lockedUntil = lockedUntil
        self.signInSessionsValidFrom = signInSessionsValidFrom
        self.lastPasswordChangeDateTime = lastPasswordChangeDateTime
        self.usageLocation = usageLocation
        self.additionalClaims = additionalClaims
    }
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
