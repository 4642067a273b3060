// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import TenantDirectory

/// A person that signed up by themselves.
package struct Customer: Sendable, Hashable, Codable {
    /// The customer's id, which tokens carry as `oid` and as `sub`.
    package let id: String
    /// The directory that the customer belongs to.
    package let tenantID: String
    /// The proved e-mail address, which is also the name to sign in with.
    package let email: String
    /// The name to show.
    package var displayName: String
    /// The given name.
    package var givenName: String?
    /// The family name.
    package var surname: String?
    /// The hash of the customer's own password, in PHC form.
    package var passwordHash: String
    /// Refresh tokens from before this time have ended; `nil` until a password is reset.
    package var grantsEndedAt: Date?
    /// How many times in a row the password was wrong.
    package var failedAttempts = 0
    /// Until this time every attempt is refused.
    package var lockedUntil: Date?
    /// The customer's other attributes, by claim name: `country`, `extension_Size`.
    package var attributes: [String: AttributeValue] = [:]
    /// The telephone number for the second factor, after the customer proved it.
    package var phone: String?
    /// Whether the customer can sign in at all.
    package var accountEnabled = true

    package init(
        id: String, tenantID: String, email: String, displayName: String, givenName: String? = nil,
        surname: String? = nil, passwordHash: String, grantsEndedAt: Date? = nil, failedAttempts: Int = 0,
        lockedUntil: Date? = nil, attributes: [String: AttributeValue] = [:], phone: String? = nil,
        accountEnabled: Bool = true
    ) {
        self.id = id
        self.tenantID = tenantID
        self.email = email
        self.displayName = displayName
        self.givenName = givenName
        self.surname = surname
        self.passwordHash = passwordHash
        self.grantsEndedAt = grantsEndedAt
        self.failedAttempts = failedAttempts
        self.lockedUntil = lockedUntil
        self.attributes = attributes
        self.phone = phone
        self.accountEnabled = accountEnabled
    }
}

extension Customer {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        email = try values.decode(String.self, forKey: .email)
        displayName = try values.decode(.displayName, or: Self.unnamed)
        givenName = try values.decodeIfPresent(String.self, forKey: .givenName)
        surname = try values.decodeIfPresent(String.self, forKey: .surname)
        passwordHash = try values.decode(.passwordHash, or: "")
        grantsEndedAt = try values.decodeIfPresent(Date.self, forKey: .grantsEndedAt)
        failedAttempts = try values.decode(.failedAttempts, or: 0)
        lockedUntil = try values.decodeIfPresent(Date.self, forKey: .lockedUntil)
        attributes = try values.decode(.attributes, or: [:])
        phone = try values.decodeIfPresent(String.self, forKey: .phone)
        accountEnabled = try values.decode(.accountEnabled, or: true)
    }

    /// The name that the real service gives a customer if no flow asked for one.
    static let unnamed = "unknown"

    /// The value of an attribute, by its claim name.
    func value(of name: String) -> AttributeValue? {
        switch name {
        case "displayName": .text(displayName)
        case "givenName": givenName.map(AttributeValue.text)
        case "surname": surname.map(AttributeValue.text)
        default: attributes[name]
        }
    }

    /// Takes over the values of a form; an empty field removes the value, except the display name.
    mutating func take(_ profile: CustomerProfile) {
        for field in profile.fields {
            let value = profile.values[field.name]
            switch field.name {
            case "displayName": displayName = value?.text ?? displayName
            case "givenName": givenName = value?.text
            case "surname": surname = value?.text
            default: attributes[field.name] = value
            }
        }
    }
}

extension Customer: FetchableRecord, PersistableRecord {
    static let databaseTableName = "customer"
}

extension Customer {
    /// The failed attempts, in the type that counts them.
    var passwordAttempts: PasswordAttempts {
        get { PasswordAttempts(failedAttempts: failedAttempts, lockedUntil: lockedUntil) }
        set { (failedAttempts, lockedUntil) = (newValue.failedAttempts, newValue.lockedUntil) }
    }
}
