// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
package import PortableFoundation
package import SQLiteRecords
import TenantAuthorization
package import TenantDirectory

/// The people signed in to the tenant, by browser.
package struct BrowserSessions: Sendable {
    let platform: PlatformContext

    /// A signed-in person.
    package struct Member: Sendable {
        package let person: DirectoryPerson
        /// The time, to the second, as the database returns it and tokens state it.
        let authenticatedAt: Date
        /// The time of the second factor; `nil` if the person gave none.
        var secondFactorAt: Date?
        /// The session's name for apps, in `sid` and in `session_state`; it stays until the person signs out here.
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

    /// The maximum time that a person stays signed in, even if the browser keeps the cookie longer.
    private var lifetime: TimeInterval { platform.database.lifetimes[.entraSession] }

    private var cookie: BrowserCookie { platform.settings.cookie("session") }

    /// The people signed in in the browser that sent a request.
    func members(of request: Request) async throws -> [Member] {
        try await arrivals(of: request).filter { !$0.lacksSecondFactor }
    }

    /// The people with the right password; some are not signed in yet, because the second factor is missing.
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

    /// Adds a person to the browser's session, or updates their entry, under a new cookie value.
    ///
    /// So a cookie value that an attacker planted is worthless.
    ///
    /// - Returns: The `Set-Cookie` field.
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

    /// Removes people from the browser's session.
    ///
    /// - Returns: The `Set-Cookie` field that ends the session, if it has no people left.
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

    /// Records a person's sign-in to an app.
    func note(_ client: RegisteredApp, signedInBy member: Member) async throws {
        guard let sessionID = member.sessionID else { return }
        let now = platform.settings.now()
        try await platform.database.write { database in
            try SessionClientRow(sessionID: sessionID, clientID: client.id, signedInAt: now).save(database)
        }
    }

    /// The apps that a person signed in to, by name.
    func apps(of member: Member) async throws -> [RegisteredApp] {
        guard let sessionID = member.sessionID else { return [] }
        return try await platform.database.read { database in
            let ids = try SessionClientRow.filter(Column("sessionID") == sessionID).fetchAll(database).map(\.clientID)
            return try RegisteredApp.filter(ids.contains(Column("id"))).order(Column("displayName")).fetchAll(database)
        }
    }

    /// The person after the right password: in their earlier session here, or in a new one.
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

/// An app that a person signed in to within one browser session; it may have a front-channel logout URI.
struct SessionClientRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sessionClient"

    let sessionID: String
    let clientID: String
    let signedInAt: Date

    /// Deletes the apps of sessions that are gone.
    ///
    /// Recent ones stay: the app gets its answer a moment before the browser gets its session.
    static func deleteOrphans(before date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM sessionClient WHERE signedInAt <= ? AND sessionID NOT IN
                (SELECT sessionID FROM browserSession WHERE sessionID IS NOT NULL)
                """, arguments: [date])
    }
}

extension TenantSchema {
    /// Names sessions for apps, and records the apps of each session.
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
