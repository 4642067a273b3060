// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords

/// A directory: a company with its people, the personal accounts, or the customers of a shop.
package struct Tenant: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "tenant"

    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A company or school: work accounts, which Microsoft Graph lists.
        case organization
        /// Personal accounts: one directory worldwide, and no API lists its people.
        case consumers
        /// Customers who sign up through user flows: Azure AD B2C.
        case customers
    }

    /// The `tid` of tokens.
    package let id: String
    package let displayName: String
    package let domain: String
    /// The sample people's shared password, in PHC form; empty if each person has a password.
    package let passwordHash: String
    package var kind: Kind = .organization
    package var countryLetterCode: String?
    package var preferredLanguage: String?
    /// Whether each person needs a second factor, and apps may not ask for passwords themselves.
    package var isSecurityDefaultsEnabled = false

    /// The same for personal accounts everywhere.
    package static let consumersID = "9188040d-6c67-4c5b-b112-36a304b66dad"
}

extension Tenant {
    package init(id: String, displayName: String, domain: String, passwordHash: String) {
        self.init(id: id, displayName: displayName, domain: domain, passwordHash: passwordHash, kind: .organization)
    }
}
