// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory

/// The interactions in progress.
struct Interactions: Sendable {
    let provider: StandardProvider

    /// How long a person may take: an hour, in seconds; our own choice.
    static let lifetime: TimeInterval = 3600
    /// How many are stored at once; our own choice.
    ///
    /// A link on any site starts one, so the newest replaces the oldest.
    static let capacity = 1000

    /// Stores a request while pages are shown.
    ///
    /// - Returns: The id for the forms.
    func begin(_ authorize: StandardAuthorizationRequest, chosen: DirectoryPerson? = nil) async throws -> String {
        let id = provider.settings.random.text()
        let now = provider.settings.now()
        let row = Interaction(
            idHash: SecretHash.of(id), parameters: authorize.parameters.encoded, isPushed: authorize.isPushed,
            userCode: authorize.target.userCode, personID: chosen?.id, expiresAt: now + Self.lifetime)
        try await provider.database.queue.write { database in
            try Interaction.filter(Column("expiresAt") <= now).deleteAll(database)
            try Interaction.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return id
    }

    /// The stored interaction.
    ///
    /// - Throws: ``StandardProblem`` if there is none with that id.
    func find(_ id: String) async throws -> Interaction {
        let row = try await provider.database.queue.read { try Interaction.fetchOne($0, key: SecretHash.of(id)) }
        guard let row, row.expiresAt > provider.settings.now() else { throw StandardProblem.noInteraction }
        return row
    }

    /// Stores the person that signed in.
    func choose(_ person: DirectoryPerson, in id: String) async throws {
        _ = try await provider.database.queue.write { database in
            try Interaction.filter(key: SecretHash.of(id))
                .updateAll(database, Column("personID").set(to: person.id))
        }
    }

    /// Ends an interaction, so that it leads to one response only.
    ///
    /// - Throws: ``StandardProblem`` if it has already ended.
    func end(_ id: String) async throws {
        let ended = try await provider.database.queue.write { try Interaction.deleteOne($0, key: SecretHash.of(id)) }
        guard ended else { throw StandardProblem.noInteraction }
    }
}
