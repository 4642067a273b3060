// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PageTemplates
package import PortableFoundation
import SQLiteRecords
import TenantDirectory

package struct Customer: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "customer"

    /// Also `oid` and `sub` in tokens.
    package let id: String
    package let tenantID: String
    /// Proved by a code; the customer signs in with it.
    package let email: String
    package var displayName: String
    package var givenName: String?
    package var surname: String?
    /// In PHC form.
    package var passwordHash: String
    /// Earlier refresh tokens and sessions have ended; `nil` until a password is reset.
    package var grantsEndedAt: Date?
    package var failedAttempts = 0
    package var lockedUntil: Date?
    /// By claim name, such as `country` or `extension_Size`.
    package var attributes: [String: AttributeValue] = [:]
    /// The phone number for the second factor, proved by a code.
    package var phone: String?
    package var accountEnabled = true

    /// The real service's display name for a customer without one.
    static let unnamed = "unknown"

    func value(of name: String) -> AttributeValue? {
        switch name {
        case "displayName": .text(displayName)
        case "givenName": givenName.map(AttributeValue.text)
        case "surname": surname.map(AttributeValue.text)
        default: attributes[name]
        }
    }

    /// An empty field removes the value, except the display name.
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

struct CustomerProfile: Sendable, Hashable {
    let fields: [AttributeField]
    let typed: [String: String]
    let values: [String: AttributeValue]
    let problem: AttributeProblem?

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

    init(of customer: Customer?, asking fields: [AttributeField]) {
        self.fields = fields
        values = Dictionary(
            fields.compactMap { field in customer?.value(of: field.name).map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        typed = values.mapValues(\.text)
        problem = nil
    }

    var pageValues: [PageValues] { fields.map { $0.values(typed: typed[$0.name] ?? "", wrong: problem?.field) } }
}

extension FormParameters {
    func line(_ name: String) throws -> String {
        (try once(name) ?? "").trimmed {
            $0.isWhitespace
                || $0.unicodeScalars.allSatisfy { [.control, .format].contains($0.properties.generalCategory) }
        }
    }
}
