// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import SQLiteRecords
import TenantDirectory

package struct AttributeDefinition: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "customAttribute"

    package enum Kind: String, Sendable, Codable {
        case text, number, boolean
        case choice
    }

    /// Empty for the built-in attributes.
    package let tenantID: String
    /// Without `extension_`.
    package let name: String
    package var label: String
    package var kind: Kind = .text
    package var options: [String] = []

    package init(tenantID: String, name: String, label: String, kind: Kind = .text, options: [String] = []) {
        (self.tenantID, self.name, self.label, self.kind, self.options) = (tenantID, name, label, kind, options)
    }

    var claimName: String { tenantID.isEmpty ? name : "extension_\(name)" }

    /// In the order of a page.
    static let builtIn = [
        ("displayName", "Display name"), ("givenName", "Given name"), ("surname", "Surname"),
        ("streetAddress", "Street address"), ("postalCode", "Postal code"), ("city", "City"), ("country", "Country"),
        ("jobTitle", "Job title"),
    ].map { AttributeDefinition(tenantID: "", name: $0.0, label: $0.1) }

    /// The `autocomplete` token for browsers. HTML §4.10.18.7
    var autocomplete: String {
        switch claimName {
        case "displayName": "nickname"
        case "givenName": "given-name"
        case "surname": "family-name"
        case "streetAddress": "street-address"
        case "postalCode": "postal-code"
        case "city": "address-level2"
        case "country": "country-name"
        case "jobTitle": "organization-title"
        default: "off"
        }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        name = try values.decode(String.self, forKey: .name)
        label = try values.decode(.label, or: name)
        kind = try values.decode(.kind, or: .text)
        options = try values.decode(.options, or: [])
    }
}

/// A customer's value for one attribute; in JSON, the bare value.
package enum AttributeValue: Sendable, Hashable, Codable {
    case text(String)
    case number(Int)
    case boolean(Bool)

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .boolean(let boolean): try value.encode(boolean)
        }
    }

    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .boolean(let boolean): boolean ? "true" : ""
        }
    }

    package var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .number(String(number))
        case .boolean(let boolean): .boolean(boolean)
        }
    }
}

package struct CollectedAttribute: Sendable, Hashable, Codable {
    /// The name of a ``AttributeDefinition/builtIn`` attribute, or `extension_` and a custom attribute's name.
    let name: String
    var isRequired = false

    package init(_ name: String, isRequired: Bool = false) { (self.name, self.isRequired) = (name, isRequired) }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        isRequired = try values.decode(.isRequired, or: false)
    }
}
