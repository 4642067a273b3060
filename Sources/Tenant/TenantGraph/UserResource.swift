// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantDirectory

/// A person in the form of Graph.
struct UserResource: Encodable {
    /// The properties that Graph returns without a selection.
    static let defaultProperties = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
        "preferredLanguage", "surname", "userPrincipalName", "id",
    ]
    /// The properties of other people that `User.ReadBasic.All` permits.
    static let basicProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName", "id"]
    /// The properties that `$search` supports.
    static let searchableProperties: Set = ["displayName", "givenName", "surname", "mail", "userPrincipalName"]

    let person: DirectoryPerson
    /// The properties to return, in this order.
    let properties: [String]
    /// The properties that the caller may read; the others are `null`, or an empty list.
    ///
    /// `nil` permits all.
    let readable: Set<String>?
    /// The context address of the response; entries of a list have none.
    var context: String?
    /// Whether the response can also hold other types, and so names the type.
    var namesType = false
    /// The relations of `$expand` beside the properties.
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
    /// A property by Graph's name: `null`, or an empty list, without a value in the directory.
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

    /// A property as `$filter`, `$search` and `$orderby` compare it; `nil` without a value to compare.
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

    /// The user principal name as one of the person's identities.
    private var identity: JSONValue {
        .object([
            "signInType": .string("userPrincipalName"), "issuerAssignedId": .string(userPrincipalName),
            "issuer": .string(String(userPrincipalName.drop { $0 != "@" }.dropFirst())),
        ])
    }

    private static func time(_ date: Date?) -> JSONValue { date.map { .string($0.formatted(.iso8601)) } ?? .null }

    /// Whether a text is this person's id or user principal name.
    func isNamed(_ name: String) -> Bool { [id, userPrincipalName].contains { $0.lowercased() == name.lowercased() } }
}

/// The properties of Microsoft Graph's `user` in version 1.0, by their types.
///
/// The lists follow Microsoft's reference of the resource.
enum UserProperties {
    /// Properties with one text.
    static let text: Set = [
        "aboutMe", "ageGroup", "city", "companyName", "consentProvidedForMinor", "country", "creationType",
        "department", "displayName", "employeeId", "employeeType", "externalUserState", "faxNumber",
        "givenName", "id", "jobTitle", "legalAgeGroupClassification", "mail", "mailNickname", "mobilePhone",
        "mySite", "officeLocation", "onPremisesDistinguishedName", "onPremisesDomainName",
        "onPremisesImmutableId", "onPremisesSamAccountName", "onPremisesSecurityIdentifier",
        "onPremisesUserPrincipalName", "passwordPolicies", "postalCode", "preferredDataLocation",
        "preferredLanguage", "preferredName", "securityIdentifier", "state", "streetAddress", "surname",
        "usageLocation", "userPrincipalName", "userType",
    ]
    /// Properties that are true or false.
    static let flags: Set = [
        "accountEnabled", "isManagementRestricted", "isResourceAccount", "onPremisesSyncEnabled",
        "showInAddressList",
    ]
    /// Properties with a time.
    static let times: Set = [
        "birthday", "createdDateTime", "deletedDateTime", "employeeHireDate", "employeeLeaveDateTime",
        "externalUserStateChangeDateTime", "hireDate", "lastPasswordChangeDateTime",
        "onPremisesLastSyncDateTime", "refreshTokensValidFromDateTime", "signInSessionsValidFromDateTime",
    ]
    /// Properties with a list; without a value it is empty, and never `null`.
    static let lists: Set = [
        "assignedLicenses", "assignedPlans", "businessPhones", "identities", "imAddresses", "interests",
        "licenseAssignmentStates", "onPremisesProvisioningErrors", "otherMails", "pastProjects",
        "provisionedPlans", "proxyAddresses", "responsibilities", "schools", "serviceProvisioningErrors",
        "skills",
    ]
    /// Properties with an object or a number.
    static let objects: Set = [
        "authorizationInfo", "customSecurityAttributes", "deviceEnrollmentLimit", "employeeOrgData",
        "mailboxSettings", "onPremisesExtensionAttributes", "passwordProfile", "signInActivity",
    ]
    /// Properties that Graph keeps elsewhere, and refuses in lists of people.
    static let ofOnePersonOnly: Set = [
        "aboutMe", "birthday", "hireDate", "interests", "mailboxSettings", "mySite", "pastProjects",
        "preferredName", "responsibilities", "schools", "skills",
    ]
    /// Every property.
    static let all = text.union(flags).union(times).union(lists).union(objects)
    /// Properties that `$filter` compares.
    static let filterable = text.union(flags).subtracting(ofOnePersonOnly)
}
