// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords

/// A directory: a company with its people, the personal accounts, or the customers of a shop.
package struct Tenant: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "tenant"

    /// The kind of accounts in a directory, which decides how they sign in.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A company or a school: work accounts, and Microsoft Graph knows its people.
        case organization
        /// Personal accounts; the world has one such directory, and no API lists its people.
        case consumers
        /// Customers who sign up through user flows: Azure AD B2C.
        case customers
    }

    /// The directory's id, which tokens carry as `tid`.
    package let id: String
    package let displayName: String
    /// The domain of the directory's user names.
    package let domain: String
    /// The hash of the sample people's shared password, in PHC form; empty if each person has a password.
    package let passwordHash: String
    /// The kind of accounts in the directory.
    package var kind: Kind = .organization
    /// The country, in two capital letters.
    package var countryLetterCode: String?
    /// The language of messages to its people, such as `en`.
    package var preferredLanguage: String?
    /// Whether each person must have a second factor, and apps may not ask for passwords themselves.
    package var isSecurityDefaultsEnabled = false

    /// The directory of personal accounts has the same id everywhere.
    package static let consumersID = "9188040d-6c67-4c5b-b112-36a304b66dad"
}

extension Tenant {
    package init(id: String, displayName: String, domain: String, passwordHash: String) {
        self.init(id: id, displayName: displayName, domain: domain, passwordHash: passwordHash, kind: .organization)
    }
}
