// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth
import TenantDirectory

/// The requests that clients pushed, each good for one sign-in.
///
/// RFC 9126 §2.2, §4
struct PushedRequests: Sendable {
    /// How long a request can be taken, in seconds.
    static let lifetime: TimeInterval = 60
    /// What every `request_uri` of ours begins with. RFC 9126 §2.2
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// How many wait at once; the figure is ours.
    ///
    /// The pages of other sites can push requests of public clients, so the oldest make room for the newest.
    static let capacity = 1000

    let provider: StandardProvider

    /// Keeps a request, no longer than ``FormParameters/longestRequest``.
    ///
    /// - Returns: The `request_uri` by which the client's browser finds it.
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

    /// The request that the parameters name by a `request_uri` of ours, which then names nothing any more.
    ///
    /// - Returns: The parameters that were pushed, which alone count; `nil` if no such request is named.
    /// - Throws: ``StandardProblem`` if it is not there; ``StandardError`` if a parameter stands twice.
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
