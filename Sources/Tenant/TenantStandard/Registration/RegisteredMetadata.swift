// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantDirectory

/// The metadata by which a client registers itself, or which it publishes, after all members were checked.
///
/// RFC 7591 §2, OpenID Connect Dynamic Client Registration §2
extension StandardClient {
    /// The members that are read; all others are ignored. RFC 7591 §2
    private static let registeredMembers: Set = [
        "application_type", "client_name", "dpop_bound_access_tokens", "grant_types", "id_token_signed_response_alg",
        "include_claims_in_id_token", "jwks", "post_logout_redirect_uris", "redirect_uris",
        "require_pushed_authorization_requests", "response_types", "scope",
        "tls_client_certificate_bound_access_tokens", "token_endpoint_auth_method",
        "userinfo_signed_response_alg",
    ]
    /// The grants in which a person consents to the client.
    ///
    /// With the other grants, a client would get tokens without any consent: the operator must configure such a client.
    private static let registeredGrantTypes: Set<ClientMetadata.GrantType> = [
        .authorizationCode, .refreshToken, .deviceCode,
    ]

    /// How many addresses of a kind a client may register; our own choice.
    static let mostAddresses = 20

    /// Reads the members; `method` is the default authentication method, and `secret` is for a method that needs one.
    ///
    /// - Throws: ``StandardError`` (`invalid_redirect_uri`, `invalid_client_metadata`).
    init(
        registering members: [String: JSONValue], id: String,
        authenticatingBy method: ClientMetadata.AuthenticationMethod,
        among methods: [ClientMetadata.AuthenticationMethod], secret: String?, servers: ResourceServers, now: Date
    ) throws {
        var known = members.filter { Self.registeredMembers.contains($0.key) && $0.value != .null }
        known["token_endpoint_auth_method"] = known["token_endpoint_auth_method"] ?? .string(method.rawValue)
        // The defaults of RFC 7591 §2, which are not those of our tenant files.
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

    /// RFC 8252 §7 and §8.4, OpenID Connect Dynamic Client Registration §2 (`application_type`).
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
    /// Whether a client of that type may receive responses here.
    fileprivate func isReceived(by type: ClientMetadata.ApplicationType?) -> Bool {
        switch scheme {
        case "https": true
        case "http": isLoopback && type != .web
        // Browsers act on these themselves.
        case "javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source", "mailto", "ftp",
            "ws", "wss":
            false
        default: type != .web
        }
    }
}

extension StandardError {
    /// A problem in the metadata of a client. RFC 7591 §3.2.2
    fileprivate init(registering problem: DocumentProblem) {
        let isRedirect = problem.pointer.hasPrefix("/redirect_uris")
        // The pointer and the message are our own words; only their signs may be others than RFC 6749 §5.2 allows.
        let text = "\(problem.pointer.dropFirst()): \(problem.message)".replacing("§", with: "section ")
        let signs = text.unicodeScalars.filter { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" }
        self.init(isRedirect ? .invalidRedirectURI : .invalidClientMetadata, String(String.UnicodeScalarView(signs)))
    }
}
