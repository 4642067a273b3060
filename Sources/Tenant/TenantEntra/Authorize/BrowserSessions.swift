// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
package import PortableFoundation
package import SQLiteRecords
import TenantAuthorization
package import TenantDirectory

package struct BrowserSessions: Sendable {
    let platform: PlatformContext

    package struct Member: Sendable {
        package let person: DirectoryPerson
        /// In whole seconds, as the database and tokens have it.
        let authenticatedAt: Date
        var secondFactorAt: Date?
        /// The `sid` claim, also in `session_state`; it stays the same until the person signs out here.
        var sessionID: String?

        package init(
            person: DirectoryPerson, authenticatedAt: Date, secondFactorAt: Date? = nil, sessionID: String? = nil
        ) {
            self.person = person
            self.sessionID = sessionID
            self.authenticatedAt = Date(timeIntervalSince1970: TimeInterval(authenticatedAt.seconds))
            self.secondFactorAt = secondFactorAt
        }
    }

    /// The limit of a session, even if the browser keeps the cookie longer.
    private var lifetime: TimeInterval { platform.database.lifetimes[.entraSession] }

    private var cookie: BrowserCookie { platform.settings.cookie("session") }

    func members(of request: Request) async throws -> [Member] {
        try await arrivals(of: request).filter { !$0.lacksSecondFactor }
    }

    /// The people with the right password, including those whose second factor is missing.
    package func arrivals(of request: Request) async throws -> [Member] {
        guard let value = cookie.value(in: request) else { return [] }
        let hash = SecretHash.of(value)
        let oldest = platform.settings.now() - lifetime
        return try await platform.database.read { database in
            try SessionRow.filter(Column("cookieHash") == hash && Column("authenticatedAt") > oldest)
                .order(Column("authenticatedAt").desc)
                .fetchAll(database)
                .compactMap { row in
                    try DirectoryPerson.fetchOne(database, key: row.personID)
                        .map {
                            Member(
                                person: $0, authenticatedAt: row.authenticatedAt, secondFactorAt: row.secondFactorAt,
                                sessionID: row.sessionID)
                        }
                }
                .filter { $0.person.end(ofGrantFrom: $0.authenticatedAt) == nil }
        }
    }

    /// Returns a new cookie in a `Set-Cookie` field, so one that an attacker planted (session fixation) is worthless.
    package func add(_ member: Member, to request: Request) async throws -> String {
        let now = platform.settings.now()
        let oldest = now - lifetime
        let before = cookie.value(in: request).map(SecretHash.of)
        let value = platform.settings.random.text()
        let after = SecretHash.of(value)
        let newID = platform.settings.random.identifier()
        try await platform.database.write { database in
            try SessionRow.filter(Column("authenticatedAt") <= oldest).deleteAll(database)
            if let before {
                try SessionRow.filter(Column("cookieHash") == before)
                    .updateAll(database, Column("cookieHash").set(to: after))
            }
            let earlier = try SessionRow.filter(
                Column("cookieHash") == after && Column("personID") == member.person.id
            ).fetchOne(database)
            try SessionRow(
                cookieHash: after, personID: member.person.id, authenticatedAt: member.authenticatedAt,
                secondFactorAt: member.secondFactorAt, sessionID: member.sessionID ?? earlier?.sessionID ?? newID
            ).save(database)
            try SessionClientRow.deleteOrphans(before: oldest, in: database)
        }
        return cookie.setting(value)
    }

    /// - Returns: The `Set-Cookie` field that ends the session, if no people are left in it.
    func remove(_ leaving: [Member], from request: Request) async throws -> String? {
        guard let value = cookie.value(in: request) else { return nil }
        let hash = SecretHash.of(value)
        let people = leaving.map(\.person.id)
        let isEmpty = try await platform.database.write { database in
            let session = SessionRow.filter(Column("cookieHash") == hash)
            try session.filter(people.contains(Column("personID"))).deleteAll(database)
            return try session.fetchCount(database) == 0
        }
        return isEmpty ? cookie.removing : nil
    }

    func note(_ client: RegisteredApp, signedInBy member: Member) async throws {
        guard let sessionID = member.sessionID else { return }
        let now = platform.settings.now()
        try await platform.database.write { database in
            try SessionClientRow(sessionID: sessionID, clientID: client.id, signedInAt: now).save(database)
        }
    }

    func apps(of member: Member) async throws -> [RegisteredApp] {
        guard let sessionID = member.sessionID else { return [] }
        return try await platform.database.read { database in
            let ids = try SessionClientRow.filter(Column("sessionID") == sessionID).fetchAll(database).map(\.clientID)
            return try RegisteredApp.filter(ids.contains(Column("id"))).order(Column("displayName")).fetchAll(database)
        }
    }

    /// The person after the right password; an earlier session of theirs keeps its id.
    func newcomer(_ person: DirectoryPerson, among members: [Member]) -> Member {
        let earlier = members.first { $0.person.id == person.id }?.sessionID
        return Member(
            person: person, authenticatedAt: platform.settings.now(),
            sessionID: earlier ?? platform.settings.random.identifier())
    }
}

struct SessionRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "browserSession"

    let cookieHash: String
    let personID: String
    let authenticatedAt: Date
    let secondFactorAt: Date?
    let sessionID: String?
}

/// An app that a person signed in to within one browser session, for front-channel logout.
struct SessionClientRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sessionClient"

    let sessionID: String
    let clientID: String
    let signedInAt: Date

    /// Recent rows stay: the app gets its code a moment before the browser gets its session.
    static func deleteOrphans(before date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM sessionClient WHERE signedInAt <= ? AND sessionID NOT IN
                (SELECT sessionID FROM browserSession WHERE sessionID IS NOT NULL)
                """, arguments: [date])
    }
}

extension TenantSchema {
    package static func createSessionClients(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "browserSession" ADD COLUMN "sessionID" TEXT;
                CREATE TABLE "sessionClient" ("sessionID" TEXT NOT NULL, \
                "clientID" TEXT NOT NULL REFERENCES "app"("id") ON DELETE CASCADE, "signedInAt" DATETIME NOT NULL, \
                PRIMARY KEY ("sessionID", "clientID"));
                """)
    }
}
