// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Takes authorization requests from clients directly, so that no browser can change or read them.
///
/// RFC 9126 §2
struct PushedRequestEndpoint: Sendable {
    let provider: StandardProvider

    /// The parameters that authenticate the client, and are no part of the request. RFC 9126 §2.1
    private static let credentials: Set = ["client_secret", "client_assertion", "client_assertion_type"]

    func add(to router: Router<ServingContext>) { provider.takeForms(at: .pushedRequest, of: router, push) }

    private func push(
        _ form: FormParameters, _ request: Request, _ certificate: PresentedCertificate?
    ) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, presenting: certificate, at: .pushedRequest)
        guard try form.optional("request_uri") == nil else {
            throw StandardError.malformed("A pushed request cannot refer to another one. RFC 9126 section 2.1")
        }
        let proofs = RequestProofs(provider: provider)
        let proof = try proofs.proof(in: request, at: .pushedRequest, of: client)
        // Strangers can push requests of the others, and a repeated proof only binds them to the same key again.
        if !client.isPublic, !client.isSelfRegistered { try await proofs.use(proof, of: client) }
        var parameters = FormParameters()
        for pair in form.pairs where !Self.credentials.contains(pair.name) && pair.name != "client_id" {
            parameters.append(pair.name, pair.value)
        }
        parameters.append("client_id", client.id)
        if let proof {
            let named = try form.thumbprint()
            guard named ?? proof.thumbprint == proof.thumbprint else {
                throw StandardError(.invalidDPoPProof, "The proof is signed with a key other than dpop_jkt.")
            }
            if named == nil { parameters.append("dpop_jkt", proof.thumbprint) }
        }
        guard !parameters.isTooLong else { throw StandardError.requestTooLong }
        try await judge(parameters)
        let uri = try await PushedRequests(provider: provider).keep(parameters, of: client)
        var response = StandardReply.json(
            [
                "request_uri": .string(uri),
                "expires_in": .integer(provider.database.lifetimes.seconds(.standardPushedRequest)),
            ], status: .created)
        if proof != nil { StandardReply(provider: provider).addNonce(to: &response) }
        return response
    }

    /// Checks the request like the authorization endpoint, so that clients learn of errors early. RFC 9126 §2.1
    private func judge(_ parameters: FormParameters) async throws {
        do {
            let target = try await StandardTarget(parameters, in: provider)
            _ = try await StandardAuthorizationRequest(parameters, isPushed: true, to: target, in: provider)
        } catch let problem as StandardProblem {
            throw problem.error
        }
    }
}

/// The requests that clients pushed; each can be used once.
///
/// RFC 9126 §2.2, §4
struct PushedRequests: Sendable {
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
            expiresAt: now + provider.database.lifetimes[.standardPushedRequest])
        try await provider.database.write { database in
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
