// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantDirectory

/// A person in the form of Graph.
struct UserResource {
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
    var relations: [(name: String, content: OrderedJSON)] = []

    var json: OrderedJSON {
        var members: [(String, OrderedJSON)] = []
        members.reserveCapacity(properties.count + relations.count + 2)
        if let context { members.append(("@odata.context", .string(context))) }
        if namesType { members.append(("@odata.type", .string("#microsoft.graph.user"))) }
        for property in properties {
            let mayRead = readable?.contains(property) ?? true
            let hidden: OrderedJSON = UserProperties.lists.contains(property) ? .array([]) : .null
            members.append((property, mayRead ? person[property] : hidden))
        }
        for (name, content) in relations { members.append((name, content)) }
        return .object(members)
    }
}

extension DirectoryPerson {
    /// A property by Graph's name: `null`, or an empty list, without a value in the directory.
    subscript(property: String) -> OrderedJSON {
        switch property {
        case "accountEnabled": return .boolean(accountEnabled)
        case "businessPhones": return .texts(businessPhones)
        case "identities": return .array([identity])
        case "lastPasswordChangeDateTime": return Self.time(lastPasswordChangeDateTime)
        case "refreshTokensValidFromDateTime", "signInSessionsValidFromDateTime":
            return Self.time(signInSessionsValidFrom)
        default:
            if UserProperties.lists.contains(property) { return .array([]) }
            return text(property).map(OrderedJSON.string) ?? .null
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
        case "mailNickname": mailNickname
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
    private var identity: OrderedJSON {
        .object([
            ("signInType", .string("userPrincipalName")),
            ("issuer", .string(String(userPrincipalName.drop { $0 != "@" }.dropFirst()))),
            ("issuerAssignedId", .string(userPrincipalName)),
        ])
    }

    private static func time(_ date: Date?) -> OrderedJSON { date.map { .string($0.formatted(.iso8601)) } ?? .null }

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
