// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import PortableFoundation
package import SQLiteRecords

/// Each property is a line of ``properties``; those that the tenant's own code uses are also here.
package struct DirectoryPerson: Sendable, Hashable {
    /// The `oid` of tokens.
    package let id: String
    package let tenantID: String
    package let displayName: String
    package var givenName: String?
    package var surname: String?
    package let userPrincipalName: String
    package var mail: String?
    package var jobTitle: String?
    package var department: String?
    package var officeLocation: String?
    package var mobilePhone: String?
    package var businessPhones: [String] = []
    package var preferredLanguage: String?
    package var managerID: String?
    /// Receives a code at each sign-in; `nil` without a second factor.
    package var secondFactorPhone: String?
    package var directoryRole: DirectoryRole?
    package var userType: UserType = .member
    package var accountEnabled = true
    /// In PHC form; `nil` means the directory's password, and empty means no password.
    package var passwordHash: String?
    package var forceChangePasswordNextSignIn = false
    package var failedAttempts = 0
    package var lockedUntil: Date?
    /// Grants from before this time are revoked.
    package var signInSessionsValidFrom: Date?
    /// `nil` for the directory's password.
    package var lastPasswordChangeDateTime: Date?
    /// The country, in two capital letters.
    package var usageLocation: String?
    package var additionalClaims: [String: JSONValue] = [:]
    /// The texts that only Graph and documents have, by the names of their properties.
    package var otherTexts: [String: String] = [:]

    package var isAdministrator: Bool { directoryRole == .globalAdministrator }
}

extension DirectoryPerson {
    /// The tenant's first properties; documents are checked, and the index was created, in this order.
    static let kept: [PersonProperty] = [
        PersonProperty("id", .text, [.standard, .basic], isExact: true) { .string($0.id) },
        PersonProperty("displayName", .text, [.standard, .basic, .searchable], sorted: "sortName") {
            .string($0.displayName)
        },
        PersonProperty("identities", .list, .filterable) { .array([$0.identity]) },
        PersonProperty("givenName", \.givenName, .text, [.standard, .basic, .searchable]),
        PersonProperty("surname", \.surname, .text, [.standard, .basic, .searchable]),
        PersonProperty(
            "userPrincipalName", .text, [.standard, .basic, .searchable, .ending], sorted: "sortUserPrincipalName",
            reversed: "reversedUserPrincipalName"
        ) { .string($0.userPrincipalName) },
        PersonProperty(
            "mail", \.mail, .text, [.standard, .basic, .searchable, .ending], reversed: "reversedMail"),
        PersonProperty("mailNickname") { .string($0.mailNickname) },
        PersonProperty("jobTitle", \.jobTitle, .text, .standard),
        PersonProperty("department", \.department, .text),
        PersonProperty("officeLocation", \.officeLocation, .text, .standard),
        PersonProperty("mobilePhone", \.mobilePhone, .text, [.standard, .advancedPrefix]),
        PersonProperty("preferredLanguage", \.preferredLanguage, .text, .standard),
        PersonProperty(
            "manager", \.managerID,
            .text(describedAs: "The id or user name of a person in the same directory; returned as id."), .hidden,
            column: "managerID"),
        PersonProperty(
            "secondFactorPhone", \.secondFactorPhone,
            .text(describedAs: "The phone number that codes are sent to at each sign-in."), .hidden),
        PersonProperty("usageLocation", \.usageLocation, .text),
        PersonProperty("businessPhones", \.businessPhones, .texts, [.standard, .filterable]),
        PersonProperty("directoryRole", \.directoryRole, DirectoryRole.optionalChoice, .hidden),
        PersonProperty("userType", \.userType, UserType.choice(ordinarily: .member)),
        PersonProperty("accountEnabled", \.accountEnabled, .flag(ordinarily: true)),
        PersonProperty("passwordHash", \.passwordHash, .text, [.hidden, .undocumented]),
        PersonProperty(
            "forceChangePasswordNextSignIn", \.forceChangePasswordNextSignIn, .flag(ordinarily: false),
            [.hidden, .undocumented]),
        PersonProperty("failedAttempts", \.failedAttempts, .count(upTo: 1_000_000), .hidden),
        PersonProperty("lockedUntil", \.lockedUntil, .time, .hidden),
        PersonProperty(
            "signInSessionsValidFromDateTime", \.signInSessionsValidFrom, .time, column: "signInSessionsValidFrom"),
        PersonProperty("refreshTokensValidFromDateTime", .time) {
            PropertyForm.time.graph($0.signInSessionsValidFrom)
        },
        PersonProperty("lastPasswordChangeDateTime", \.lastPasswordChangeDateTime, .time),
        PersonProperty(
            "additionalClaims", \.additionalClaims,
            .members(describedAs: "Additional claims in tokens about the person."), .hidden),
    ]

    /// Properties of Graph 1.0 without values here, from Microsoft's reference; a line of ``added`` adds a text.
    private static let absent: [(PropertyType, PropertyTraits, names: String)] = [
        (
            .text, [],
            """
            ageGroup city companyName consentProvidedForMinor country creationType employeeId employeeType \
            externalUserState faxNumber legalAgeGroupClassification onPremisesDistinguishedName onPremisesDomainName \
            onPremisesImmutableId onPremisesSamAccountName onPremisesSecurityIdentifier onPremisesUserPrincipalName \
            passwordPolicies postalCode preferredDataLocation securityIdentifier state streetAddress
            """
        ),
        (.text, .ofOneObjectOnly, "aboutMe mySite preferredName"),
        (.flag, [], "isManagementRestricted isResourceAccount onPremisesSyncEnabled showInAddressList"),
        (
            .time, .filterable,
            "createdDateTime deletedDateTime employeeHireDate employeeLeaveDateTime onPremisesLastSyncDateTime"
        ),
        (.time, [], "externalUserStateChangeDateTime"),
        (.time, .ofOneObjectOnly, "birthday hireDate"),
        (.list, .filterable, "assignedPlans imAddresses provisionedPlans"),
        (.list, [.filterable, .countable], "assignedLicenses"),
        (.list, [.filterable, .countable, .ending], "otherMails proxyAddresses"),
        (.list, [], "licenseAssignmentStates onPremisesProvisioningErrors serviceProvisioningErrors"),
        (.list, .ofOneObjectOnly, "interests pastProjects responsibilities schools skills"),
        (.object, .filterable, "employeeOrgData onPremisesExtensionAttributes signInActivity"),
        (.object, [], "authorizationInfo customSecurityAttributes deviceEnrollmentLimit passwordProfile"),
        (.object, .ofOneObjectOnly, "mailboxSettings"),
    ]

    /// Texts that later versions added, such as `.text("city")`; a migration adds their columns.
    package static let added: [PersonProperty] = []

    package static let properties =
        kept + added + absent.flatMap { PersonProperty.absent($0.0, $0.1, $0.names) }

    package static let graphProperties = Dictionary(
        properties.filter { $0.type != nil }.map { ($0.name, $0) }, uniquingKeysWith: { kept, _ in kept })

    package static func graphProperties(_ traits: PropertyTraits) -> Set<String> {
        Set(graphProperties.values.filter { $0.traits.isSuperset(of: traits) }.map(\.name))
    }

    package subscript(property: String) -> OrderedJSON { Self.graphProperties[property]?.value(self) ?? .null }

    private var identity: OrderedJSON {
        .object([
            ("signInType", .string("userPrincipalName")),
            ("issuer", .string(String(userPrincipalName.drop { $0 != "@" }.dropFirst()))),
            ("issuerAssignedId", .string(userPrincipalName)),
        ])
    }
}

package typealias PersonProperty = DirectoryProperty<DirectoryPerson>

extension PersonProperty {
    static func text(_ name: String, _ traits: PropertyTraits = []) -> PersonProperty {
        PersonProperty(name, \.otherTexts[name], .text, traits)
    }
}

/// Rows are read by column numbers: names take several times as long.
extension DirectoryPerson: Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "person"

    private static let columns = properties.compactMap(\.column)
    private static let columnNames = ["id", "tenantID", "displayName", "userPrincipalName"] + columns.map(\.name)

    package static var databaseSelection: [any SQLSelectable] { columnNames.map { Column($0) } }
    static let columnCount = columnNames.count

    static let columnList = columnNames.map { "person.\(sql: $0)" as SQL }.joined(separator: ", ")

    package init(row: Row) throws {
        try self.init(id: row[0], tenantID: row[1], displayName: row[2], userPrincipalName: row[3])
        for (index, column) in Self.columns.enumerated() { try column.read(&self, row, index + 4) }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ColumnName.self)
        let fixed = try Self.columnNames.prefix(4).map { try values.decode(String.self, forKey: ColumnName($0)) }
        self.init(id: fixed[0], tenantID: fixed[1], displayName: fixed[2], userPrincipalName: fixed[3])
        for column in Self.columns { try column.decode(&self, values) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ColumnName.self)
        for (name, value) in zip(Self.columnNames, [id, tenantID, displayName, userPrincipalName]) {
            try container.encode(value, forKey: ColumnName(name))
        }
        for column in Self.columns { try column.encode(self, &container) }
    }

    static let insertion = """
        INSERT INTO person (\(columnNames.joined(separator: ", ")))
        VALUES (\(columnNames.map { _ in "?" }.joined(separator: ", ")))
        """

    /// In the order of the columns, as texts, which SQLite converts to the columns' types.
    var values: [String?] { [id, tenantID, displayName, userPrincipalName] + Self.columns.map { $0.text(self) } }

    package func aroundSave(_ database: Database, save: () throws -> Void) throws {
        try save()
        try PeopleIndex.write(self, in: database)
    }

    package var mailNickname: String { userPrincipalName.nickname }

    package init(id: String, tenantID: String, displayName: String, userPrincipalName: String) {
        self.init(
            id: id, tenantID: tenantID, displayName: displayName, userPrincipalName: userPrincipalName,
            userType: .member)
    }
}

extension String {
    var nickname: String { String(utf8.prefix { $0 != UInt8(ascii: "@") }) ?? self }
}

package enum DirectoryRole: String, PropertyChoice {
    /// May consent to any permission, for all people of the directory.
    case globalAdministrator

    package var templateID: String { "62e90394-69f5-4237-9190-012177145e10" }
}

package enum UserType: String, PropertyChoice {
    case member = "Member"
    case guest = "Guest"
}
