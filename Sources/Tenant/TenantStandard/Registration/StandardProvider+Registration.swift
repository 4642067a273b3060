// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension StandardProvider {
    /// The longest registration request, in bytes; our own choice.
    private static let longestRegistration = 8 << 10

    /// Adds the endpoint at which any client can register, also pages of every site. RFC 7591 §3
    func addRegistration(to router: Router<ServingContext>) {
        let (access, path) = (CrossOriginAccess.everyPage, StandardEndpoint.registration.routerPath)
        access.add(path, to: router)
        router.post(path) { request, _ in
            try await access.answer(request, by: self) {
                do {
                    return try await register(try await members(of: request))
                } catch let error as StandardError {
                    return StandardReply(provider: self).refusal(error)
                }
            }
        }
    }

    private func members(of request: Request) async throws -> [String: JSONValue] {
        let content: RequestContent
        do {
            content = try await RequestContent(of: request, limit: Self.longestRegistration)
        } catch let refusal as RequestRefusal where refusal.code == .contentTooLarge {
            throw StandardError.requestTooLong(
                .invalidClientMetadata, "The registration is longer than \(Self.longestRegistration) bytes.")
        } catch let refusal as RequestRefusal {
            throw StandardError(.invalidClientMetadata, refusal.message)
        }
        guard content.type?.value == "application/json",
            let members = try? StrictJSON.object(in: content.bytes, maximumDepth: 8)
        else { throw StandardError(.invalidClientMetadata, "Send one JSON object, as application/json.") }
        return members
    }

    private func register(_ members: [String: JSONValue]) async throws -> Response {
        let secret = random.text()
        let servers = try await resourceServers()
        let client = try StandardClient(
            registering: members, id: random.text(bytes: 16), authenticatingBy: .secretBasic,
            among: authenticationMethods, secret: secret, servers: servers, now: now)
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        try await database.write { database in
            try StandardClient.makeRoomForUnused(in: database)
            try client.insert(database)
        }
        return StandardReply.json(information(about: client, secret: secret, servers), status: .created)
    }

    /// The client's id and secret, and its metadata as accepted. §3.2.1
    private func information(
        about client: StandardClient, secret: String, _ servers: ResourceServers
    ) -> [String: JSONValue] {
        var document = DocumentMembers(for: .program)
        client.metadata.write(to: &document)
        // Names of our own say nothing to a client.
        let own = [
            "require_proof_key", "require_dpop_nonce", "rotate_refresh_tokens", "access_token_format", "resource",
            "resource_scopes", "authorization_details_types", "allowed_origins",
            "tls_client_auth_authorities",
        ]
        var members = document.values.filter { $0.value != .null && !own.contains($0.key) }
        members["scope"] = .string(ScopeSet(client.metadata.scopes + servers.scopes).text)
        members["client_id"] = .string(client.id)
        members["client_id_issued_at"] = client.registeredAt.map { .integer($0.seconds) }
        if client.secretHash != nil {
            members["client_secret"] = .string(secret)
            members["client_secret_expires_at"] = .integer(0)
        }
        return members
    }
}

extension StandardClient {
    /// How many clients that registered themselves are kept without a sign-in; the oldest is removed first.
    static let mostUnused = 1000

    /// Makes room for another client that registered itself, among those without a grant.
    static func makeRoomForUnused(in database: Database) throws {
        let unused = filter(Column("registeredAt") != nil).filter(Column("isUsed") == false)
        try makeRoom(among: unused, in: database, capacity: mostUnused)
    }
}
