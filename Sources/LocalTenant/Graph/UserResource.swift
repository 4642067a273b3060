// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A person as Graph writes one.
struct UserResource: Encodable {
    /// What Graph writes unless told otherwise.
    static let defaultProperties = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
        "preferredLanguage", "surname", "userPrincipalName", "id",
    ]
    /// What `User.ReadBasic.All` lets an app read of others.
    static let basicProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName", "id"]
    /// Every property there is.
    static let allProperties = Set(defaultProperties).union(["department"])

    let person: DirectoryPerson
    /// What is written, in this order.
    let properties: [String]
    /// What may be read; the rest is written as `null`.
    ///
    /// `nil` means everything.
    let readable: Set<String>?
    /// The address that describes the answer; members of a list have none.
    let context: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        if let context { try container.encode(context, forKey: Name(stringValue: "@odata.context")) }
        for property in properties {
            let mayRead = readable?.contains(property) ?? true
            if property == "businessPhones" {
                try container.encode(mayRead ? person.businessPhones : [], forKey: Name(stringValue: property))
            } else {
                try container.encode(mayRead ? person[property] : nil, forKey: Name(stringValue: property))
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension DirectoryPerson {
    /// A text property by Graph's name.
    subscript(property: String) -> String? {
        switch property {
        case "id": id
        case "displayName": displayName
        case "givenName": givenName
        case "surname": surname
        case "userPrincipalName": userPrincipalName
        case "mail": mail
        case "jobTitle": jobTitle
        case "department": department
        case "officeLocation": officeLocation
        case "mobilePhone": mobilePhone
        case "preferredLanguage": preferredLanguage
        default: nil
        }
    }
}
