// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PageTemplates
package import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// A person that signed up by themselves.
package struct Customer: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "customer"

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

    /// The failed attempts, in the type that counts them.
    var passwordAttempts: PasswordAttempts {
        get { PasswordAttempts(failedAttempts: failedAttempts, lockedUntil: lockedUntil) }
        set { (failedAttempts, lockedUntil) = (newValue.failedAttempts, newValue.lockedUntil) }
    }
}

extension Customer {
    package init(id: String, tenantID: String, email: String, displayName: String, passwordHash: String) {
        self.init(
            id: id, tenantID: tenantID, email: email, displayName: displayName, passwordHash: passwordHash,
            failedAttempts: 0)
    }
}

/// A customer's profile on a page: the fields that a flow asks for, and the customer's input.
struct CustomerProfile: Sendable, Hashable {
    let fields: [AttributeField]
    /// The input, to be shown again.
    let typed: [String: String]
    /// The valid values, by field.
    let values: [String: AttributeValue]
    /// The first error that the customer must fix; `nil` if there is none.
    let problem: AttributeProblem?

    /// Reads a form.
    ///
    /// - Throws: `Refusal` if a field occurs twice.
    init(_ form: FormParameters, asking fields: [AttributeField]) throws {
        self.fields = fields
        typed = Dictionary(
            try fields.map { ($0.name, try form.line($0.name)) }, uniquingKeysWith: { first, _ in first })
        var values: [String: AttributeValue] = [:]
        var problem: AttributeProblem?
        for field in fields {
            do {
                values[field.name] = try field.value(of: typed[field.name] ?? "")
            } catch let error as AttributeProblem {
                problem = problem ?? error
            }
        }
        self.values = values
        self.problem = problem
    }

    /// The fields with the known values of a customer; empty fields for a new one.
    init(of customer: Customer?, asking fields: [AttributeField]) {
        self.fields = fields
        values = Dictionary(
            fields.compactMap { field in customer?.value(of: field.name).map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        typed = values.mapValues(\.text)
        problem = nil
    }

    /// The values for the template.
    var pageValues: [PageValues] { fields.map { $0.values(typed: typed[$0.name] ?? "", wrong: problem?.field) } }
}

extension FormParameters {
    /// One line of text without white space around it; empty if the field is missing.
    func line(_ name: String) throws -> String {
        (try once(name) ?? "").trimmed {
            $0.isWhitespace
                || $0.unicodeScalars.allSatisfy { [.control, .format].contains($0.properties.generalCategory) }
        }
    }
}
