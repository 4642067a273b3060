// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
import SQLiteRecords
package import TenantDirectory

/// RFC 6749 §2.
package struct StandardClient: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardClient"

    package let id: String
    package let metadata: ClientMetadata
    package var secretHash: String?
    /// The time of its registration, or of the publication of its metadata; `nil` for a configured client. RFC 7591
    package var registeredAt: Date?

    package init(id: String, metadata: ClientMetadata, secretHash: String? = nil, registeredAt: Date? = nil) {
        (self.id, self.metadata, self.secretHash, self.registeredAt) = (id, metadata, secretHash, registeredAt)
    }

    package var name: String { metadata.name }

    /// The `aud` of access tokens for the API. RFC 8707 §2
    var audience: String { metadata.resource ?? id }

    /// The name of such a client is unverified, and it may request the scopes of every API.
    var isSelfRegistered: Bool { registeredAt != nil }

    var mostIdentifiers: Int { isSelfRegistered ? UsedIdentifiers.capacityOfStrangers : UsedIdentifiers.capacity }

    var isResourceServer: Bool {
        metadata.resource != nil || !metadata.resourceScopes.isEmpty || !metadata.authorizationDetailsTypes.isEmpty
    }

    /// Whether it cannot authenticate. RFC 6749 §2.1
    var isPublic: Bool { metadata.authenticationMethods == [.none] }

    /// Whether each use of a refresh token issues a new one; always for public clients. RFC 9700 §2.2.2
    var rotatesRefreshTokens: Bool { isPublic || metadata.rotatesRefreshTokens }

    /// Compares by character, except for the loopback port of public and native clients. RFC 8252 §7.3, RFC 9700 §2.1
    func registersRedirect(_ uri: String) -> Bool {
        let isPortFree = isPublic || metadata.applicationType == .native
        return metadata.redirectURIs.contains { registered in
            registered.isSameSecret(as: uri)
                || isPortFree && LoopbackAddress(registered).map { $0 == LoopbackAddress(uri) } ?? false
        }
    }

    /// Compares the URI by character. OpenID Connect RP-Initiated Logout §3
    func registersPostLogout(_ uri: String) -> Bool {
        metadata.postLogoutRedirectURIs.contains { $0.isSameSecret(as: uri) }
    }

    private var origins: Set<String> {
        guard isPublic else { return [] }
        let ofRedirects = metadata.redirectURIs.compactMap { uri -> String? in
            if let loopback = LoopbackAddress(uri) { return loopback.originsOfAllPorts }
            guard uri.hasPrefix("https://"), let url = URL(string: uri) else { return nil }
            return Origin(url)?.description
        }
        return Set(metadata.allowedOrigins + ofRedirects)
    }

    static func allowsOrigin(_ origin: String, in database: Database) throws -> Bool {
        let loopback = LoopbackAddress(origin).flatMap { $0.isOrigin ? $0.originsOfAllPorts : nil }
        return try Bool.fetchOne(
            database, "SELECT EXISTS (SELECT 1 FROM standardOrigin WHERE origin IN (\(origin), \(loopback)))") ?? false
    }

    func aroundSave(_ database: Database, save: () throws -> Void) throws {
        try save()
        try database.execute(sql: "DELETE FROM standardOrigin WHERE clientID = ?", arguments: [id])
        try writeOrigins(in: database)
    }

    func writeOrigins(in database: Database) throws {
        for origin in origins {
            try database.execute(
                sql: "INSERT INTO standardOrigin (origin, clientID) VALUES (?, ?)", arguments: [origin, id])
        }
    }

    func accepts(secret: String) -> Bool { secretHash?.isSameSecret(as: SecretHash.of(secret)) ?? false }

    var keys: JSONWebKeySet? { metadata.keySet.flatMap { try? JSONWebKeySet(jsonData: $0.utf8) } }
}

/// Has the names of the specifications. RFC 7591 §2, OpenID Connect Dynamic Client Registration §2
package struct ClientMetadata: Codable, Sendable, Hashable {
    package enum AuthenticationMethod: String, Codable, Sendable, CaseIterable {
        case none
        case secretBasic = "client_secret_basic"
        case secretPost = "client_secret_post"
        case privateKey = "private_key_jwt"
        /// A certificate that an authority signed. RFC 8705 §2.1
        case certificate = "tls_client_auth"
        /// A certificate among the client's keys. RFC 8705 §2.2
        case selfSignedCertificate = "self_signed_tls_client_auth"
    }

    package enum GrantType: String, Codable, Sendable, CaseIterable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
        case clientCredentials = "client_credentials"
        /// RFC 7523 §2.1
        case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        /// RFC 8693 §2.1
        case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
        /// RFC 8628 §3.4
        case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    }

    package enum AccessTokenFormat: String, Codable, Sendable, CaseIterable {
        /// RFC 9068
        case jwt
        case opaque
    }

    /// OpenID Connect Dynamic Client Registration §2.
    package enum ApplicationType: String, Codable, Sendable, CaseIterable {
        case web
        case native
    }

    package let name: String
    package var applicationType: ApplicationType?
    package var redirectURIs: [String] = []
    package var postLogoutRedirectURIs: [String] = []
    /// Gets a token for each sign-out. OpenID Connect Back-Channel Logout §2.2
    package var backChannelLogoutURI: String?
    package var allowedOrigins: [String] = []
    package var authenticationMethods: Set<AuthenticationMethod> = [.none]
    /// A JSON Web Key Set, for methods with a key or a self-signed certificate.
    package var keySet: String?
    /// Only for ``AuthenticationMethod/certificate``. RFC 8705 §2.1.2
    package var certificateSubject: CertificateSubject?
    /// RFC 8705 §3.4.
    package var bindsTokensToCertificate = false
    package var grantTypes: Set<GrantType> = [.authorizationCode, .refreshToken]
    package var responseTypes: Set<StandardResponseType> = [.code]
    package var scopes: [String] = ["openid", "profile", "email", "phone", "address", "offline_access"]
    package var idTokenAlgorithm: TokenAlgorithm = .rs256
    /// Whether ID tokens always contain the claims of `profile` and `email`, for clients that never request UserInfo;
    /// `nil` in older stored clients.
    package var includesClaimsInIDToken: Bool?
    /// Signs UserInfo responses; `nil` sends plain JSON.
    package var userInfoAlgorithm: TokenAlgorithm?
    package var accessTokenFormat: AccessTokenFormat = .jwt
    /// RFC 9700 §2.1.1.
    package var requiresProofKey = true
    package var rotatesRefreshTokens = true
    /// RFC 9126 §6.
    package var requiresPushedRequests = false
    /// RFC 9449 §5.2.
    package var requiresDPoP = false
    /// Whether proofs must have a nonce of this provider. RFC 9449 §8
    package var requiresDPoPNonce = false
    /// The URI of the API; only for resource servers, which may introspect tokens. RFC 8707 §2
    package var resource: String?
    package var resourceScopes: [String] = []
    /// The types of authorization details that the API supports. RFC 9396 §2.1
    package var authorizationDetailsTypes: [String] = []
}

extension ClientMetadata {
    package init(name: String, change: (inout ClientMetadata) -> Void = { _ in }) {
        self.init(name: name, redirectURIs: [])
        change(&self)
    }
}

/// The words may have any order. OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package enum StandardResponseType: String, Codable, Sendable, CaseIterable {
    case code
    case idToken = "id_token"
    case codeAndIDToken = "code id_token"

    init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).sorted().joined(separator: " ")
        self.init(rawValue: words)
    }

    var hasCode: Bool { self != .idToken }
    var hasIDToken: Bool { self != .code }
}
