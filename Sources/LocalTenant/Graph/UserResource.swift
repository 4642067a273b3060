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
    /// What `$search` knows.
    static let searchableProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName"]
    /// What Graph keeps elsewhere, and gives of one person only; nobody here has filled it in.
    static let singleOnlyProperties = singleOnlyLists.union([
        "aboutMe", "birthday", "hireDate", "mailboxSettings", "mySite", "preferredName",
    ])
    /// Every property there is.
    static let allProperties = textProperties.union(["businessPhones"]).union(singleOnlyProperties)
    /// The properties that are one text.
    static let textProperties = Set(defaultProperties).union(["department"]).subtracting(["businessPhones"])

    private static let singleOnlyLists: Set = ["interests", "pastProjects", "responsibilities", "schools", "skills"]

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

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        if let context { try container.encode(context, forKey: Name(stringValue: "@odata.context")) }
        if namesType { try container.encode("#microsoft.graph.user", forKey: Name(stringValue: "@odata.type")) }
        for property in properties {
            let mayRead = readable?.contains(property) ?? true
            let name = Name(stringValue: property)
            if property == "businessPhones" {
                try container.encode(mayRead ? person.businessPhones : [], forKey: name)
            } else if Self.singleOnlyLists.contains(property) {
                try container.encode([String](), forKey: name)
            } else {
                try container.encode(mayRead ? person[property] : nil, forKey: name)
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

    /// Whether an id or a user principal name is this person's.
    func isNamed(_ name: String) -> Bool {
        [id, userPrincipalName].contains { $0.lowercased() == name.lowercased() }
    }
}
