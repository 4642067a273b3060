// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE
import TenantDirectory

/// A session or grant from a sign-in, under an id that cannot be used as a cookie or token.
struct SignInRecord: Sendable {
    /// The table that stores it.
    enum Source: String, CaseIterable, Sendable {
        case browserSession, customerSession, authorizationCode, refreshToken, userFlowGrant

        /// Whether a browser holds it; otherwise an app does.
        var isSession: Bool { self == .browserSession || self == .customerSession }

        fileprivate var query: String {
            switch self {
            case .browserSession:
                "SELECT cookieHash AS hash, personID AS holder, NULL AS client, authenticatedAt AS time FROM browserSession"
            case .customerSession:
                """
                SELECT cookieHash AS hash, customerID AS holder, NULL AS client, authenticatedAt AS time
                FROM customerSession
                """
            case .authorizationCode:
                Self.grants("codeHash", "personID", from: self, where: "NOT redeemed AND \(Self.isGood)")
            case .refreshToken: Self.grants("tokenHash", "personID", from: self, where: Self.isGood)
            case .userFlowGrant: Self.grants("secretHash", "customerID", from: self, where: "NOT redeemed")
            }
        }

        private static let isGood = #"json_extract("grant", '$.isRevoked') IS NULL"#

        private static func grants(
            _ hash: String, _ holder: String, from source: Source, where condition: String
        ) -> String {
            """
            SELECT \(hash) AS hash, json_extract("grant", '$.\(holder)') AS holder,
                json_extract("grant", '$.clientID') AS client, expiresAt AS time
            FROM \(source.rawValue) WHERE \(condition)
            """
        }

        fileprivate var hashColumn: String {
            switch self {
            case .browserSession, .customerSession: "cookieHash"
            case .authorizationCode: "codeHash"
            case .refreshToken: "tokenHash"
            case .userFlowGrant: "secretHash"
            }
        }

        fileprivate var holderColumn: String? {
            switch self {
            case .browserSession: "personID"
            case .customerSession: "customerID"
            default: nil
            }
        }
    }

    let source: Source
    private let hash: String
    private let holder: String
    private let client: String?
    private let time: Date

    /// The id in the API.
    var id: String { String(SecretHash.of("\(source.rawValue) \(hash) \(holder)").prefix(22)) }

    /// The records of several tables, the newest last in each.
    static func all(of sources: [Source], _ database: Database) throws -> [SignInRecord] {
        try sources.flatMap { source in
            try Row.fetchAll(database, sql: source.query + " ORDER BY time, hash").map { row in
                SignInRecord(
                    source: source, hash: row["hash"], holder: row["holder"] ?? "", client: row["client"],
                    time: row["time"])
            }
        }
    }

    /// Ends it.
    func end(_ database: Database) throws {
        let holderColumn = source.holderColumn
        try database.execute(
            sql: "DELETE FROM \(source.rawValue) WHERE \(source.hashColumn) = ?"
                + (holderColumn.map { " AND \($0) = ?" } ?? ""),
            arguments: holderColumn == nil ? [hash] : [hash, holder])
    }

    /// The record as the API shows it.
    var object: JSONValue {
        var members = DocumentMembers(for: .program)
        members.add("id", id)
        members.add("kind", source.rawValue)
        members.add("principalId", holder)
        if !source.isSession { members.add("clientId", client) }
        members.add(source.isSession ? "authenticatedDateTime" : "expirationDateTime", time)
        return members.object
    }
}
