// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension ClientForm {
    /// Identify the client; except for its id, they are no part of the request. RFC 9126 §2.1
    private static let credentials: Set = ["client_secret", "client_assertion", "client_assertion_type", "client_id"]

    /// Stores an authorization request, so that no browser can change or read it. RFC 9126 §2
    func push() async throws -> Response {
        guard try parameters.optional("request_uri") == nil else {
            throw StandardError.malformed("A pushed request cannot refer to another one. RFC 9126 section 2.1")
        }
        let proof = try proof()
        // Anyone can push requests of other clients, and a repeated proof only binds these to the same key again.
        if !client.isPublic, !client.isSelfRegistered { try await provider.use(proof, of: client) }
        var pushed = FormParameters()
        for pair in parameters.pairs where !Self.credentials.contains(pair.name) {
            pushed.append(pair.name, pair.value)
        }
        pushed.append("client_id", client.id)
        if let proof {
            let named = try parameters.thumbprint()
            guard named ?? proof.thumbprint == proof.thumbprint else {
                throw StandardError(.invalidDPoPProof, "The proof is signed with a key other than dpop_jkt.")
            }
            if named == nil { pushed.append("dpop_jkt", proof.thumbprint) }
        }
        guard !pushed.isTooLong else { throw StandardError.requestTooLong }
        try await judge(pushed)
        let uri = try await PushedRequests(provider: provider).keep(pushed, of: client)
        return adding(
            nonceFor: proof,
            to: StandardReply.json(
                [
                    "request_uri": .string(uri),
                    "expires_in": .integer(provider.database.lifetimes.seconds(.standardPushedRequest)),
                ], status: .created))
    }

    /// Validates the request like the authorization endpoint, so that clients learn of errors early. RFC 9126 §2.1
    private func judge(_ parameters: FormParameters) async throws {
        do {
            let target = try await StandardTarget(parameters, in: provider)
            _ = try await StandardAuthorizationRequest(parameters, isPushed: true, to: target, in: provider)
        } catch let problem as StandardProblem {
            throw problem.error
        }
    }
}

/// Pushed requests, each for one use. RFC 9126 §2.2, §4
struct PushedRequests: Sendable {
    /// Of every `request_uri` of this provider. RFC 9126 §2.2
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// Pages of other sites can push requests of public clients, so new requests replace the oldest; Tessera's limit.
    static let capacity = 1000

    let provider: StandardProvider

    func keep(_ parameters: FormParameters, of client: StandardClient) async throws -> String {
        let uri = Self.prefix + provider.random.text()
        let now = provider.now
        let row = Row(
            uriHash: SecretHash.of(uri), clientID: client.id, parameters: parameters.encoded,
            expiresAt: now + provider.database.lifetimes[.standardPushedRequest])
        try await provider.database.write { database in
            try Row.filter(Column("expiresAt") <= now).deleteAll(database)
            try Row.makeRoom(in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return uri
    }

    /// Removes and returns the request of a `request_uri` of this provider, which replaces all other parameters; `nil`
    /// without one.
    ///
    /// - Throws: ``StandardProblem`` if it is unknown; ``StandardError`` if a parameter occurs twice.
    func take(namedIn parameters: FormParameters) async throws -> FormParameters? {
        guard let uri = try parameters.optional("request_uri"), uri.hasPrefix(Self.prefix) else { return nil }
        let clientID = try parameters.optional("client_id")
        let now = provider.now
        let row = try await provider.database.write { database -> Row? in
            let row = try Row.fetchOne(database, key: SecretHash.of(uri))
            // Another client must not be able to use it up.
            guard let row, row.clientID == clientID else { return nil }
            try row.delete(database)
            return row
        }
        guard let row, row.expiresAt > now, let pushed = FormParameters(encoded: row.parameters) else {
            throw StandardProblem.unusablePushedRequest(
                lasting: provider.database.lifetimes.seconds(.standardPushedRequest))
        }
        return pushed
    }

    struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardPushedRequest"

        let uriHash: String
        let clientID: String
        let parameters: String
        let expiresAt: Date
    }
}
