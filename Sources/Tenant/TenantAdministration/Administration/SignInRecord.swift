// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// A session or grant from a sign-in, under an ID that cannot be used as a cookie or token.
struct SignInRecord: Sendable {
    struct Source: Sendable {
        let table: String
        let hash: String
        let holder: String
        /// Selects grants that are neither used nor revoked; `nil` for sessions, which belong to browsers.
        var condition: String?

        var isSession: Bool { condition == nil }

        static let all = [
            Source(table: "browserSession", hash: "cookieHash", holder: "personID"),
            Source(table: "customerSession", hash: "cookieHash", holder: "customerID"),
            Source(
                table: "authorizationCode", hash: "codeHash", holder: "personID",
                condition: "NOT redeemed AND \(isGood)"),
            Source(table: "refreshToken", hash: "tokenHash", holder: "personID", condition: isGood),
            Source(table: "userFlowGrant", hash: "secretHash", holder: "customerID", condition: "NOT redeemed"),
        ]
        private static let isGood = #"json_extract("grant", '$.isRevoked') IS NULL"#

        fileprivate var query: String {
            guard let condition else {
                return
                    "SELECT \(hash) AS hash, \(holder) AS holder, NULL AS client, authenticatedAt AS time FROM \(table)"
            }
            return """
                SELECT \(hash) AS hash, json_extract("grant", '$.\(holder)') AS holder,
                    json_extract("grant", '$.clientID') AS client, expiresAt AS time
                FROM \(table) WHERE \(condition)
                """
        }
    }

    let source: Source
    private let hash: String
    private let holder: String
    private let client: String?
    private let time: Date

    var id: String { String(SecretHash.of("\(source.table) \(hash) \(holder)").prefix(22)) }

    static func all(of sources: [Source], _ database: Database) throws -> [SignInRecord] {
        try sources.flatMap { source in
            try Row.fetchAll(database, sql: source.query + " ORDER BY time, hash") { row in
                try SignInRecord(
                    source: source, hash: row["hash"], holder: row["holder"] ?? "", client: row["client"],
                    time: row["time"])
            }
        }
    }

    func end(_ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM \(source.table) WHERE \(source.hash) = ?"
                + (source.isSession ? " AND \(source.holder) = ?" : ""),
            arguments: source.isSession ? [hash, holder] : [hash])
    }

    var object: JSONValue {
        var members = DocumentMembers(for: .program)
        members.add("id", id)
        members.add("kind", source.table)
        members.add("principalId", holder)
        if !source.isSession { members.add("clientId", client) }
        members.add(source.isSession ? "authenticatedDateTime" : "expirationDateTime", time)
        return members.object
    }
}

extension AdministrationEndpoints {
    func addSignInRecords(to router: Router<ServingContext>) {
        add("session", of: SignInRecord.Source.all.filter(\.isSession), to: router)
        add("grant", of: SignInRecord.Source.all.filter { !$0.isSession }, to: router)
    }

    private func add(_ kind: String, of sources: [SignInRecord.Source], to router: Router<ServingContext>) {
        let path = "\(Self.place)/\(kind)s"
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
