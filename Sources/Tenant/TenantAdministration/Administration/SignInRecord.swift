// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// A session or grant from a sign-in, under an id that cannot be used as a cookie or token.
struct SignInRecord: Sendable {
    /// The table that stores it.
    enum Source: String, CaseIterable, Sendable {
        case browserSession, customerSession, authorizationCode, refreshToken, userFlowGrant

        /// Whether a browser holds it; otherwise an app does.
        var isSession: Bool { self == .browserSession || self == .customerSession }

        /// Selects the columns of a record, without used and revoked grants.
        fileprivate var query: String {
            isSession
                ? "SELECT \(hash) AS hash, \(holder) AS holder, NULL AS client, authenticatedAt AS time FROM \(rawValue)"
                : """
                SELECT \(hash) AS hash, json_extract("grant", '$.\(holder)') AS holder,
                    json_extract("grant", '$.clientID') AS client, expiresAt AS time
                FROM \(rawValue) WHERE \(condition)
                """
        }

        private var condition: String {
            let isGood = #"json_extract("grant", '$.isRevoked') IS NULL"#
            return switch self {
            case .browserSession, .customerSession: "TRUE"
            case .authorizationCode: "NOT redeemed AND \(isGood)"
            case .refreshToken: isGood
            case .userFlowGrant: "NOT redeemed"
            }
        }

        /// The column with the hash of the cookie, code or token.
        fileprivate var hash: String {
            switch self {
            case .browserSession, .customerSession: "cookieHash"
            case .authorizationCode: "codeHash"
            case .refreshToken: "tokenHash"
            case .userFlowGrant: "secretHash"
            }
        }

        /// The column, or member of the grant, that names the person or the customer.
        fileprivate var holder: String {
            switch self {
            case .browserSession, .authorizationCode, .refreshToken: "personID"
            case .customerSession, .userFlowGrant: "customerID"
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
            try Row.fetchAll(database, sql: source.query + " ORDER BY time, hash") { row in
                try SignInRecord(
                    source: source, hash: row["hash"], holder: row["holder"] ?? "", client: row["client"],
                    time: row["time"])
            }
        }
    }

    /// Ends it.
    func end(_ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM \(source.rawValue) WHERE \(source.hash) = ?"
                + (source.isSession ? " AND \(source.holder) = ?" : ""),
            arguments: source.isSession ? [hash, holder] : [hash])
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

/// Lists and ends the sessions of browsers, and the grants of apps.
struct SignInRecordsEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        add("session", of: SignInRecord.Source.allCases.filter(\.isSession), to: router)
        add("grant", of: SignInRecord.Source.allCases.filter { !$0.isSession }, to: router)
    }

    private func add(_ kind: String, of sources: [SignInRecord.Source], to router: Router<ServingContext>) {
        let path = "\(TenantPath.administration)/\(kind)s"
        router.get(RouterPath(path)) { request, _ in
            let page = try ListPage(of: request)
            let records = try await platform.database.read { try SignInRecord.all(of: sources, $0) }
            return page.reply(of: records.map(\.object))
        }
        router.remove("\(path)/:\(kind)") { context in
            let id = try context.part(kind)
            try await platform.database.write { database in
                guard let record = try SignInRecord.all(of: sources, database).first(where: { $0.id == id }) else {
                    throw AdministrationProblem.unknown(kind, id)
                }
                try record.end(database)
            }
        }
    }
}
