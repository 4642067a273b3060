// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
public import PortableFoundation

/// How a provider deviates from the standard; `MicrosoftIdentity` has the rules for Microsoft's providers.
///
/// ```swift
/// let local = ClientRegistration(
///     name: "local", issuer: address.appending(path: "\(directory)/v2.0"), clientID: "your client id",
///     redirectURI: redirectURI, scopes: ["profile", "User.Read"],
///     rules: .entra)  // for `tessera tenant`, which stands in for Entra ID
/// ```
public struct ProviderRules: Sendable {
    package var issuer: IssuerRule
    /// The client requests these in order, until it finds one.
    package var metadataKinds: [MetadataKind]
    package var times: TimeRules
    /// Whether the client repeats the scopes at the token endpoint, for a code and a refresh token; some providers
    /// require it, some reject it.
    package var sendsScopesToTokenEndpoint: Bool
    /// A provider that names its APIs in scopes may reject `resource`. RFC 8707 §2
    package var readsResource: Bool
    package var secretMethod: ClientAuthentication.SecretMethod
    /// Whether a sign-out sends `id_token_hint`, as the standard recommends: the ID token then is part of the URL that
    /// the browser opens; `logout_hint` is always sent.
    package var sendsIDTokenHint: Bool
    package var nextAction: @Sendable (ServerError) -> NextAction
    /// Whether an error means that the refresh token itself is invalid, rather than missing consent, a required second
    /// factor, or an expired password.
    package var endsSignIn: @Sendable (ServerError) -> Bool
    /// Whether the provider sends `invalid_grant` for each invalid refresh token, as RFC 6749 §5.2 requires.
    ///
    /// Other servers respond with status 400 and no error, or with `invalid_request`. The account then stays, and
    /// ``ServerError/nextAction`` is to sign in again.
    package var alwaysSaysInvalidGrant: Bool
    /// Rejects claims without the content that this kind of provider must add, after the issuer check.
    ///
    /// It applies to ID tokens, access tokens, and logout tokens; the user or the API's caller gets its error.
    package var checkToken: @Sendable (Claims, _ askedFor: URL) throws(Refusal) -> Void
    /// Whether the claims are of an ID token, which is not valid at an API.
    package var isIDToken: @Sendable (Claims) -> Bool
    /// Whether an ID token may contain `azp`, as the standard allows.
    ///
    /// An ID token from a refresh can then look like an access token without scopes. An API therefore rejects a token
    /// without scopes unless its type is `at+jwt`. RFC 9068 §4
    package var idTokensNameClient: Bool
    package var subject: @Sendable (Claims) -> String?
    /// A permanent ID that is unique to the caller, under which an API stores data.
    package var callerID: @Sendable (Claims, _ issuer: String, _ subject: String) -> String

    /// The defaults follow the standard.
    package init(
        issuer: IssuerRule = .exact, metadataKinds: [MetadataKind] = [.openID], times: TimeRules = TimeRules(),
        sendsScopesToTokenEndpoint: Bool = false, readsResource: Bool = true,
        secretMethod: ClientAuthentication.SecretMethod = .basic,
        sendsIDTokenHint: Bool = true,
        nextAction: @escaping @Sendable (ServerError) -> NextAction = { $0.nextAction },
        endsSignIn: @escaping @Sendable (ServerError) -> Bool = Self.endsGrant, alwaysSaysInvalidGrant: Bool = false,
        checkToken: @escaping @Sendable (Claims, _ askedFor: URL) throws(Refusal) -> Void = { _, _ in },
        isIDToken: @escaping @Sendable (Claims) -> Bool = { claims in
            ["nonce", "at_hash", "c_hash"].contains(where: claims.has)
        },
        idTokensNameClient: Bool = true,
        subject: @escaping @Sendable (Claims) -> String? = { $0.string("sub") },
        callerID: @escaping @Sendable (Claims, _ issuer: String, _ subject: String) -> String = { "\($1) \($2)" }
    ) {
        self.issuer = issuer
        self.metadataKinds = metadataKinds
        self.times = times
        self.sendsScopesToTokenEndpoint = sendsScopesToTokenEndpoint
        self.readsResource = readsResource
        self.secretMethod = secretMethod
        self.sendsIDTokenHint = sendsIDTokenHint
        self.nextAction = nextAction
        self.endsSignIn = endsSignIn
        self.alwaysSaysInvalidGrant = alwaysSaysInvalidGrant
        self.checkToken = checkToken
        self.isIDToken = isIDToken
        self.idTokensNameClient = idTokensNameClient
        self.subject = subject
        self.callerID = callerID
    }

    /// `invalid_grant` with status 400, 401, or 200, unless Microsoft's suberror names another cause; a gateway may
    /// have sent any other status. RFC 6749 §5.2
    @Sendable package static func endsGrant(_ error: ServerError) -> Bool {
        error.code == .invalidGrant && error.claims == nil && error.carriesOAuthError
            && [nil, "bad_token", "token_expired"].contains(error.suberror)
    }

    /// The rules of the plain OpenID Connect standard.
    public static let standard = ProviderRules()

    package static let ofUnknownProvider = ProviderRules(metadataKinds: MetadataKind.ofUnknownProvider)
}

extension ProviderRules {
    package func explaining<Result>(
        from endpoint: URL? = nil, asking scopes: ScopeSet = [], retryingAfter delay: Duration? = nil,
        _ judgement: () throws -> Result
    ) throws -> Result {
        do {
            return try judgement()
        } catch var error as ServerError {
            error.endpoint = endpoint
            let action = error.isDecidedByStatus ? error.nextAction : nextAction(error)
            error.nextAction = ServerError.allowed(action, with: error.status).completed(asking: scopes, after: delay)
            throw error
        }
    }
}

/// How a kind of provider writes its issuer, in its metadata and in its tokens.
package struct IssuerRule: Sendable {
    package let acceptsMetadata: @Sendable (_ stated: String, _ askedFor: URL) -> Bool
    /// Here, `stated` is the issuer in the metadata.
    package let acceptsToken: @Sendable (_ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL) -> Bool
    /// Whether a key that is published for one issuer may sign a token with this `iss`; a key without an issuer may
    /// sign for all.
    package let acceptsKey: @Sendable (_ keyIssuer: String, _ issuer: String) -> Bool

    /// In the standard, keys have no issuers, so the default does not check them.
    package init(
        acceptsMetadata: @escaping @Sendable (_ stated: String, _ askedFor: URL) -> Bool,
        acceptsToken:
            @escaping @Sendable (
                _ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL
            ) -> Bool,
        acceptsKey: @escaping @Sendable (_ keyIssuer: String, _ issuer: String) -> Bool = { _, _ in true }
    ) {
        self.acceptsMetadata = acceptsMetadata
        self.acceptsToken = acceptsToken
        self.acceptsKey = acceptsKey
    }

    /// The standard: the same text everywhere, compared exactly.
    ///
    /// Only the requested issuer, which a user types or an API lists, may differ in the slash after a bare host;
    /// redirects and tokens must match the metadata. OpenID Connect Discovery §4.3, OpenID Connect Core §3.1.3.7 rule 2
    package static let exact = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            askedFor.isSameIssuer(as: stated)
        },
        acceptsToken: { issuer, _, stated, _ in issuer.isSameSecret(as: stated) })
}

extension URL {
    package func isSameIssuer(as other: URL) -> Bool { isSameIssuer(as: other.absoluteString) }

    /// Compares the bytes, in constant time; a slash after a bare host makes no difference.
    package func isSameIssuer(as other: String) -> Bool {
        let own = absoluteString
        guard !other.isSameSecret(as: own) else { return true }
        guard ["", "/"].contains(path()), query() == nil, fragment() == nil else { return false }
        return other.isSameSecret(as: own.hasSuffix("/") ? String(own.dropLast()) : own + "/")
    }
}

package enum MetadataKind: Sendable, Hashable {
    /// OpenID Connect Discovery 1.0: the provider signs ID tokens, and publishes its keys.
    case openID
    /// RFC 8414: plain OAuth, which might not identify users.
    case authorizationServer

    /// OpenID Connect's document at a URL formed as in RFC 8414, used by some providers with several issuers.
    case openIDBeforePath

    /// The order of the requests to a provider that an API names.
    package static let ofUnknownProvider: [MetadataKind] = [.authorizationServer, .openIDBeforePath, .openID]

    /// OpenID Connect appends its path to the issuer's, RFC 8414 inserts its own before the issuer's path. OpenID
    /// Connect Discovery §4.1, RFC 8414 §3.1, §5
    package func address(of issuer: URL) -> URL {
        switch self {
        case .openID: issuer.appending(path: ".well-known/openid-configuration")
        case .authorizationServer: Self.address(of: issuer, inserting: "/.well-known/oauth-authorization-server")
        case .openIDBeforePath: Self.address(of: issuer, inserting: "/.well-known/openid-configuration")
        }
    }

    private static func address(of issuer: URL, inserting place: String) -> URL {
        guard var components = URLComponents(url: issuer, resolvingAgainstBaseURL: false) else { return issuer }
        let path = components.percentEncodedPath
        components.percentEncodedPath = place + (path.hasSuffix("/") ? String(path.dropLast()) : path)
        return components.url ?? issuer
    }
}

/// The issuer and rules of a provider, for discovery.
///
/// ```swift
/// guard let issuer = URL(string: "https://login.example.com") else { return nil }
/// let provider = ProviderDescription(issuer: issuer)
/// let tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://tasks.example.com"]))
/// ```
public struct ProviderDescription: Sendable {
    /// The provider's issuer URL, which determines the metadata URL unless ``metadataURL`` is set.
    public var issuer: URL
    /// The metadata URL of a provider that does not use the standard location; always on the issuer's host.
    public var metadataURL: URL?
    /// How the provider deviates from the standard.
    public var rules: ProviderRules

    /// Creates a description.
    public init(issuer: URL, metadataURL: URL? = nil, rules: ProviderRules = .standard) {
        self.issuer = issuer
        self.metadataURL = metadataURL
        self.rules = rules
    }
}
