// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantAuthorization
import TenantDirectory

extension BrowserSessions {
    /// Records a person's sign-in to an app.
    func note(_ client: RegisteredApp, signedInBy member: Member) async throws {
        guard let sessionID = member.sessionID else { return }
        let now = platform.settings.now()
        try await platform.database.queue.write { database in
            try SessionClientRow(sessionID: sessionID, clientID: client.id, signedInAt: now).save(database)
        }
    }

    /// The apps that a person signed in to, by name.
    func apps(of member: Member) async throws -> [RegisteredApp] {
        guard let sessionID = member.sessionID else { return [] }
        return try await platform.database.queue.read { database in
            let ids = try SessionClientRow.filter(Column("sessionID") == sessionID).fetchAll(database).map(\.clientID)
            return try RegisteredApp.filter(keys: ids).order(Column("displayName")).fetchAll(database)
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
