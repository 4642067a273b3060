// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantDirectory

/// A person as Graph writes one.
struct UserResource: Encodable {
    /// What Graph writes unless told otherwise.
    static let defaultProperties = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
        "preferredLanguage", "surname", "userPrincipalName", "id",
    ]
    /// What `User.ReadBasic.All` lets an app read of others.
    static let basicProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName", "id"]
    /// What `$search` knows.
    static let searchableProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName"]

    let person: DirectoryPerson
    /// What is written, in this order.
    let properties: [String]
    /// What may be read; the rest is written as `null`.
    ///
    /// `nil` means everything.
    let readable: Set<String>?
    /// The address that describes the answer; members of a list have none.
    var context: String?
    /// Whether the answer could have been something other than a person, and so says that it is one.
    var namesType = false
    /// What `$expand` puts beside the properties.
    var relations: [(name: String, content: any Encodable)] = []

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        if let context { try container.encode(context, forKey: Name(stringValue: "@odata.context")) }
        if namesType { try container.encode("#microsoft.graph.user", forKey: Name(stringValue: "@odata.type")) }
        for property in properties {
            let mayRead = readable?.contains(property) ?? true
            let hidden: JSONValue = UserProperties.lists.contains(property) ? .array([]) : .null
            try container.encode(mayRead ? person[property] : hidden, forKey: Name(stringValue: property))
        }
        for (name, content) in relations { try container.encode(content, forKey: Name(stringValue: name)) }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension DirectoryPerson {
    /// A property by Graph's name: `null`, or an empty list, where the directory holds nothing.
    subscript(property: String) -> JSONValue {
        switch property {
        case "accountEnabled": return .boolean(accountEnabled)
        case "businessPhones": return .array(businessPhones.map(JSONValue.string))
        case "identities": return .array([identity])
        case "lastPasswordChangeDateTime": return Self.time(lastPasswordChangeDateTime)
        case "refreshTokensValidFromDateTime", "signInSessionsValidFromDateTime":
            return Self.time(signInSessionsValidFrom)
        default:
            if UserProperties.lists.contains(property) { return .array([]) }
            return text(property).map(JSONValue.string) ?? .null
        }
    }

    /// A property as `$filter`, `$search` and `$orderby` compare it; `nil` where there is nothing to compare.
    func comparable(_ property: String) -> String? {
        switch self[property] {
        case .string(let text): text
        case .boolean(let flag): String(flag)
        default: nil
        }
    }

    private func text(_ property: String) -> String? {
        switch property {
        case "id": id
        case "displayName": displayName
        case "givenName": givenName
        case "surname": surname
        case "userPrincipalName": userPrincipalName
        case "mail": mail
        case "mailNickname": String(userPrincipalName.prefix { $0 != "@" })
        case "jobTitle": jobTitle
        case "department": department
        case "officeLocation": officeLocation
        case "mobilePhone": mobilePhone
        case "preferredLanguage": preferredLanguage
        case "usageLocation": usageLocation
        case "userType": userType.rawValue
        default: nil
        }
    }

    /// The user name as one of the ways to sign in.
    private var identity: JSONValue {
        .object([
            "signInType": .string("userPrincipalName"), "issuerAssignedId": .string(userPrincipalName),
            "issuer": .string(String(userPrincipalName.drop { $0 != "@" }.dropFirst())),
        ])
    }

    private static func time(_ date: Date?) -> JSONValue {
        date.map { .string($0.formatted(.iso8601)) } ?? .null
    }

    /// Whether an id or a user principal name is this person's.
    func isNamed(_ name: String) -> Bool {
        [id, userPrincipalName].contains { $0.lowercased() == name.lowercased() }
    }
}
