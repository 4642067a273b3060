// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import OAuthMessages
package import PortableFoundation
import SQLiteRecords
import TenantAuthorization
package import TenantDirectory

/// The signed-in people of each browser, separate from the sessions of Entra ID's endpoints.
package struct StandardSessions: Sendable {
    let provider: StandardProvider

    package struct Member: Sendable {
        package let person: DirectoryPerson
        /// The `sid` claim of tokens.
        package let sessionID: String
        package let authenticatedAt: Date

        package init(person: DirectoryPerson, sessionID: String, authenticatedAt: Date) {
            (self.person, self.sessionID, self.authenticatedAt) = (person, sessionID, authenticatedAt)
        }
    }

    private var lifetime: TimeInterval { provider.database.lifetimes[.standardSession] }

    private var cookie: BrowserCookie {
        let base = provider.settings.names.base
        return BrowserCookie(
            "tessera-op-\(base.authority.port)", path: TenantPath.standardProvider, isSecure: base.isSecure)
    }

    /// The latest first.
    func members(of request: Request) async throws -> [Member] {
        guard let value = cookie.value(in: request) else { return [] }
        let hash = SecretHash.of(value)
        let oldest = provider.now - lifetime
        return try await provider.database.read { database in
            try Row.filter(Column("cookieHash") == hash && Column("authenticatedAt") > oldest)
                .order(Column("authenticatedAt").desc).fetchAll(database)
                .compactMap { row in
                    guard let person = try DirectoryPerson.fetchOne(database, key: row.personID),
                        person.end(ofGrantFrom: row.authenticatedAt) == nil
                    else { return nil }
                    return Member(person: person, sessionID: row.id, authenticatedAt: row.authenticatedAt)
                }
        }
    }

    /// Returns a new cookie in a `Set-Cookie` field, so one that an attacker planted (session fixation) is worthless.
    package func add(_ person: DirectoryPerson, to request: Request) async throws -> (member: Member, field: String) {
        let now = provider.now.wholeSeconds
        let before = cookie.value(in: request).map(SecretHash.of)
        let value = provider.random.text()
        let after = SecretHash.of(value)
        let newID = provider.random.text(bytes: 16)
        let id = try await provider.database.write { database in
            try Row.filter(Column("authenticatedAt") <= now - lifetime).deleteAll(database)
            if let before {
                try Row.filter(Column("cookieHash") == before).updateAll(database, Column("cookieHash").set(to: after))
            }
            let known = try Row.filter(Column("cookieHash") == after && Column("personID") == person.id)
                .fetchOne(database)
            let row = Row(id: known?.id ?? newID, cookieHash: after, personID: person.id, authenticatedAt: now)
            if known == nil { try Row.makeRoom(in: database, capacity: StandardGrantStore.capacity) }
            try row.save(database)
            return row.id
        }
        return (Member(person: person, sessionID: id, authenticatedAt: now), cookie.setting(value))
    }

    /// - Returns: The `Set-Cookie` field that removes the cookie, if no session remains.
    func remove(_ leaving: [Member], from request: Request) async throws -> String? {
        guard let value = cookie.value(in: request) else { return nil }
        let hash = SecretHash.of(value)
        let ids = leaving.map(\.sessionID)
        let isEmpty = try await provider.database.write { database in
            try Row.filter(ids.contains(Column("id")) && Column("cookieHash") == hash).deleteAll(database)
            return try Row.filter(Column("cookieHash") == hash).fetchCount(database) == 0
        }
        return isEmpty ? cookie.removing : nil
    }

    struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardSession"

        let id: String
        let cookieHash: String
        let personID: String
        let authenticatedAt: Date
    }
}

/// How a request continues, given the signed-in people. OpenID Connect Core §3.1.2.3
enum SessionChoice: Sendable {
    /// After their consent.
    case member(StandardSessions.Member)
    case password(DirectoryPerson)
    case picker

    /// - Throws: ``StandardError`` (`login_required`, `account_selection_required`) if a page is needed but must not be
    ///   shown.
    init(
        _ authorize: StandardAuthorizationRequest, among members: [StandardSessions.Member],
        hinted: DirectoryPerson?, now: Date
    ) throws {
        let candidates = members.filter { member in hinted.map { $0.id == member.person.id } ?? true }
        let isSilent = authorize.prompt.contains(.none)
        if isSilent, candidates.count > 1 {
            throw StandardError(.accountSelectionRequired, "Several users are signed in; the user must choose.")
        }
        let only = candidates.count == 1 ? candidates.first : nil
        if !authorize.prompt.contains(.login), !authorize.prompt.contains(.selectAccount), let only,
            authorize.accepts(only, now: now)
        {
            self = .member(only)
            return
        }
        guard !isSilent else {
            throw StandardError(.loginRequired, "The requested user is not signed in, or not recently enough.")
        }
        if !authorize.prompt.contains(.selectAccount), let person = hinted ?? only?.person {
            self = .password(person)
        } else {
            self = .picker
        }
    }
}

extension StandardAuthorizationRequest {
    /// Whether the sign-in is recent enough. OpenID Connect Core §3.1.2.1 (`max_age`)
    func accepts(_ member: StandardSessions.Member, now: Date) -> Bool {
        guard let maximumAge else { return true }
        return member.authenticatedAt.isWithin(maximumAge, before: now) && maximumAge > 0
    }
}
