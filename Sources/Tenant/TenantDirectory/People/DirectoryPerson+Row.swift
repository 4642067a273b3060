// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
package import SQLiteRecords

extension DirectoryPerson {
    /// The columns in the order of ``init(row:)``, which reads them by number: by name, it takes several times as long.
    private static let columns = [
        "id", "tenantID", "displayName", "givenName", "surname", "userPrincipalName", "mail", "jobTitle", "department",
        "officeLocation", "mobilePhone", "businessPhones", "preferredLanguage", "managerID", "secondFactorPhone",
        "directoryRole", "userType", "accountEnabled", "passwordHash", "forceChangePasswordNextSignIn",
        "failedAttempts", "lockedUntil", "signInSessionsValidFrom", "lastPasswordChangeDateTime", "usageLocation",
        "additionalClaims",
    ]

    package static var databaseSelection: [any SQLSelectable] { columns.map { Column($0) } }

    static let columnCount = columns.count

    /// The columns for a statement of several tables.
    static let columnList = columns.map { "person.\(sql: $0)" as SQL }.joined(separator: ", ")

    package init(row: Row) throws {
        (id, tenantID, displayName, userPrincipalName) = try (row[0], row[1], row[2], row[5])
        (givenName, surname, mail, jobTitle, department) = try (row[3], row[4], row[6], row[7], row[8])
        (officeLocation, mobilePhone, preferredLanguage) = try (row[9], row[10], row[12])
        businessPhones = try Self.json(row[11], empty: "[]", as: Self.texts) ?? []
        (managerID, secondFactorPhone, directoryRole) = try (row[13], row[14], Self.rareValue(row, 15))
        // A text is read faster; the generic subscript makes the error for an unknown type.
        userType = try UserType(rawValue: row[16]) ?? row[16]
        (accountEnabled, passwordHash) = try (Self.isTrue(row, 17), row[18])
        (forceChangePasswordNextSignIn, failedAttempts) = try (Self.isTrue(row, 19), Int(row[20] as Int64))
        (lockedUntil, signInSessionsValidFrom) = try (Self.rareValue(row, 21), Self.rareValue(row, 22))
        (lastPasswordChangeDateTime, usageLocation) = try (Self.rareValue(row, 23), row[24])
        additionalClaims = try Self.json(row[25], empty: "{}", as: \.object) ?? [:]
    }

    private static func isTrue(_ row: Row, _ column: Int) throws -> Bool { try row[column] as Int64 != 0 }

    /// A value that few people have: the generic subscript is slow even for NULL.
    private static func rareValue<Value: DatabaseValueConvertible>(_ row: Row, _ column: Int) throws -> Value? {
        try row.isNull(column) ? nil : row[column]
    }

    /// The statement that ``values`` are for.
    static let insertion = """
        INSERT INTO person (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    /// The values in the order of the columns, as texts.
    var values: [String?] {
        func text(_ date: Date?) -> String? { date.flatMap { $0.databaseValue.text } }
        return [
            id, tenantID, displayName, givenName, surname, userPrincipalName, mail, jobTitle, department,
            officeLocation, mobilePhone,
            businessPhones.isEmpty ? "[]" : JSONValue.array(businessPhones.map(JSONValue.string)).text,
            preferredLanguage, managerID, secondFactorPhone, directoryRole?.rawValue, userType.rawValue,
            accountEnabled ? "1" : "0", passwordHash, forceChangePasswordNextSignIn ? "1" : "0",
            String(failedAttempts), text(lockedUntil), text(signInSessionsValidFrom),
            text(lastPasswordChangeDateTime), usageLocation,
            additionalClaims.isEmpty ? "{}" : JSONValue.object(additionalClaims).text,
        ]
    }

    private static func texts(_ value: JSONValue) -> [String]? {
        guard let texts = value.array?.map(\.string), !texts.contains(nil) else { return nil }
        return texts.compactMap(\.self)
    }

    /// The value of a column; `nil` for the usual, empty one.
    private static func json<Value>(
        _ text: String, empty: String, as read: (JSONValue) throws -> Value?
    ) throws -> Value? {
        if text == empty { return nil }
        guard let value = try read(StrictJSON.value(in: text.utf8)) else {
            throw DatabaseError(resultCode: .mismatch, message: "a person's column holds JSON of another form")
        }
        return value
    }

    /// Writes the entry of the index with each change of a person.
    package func aroundSave(_ database: Database, save: () throws -> Void) throws {
        try save()
        try PeopleIndex.write(self, in: database)
    }
}

extension DirectoryRole: DatabaseValueConvertible {}
extension UserType: DatabaseValueConvertible {}
