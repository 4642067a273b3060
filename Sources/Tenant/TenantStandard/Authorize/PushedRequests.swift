// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory

/// The requests that clients pushed; each can be used once.
///
/// RFC 9126 §2.2, §4
struct PushedRequests: Sendable {
    /// How long a request can be used, in seconds.
    static let lifetime: TimeInterval = 60
    /// The prefix of every `request_uri` of this provider. RFC 9126 §2.2
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// How many requests are stored at once; our own choice.
    ///
    /// Pages of other sites can push requests of public clients, so the newest request replaces the oldest.
    static let capacity = 1000

    let provider: StandardProvider

    /// Stores a request, at most ``FormParameters/longestRequest`` bytes long.
    ///
    /// - Returns: The `request_uri` for the authorization request.
    func keep(_ parameters: FormParameters, of client: StandardClient) async throws -> String {
        let uri = Self.prefix + provider.settings.random.text()
        let now = provider.settings.now()
        let row = Row(
            uriHash: SecretHash.of(uri), clientID: client.id, parameters: parameters.encoded,
            expiresAt: now + Self.lifetime)
        try await provider.database.queue.write { database in
            try Row.filter(Column("expiresAt") <= now).deleteAll(database)
            try Row.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return uri
    }

    /// Takes the pushed request that a `request_uri` of this provider names; afterwards that value is unknown.
    ///
    /// - Returns: The pushed parameters, which replace all others; `nil` without such a `request_uri`.
    /// - Throws: ``StandardProblem`` if it is unknown; ``StandardError`` if a parameter occurs twice.
    func take(namedIn parameters: FormParameters) async throws -> FormParameters? {
        guard let uri = try parameters.optional("request_uri"), uri.hasPrefix(Self.prefix) else { return nil }
        let clientID = try parameters.optional("client_id")
        let now = provider.settings.now()
        let row = try await provider.database.queue.write { database -> Row? in
            let row = try Row.fetchOne(database, key: SecretHash.of(uri))
            // Another client must not be able to use it up.
            guard let row, row.clientID == clientID else { return nil }
            try row.delete(database)
            return row
        }
        guard let row, row.expiresAt > now, let pushed = FormParameters(encoded: row.parameters) else {
            throw StandardProblem.unusablePushedRequest
        }
        return pushed
    }

    private struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardPushedRequest"

        let uriHash: String
        let clientID: String
        let parameters: String
        let expiresAt: Date
    }
}
