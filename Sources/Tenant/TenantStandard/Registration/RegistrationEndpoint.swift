// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Registers clients that ask for it: everybody may, also pages of every site.
///
/// RFC 7591 §3
struct RegistrationEndpoint: Sendable {
    /// The longest request, in bytes; our own choice.
    static let longestRequest = 8 << 10

    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        let access = CrossOriginAccess.everyPage
        access.add(.registration, to: router)
        router.post(StandardEndpoint.registration.routerPath) { request, _ in
            try await access.answer(request, by: provider) {
                do {
                    return try await register(try await members(of: request))
                } catch let error as StandardError {
                    return StandardReply(provider: provider).refusal(error)
                }
            }
        }
    }

    private func members(of request: Request) async throws -> [String: JSONValue] {
        let content: RequestContent
        do {
            content = try await RequestContent(of: request, limit: Self.longestRequest)
        } catch let refusal as RequestRefusal where refusal.code == .contentTooLarge {
            throw StandardError.requestTooLong(
                .invalidClientMetadata, "The registration is longer than \(Self.longestRequest) bytes.")
        } catch let refusal as RequestRefusal {
            throw StandardError(.invalidClientMetadata, refusal.message)
        }
        guard content.type?.value == "application/json",
            let members = try? StrictJSON.object(in: content.bytes, maximumDepth: 8)
        else { throw StandardError(.invalidClientMetadata, "Send one JSON object, as application/json.") }
        return members
    }

    private func register(_ members: [String: JSONValue]) async throws -> Response {
        let secret = provider.settings.random.text()
        let client = try RegisteredMetadata(
            members, id: provider.settings.random.text(bytes: 16), authenticatingBy: .secretBasic,
            among: provider.authenticationMethods, secret: secret,
            servers: try await provider.resourceServers(), now: provider.settings.now()
        ).client
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        try await provider.database.write { database in
            try StandardClient.makeRoom(
                among: StandardClient.selfRegisteredUnused, in: database, capacity: StandardClient.mostUnused)
            try client.insert(database)
        }
        return StandardReply.json(try await information(about: client, secret: secret), status: .created)
    }

    /// The client's id and secret, and its metadata as accepted. §3.2.1
    private func information(about client: StandardClient, secret: String) async throws -> [String: JSONValue] {
        var document = DocumentMembers(for: .program)
        client.metadata.write(to: &document)
        // Names of our own say nothing to a client.
        let own = [
            "require_proof_key", "require_dpop_nonce", "rotate_refresh_tokens", "access_token_format", "resource",
            "resource_scopes", "authorization_details_types", "allowed_origins",
            "tls_client_auth_authorities",
        ]
        var members = document.values.filter { $0.value != .null && !own.contains($0.key) }
        let scopes = ScopeSet(client.metadata.scopes + (try await provider.resourceServers().scopes))
        members["scope"] = .string(scopes.text)
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

    /// Clients that registered themselves, and that nobody used: they have no grant.
    static var selfRegisteredUnused: QueryInterfaceRequest<StandardClient> {
        filter(Column("registeredAt") != nil).filter(Column("isUsed") == false)
    }
}
