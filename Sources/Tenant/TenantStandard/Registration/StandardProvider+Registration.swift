// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension StandardProvider {
    /// In bytes; the limit is Tessera's.
    private static let longestRegistration = 8 << 10

    /// Any client can register, also from pages of any site. RFC 7591 §3
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
        // Clients do not know our own names.
        let own = [
            "require_proof_key", "require_dpop_nonce", "rotate_refresh_tokens", "access_token_format", "resource",
            "resource_scopes", "authorization_details_types", "allowed_origins", "tls_client_auth_authorities",
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
    /// The maximum number of clients that registered themselves and have no grant; the oldest is removed first.
    static let mostUnused = 1000

    static func makeRoomForUnused(in database: Database) throws {
        let unused = filter(Column("registeredAt") != nil).filter(Column("isUsed") == false)
        try makeRoom(among: unused, in: database, capacity: mostUnused)
    }
}

/// Registered or published metadata. RFC 7591 §2, OpenID Connect Dynamic Client Registration §2
extension StandardClient {
    /// All other members are ignored. RFC 7591 §2
    private static let registeredMembers: Set = [
        "application_type", "client_name", "dpop_bound_access_tokens", "grant_types", "id_token_signed_response_alg",
        "include_claims_in_id_token", "jwks", "post_logout_redirect_uris", "redirect_uris",
        "require_pushed_authorization_requests", "response_types", "scope",
        "tls_client_certificate_bound_access_tokens", "token_endpoint_auth_method", "userinfo_signed_response_alg",
    ]
    /// The grants in which a person consents to the client; for the others, the operator must configure it.
    private static let registeredGrantTypes: Set<ClientMetadata.GrantType> = [
        .authorizationCode, .refreshToken, .deviceCode,
    ]

    /// The maximum number of URLs of a kind; the limit is Tessera's.
    static let mostAddresses = 20

    init(
        registering members: [String: JSONValue], id: String,
        authenticatingBy method: ClientMetadata.AuthenticationMethod,
        among methods: [ClientMetadata.AuthenticationMethod], secret: String?, servers: ResourceServers, now: Date
    ) throws {
        var known = members.filter { Self.registeredMembers.contains($0.key) && $0.value != .null }
        known["token_endpoint_auth_method"] = known["token_endpoint_auth_method"] ?? .string(method.rawValue)
        // The default of RFC 7591 §2 differs from that of tenant files.
        known["grant_types"] = known["grant_types"] ?? .texts([ClientMetadata.GrantType.authorizationCode.rawValue])
        var object = DocumentObject(known)
        var metadata = ClientMetadata(name: object.text("client_name") ?? "A client without a name")
        metadata.readAddresses(&object)
        metadata.readPermissions(&object)
        metadata.readTokens(&object)
        if !metadata.grantTypes.contains(.authorizationCode) { metadata.responseTypes = [] }
        let supported = ClientMetadata(name: "").scopes + servers.scopes
        metadata.scopes = ScopeSet(ClientMetadata(name: "").scopes + metadata.scopes.filter(supported.contains)).scopes
        let needsSecret = !metadata.authenticationMethods.isDisjoint(with: [.secretBasic, .secretPost])
        self.init(
            id: id, metadata: metadata, secretHash: needsSecret ? secret.map(SecretHash.of) : nil,
            registeredAt: now.wholeSeconds)
        judge(&object)
        if !metadata.authenticationMethods.isSubset(of: methods) {
            object.complain("token_endpoint_auth_method", "This server does not request client certificates.")
        }
        let hasSecretKey = (known["jwks"]?.object?["keys"]?.array ?? []).contains {
            !JSONWebKey.secretMembers.isDisjoint(with: ($0.object ?? [:]).keys)
        }
        if hasSecretKey {
            object.complain("jwks", "Send only public keys, and generate new ones: a private key was sent.")
        }
        judgeGrants(&object)
        judgeRedirects(&object)
        for (name, addresses) in [
            ("redirect_uris", metadata.redirectURIs), ("post_logout_redirect_uris", metadata.postLogoutRedirectURIs),
        ] where addresses.count > Self.mostAddresses {
            object.complain(name, "A client that registers itself can have at most \(Self.mostAddresses) URLs here.")
        }
        if let problem = object.problems.first { throw StandardError(registering: problem) }
    }

    private func judgeGrants(_ object: inout DocumentObject) {
        let types = metadata.grantTypes
        if types.isEmpty || !types.isSubset(of: Self.registeredGrantTypes) {
            let names = Self.registeredGrantTypes.map(\.rawValue).sorted().joined(separator: ", ")
            object.complain("grant_types", "A client that registers itself can have only \(names).")
        }
        if types.contains(.authorizationCode), metadata.responseTypes.isEmpty {
            object.complain("response_types", "The grant type authorization_code needs the response type code.")
        }
    }

    /// RFC 8252 §7, §8.4; OpenID Connect Dynamic Client Registration §2 (`application_type`).
    private func judgeRedirects(_ object: inout DocumentObject) {
        if metadata.redirectURIs.isEmpty, metadata.grantTypes.contains(.authorizationCode) {
            object.complain("redirect_uris", "Give at least one URL that receives the response.")
        }
        for (index, text) in metadata.redirectURIs.enumerated() {
            guard let uri = RedirectURI(text), !uri.isReceived(by: metadata.applicationType) else { continue }
            object.complainInside(
                "redirect_uris/\(index)",
                metadata.applicationType == .web
                    ? "The redirect URI of a web client must begin with https."
                    : "Use an https URL, an http URL on loopback, or a URI with your own scheme.")
        }
    }
}

extension RedirectURI {
    fileprivate func isReceived(by type: ClientMetadata.ApplicationType?) -> Bool {
        switch scheme {
        case "https": true
        case "http": isLoopback && type != .web
        // Browsers handle these themselves.
        case "javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "mailto", "ftp",
            "ws", "wss":
            false
        default: type != .web
        }
    }
}

extension StandardError {
    /// RFC 7591 §3.2.2.
    fileprivate init(registering problem: DocumentProblem) {
        let isRedirect = problem.pointer.hasPrefix("/redirect_uris")
        // The pointer and the message are our own; only some characters may be outside those of RFC 6749 §5.2.
        let text = "\(problem.pointer.dropFirst()): \(problem.message)".replacing("§", with: "section ")
        let signs = text.unicodeScalars.filter { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" }
        self.init(isRedirect ? .invalidRedirectURI : .invalidClientMetadata, String(String.UnicodeScalarView(signs)))
    }
}
