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
    /// How the provider writes its issuer.
    package var issuer: IssuerRule
    /// The documents in which the provider may describe itself, in order; if one is not found, the client asks for the
    /// next.
    package var metadataKinds: [MetadataKind]
    /// How far this machine's clock and the provider's may differ.
    package var times: TimeRules
    /// Whether the client repeats the scopes at the token endpoint, for a code and for a refresh token; some providers
    /// demand it, some refuse it.
    package var sendsScopesToTokenEndpoint: Bool
    /// Whether the provider reads `resource`; one that names its APIs in scopes may refuse it. RFC 8707 §2
    package var readsResource: Bool
    /// How a client sends its secret, if its registration does not say.
    package var secretMethod: ClientAuthentication.SecretMethod
    /// Whether a sign-out sends `id_token_hint`, as the standard recommends.
    ///
    /// The ID token is then part of the address that the browser opens; `logout_hint` is sent in any case.
    package var sendsIDTokenHint: Bool
    /// The next action for one of the provider's errors.
    package var nextAction: @Sendable (ServerError) -> NextAction
    /// Whether an error means that the refresh token itself has ended.
    ///
    /// No other error ends a sign-in: not missing consent, not a required second factor, not an expired password.
    package var endsSignIn: @Sendable (ServerError) -> Bool
    /// Whether the provider sends `invalid_grant` for every refresh token that has ended, as RFC 6749 §5.2 demands.
    ///
    /// Other servers answer such a refresh with status 400 and no error, or with `invalid_request`. For these the
    /// account stays, and ``ServerError/nextAction`` is to sign in again.
    package var alwaysSaysInvalidGrant: Bool
    /// Refuses claims without the content that this kind of provider must add.
    ///
    /// It judges ID tokens, access tokens and logout tokens, after the check of the issuer. The person, or the caller
    /// of the API, gets the error that it throws.
    package var checkToken: @Sendable (Claims, _ askedFor: URL) throws(Refusal) -> Void
    /// Whether its claims show that a token is an ID token, which opens no API.
    package var isIDToken: @Sendable (Claims) -> Bool
    /// Whether an ID token may name the app that it is for in `azp`, as the standard allows.
    ///
    /// An ID token from a refresh can then look like an access token without scopes. So an API refuses a token without
    /// scopes unless its type is `at+jwt`. RFC 9068 §4
    package var idTokensNameClient: Bool
    /// The person's id in a token; `nil` if it has none.
    package var subject: @Sendable (Claims) -> String?
    /// The key under which an API keeps a caller's data: it never changes, and no other caller has it.
    package var callerID: @Sendable (Claims, _ issuer: String, _ subject: String) -> String

    /// Creates rules; the defaults follow the standard.
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

    /// `invalid_grant` with status 400, 401, or 200, unless a finer reason of Microsoft's providers names another
    /// cause.
    ///
    /// With any other status, something in between may have answered.
    ///
    /// RFC 6749 §5.2
    @Sendable package static func endsGrant(_ error: ServerError) -> Bool {
        error.code == .invalidGrant && error.claims == nil && error.carriesOAuthError
            && [nil, "bad_token", "token_expired"].contains(error.suberror)
    }

    /// The rules of the plain OpenID Connect standard.
    public static let standard = ProviderRules()

    /// The rules of a provider that an API has named: OAuth, perhaps without OpenID Connect.
    package static let ofUnknownProvider = ProviderRules(metadataKinds: MetadataKind.ofUnknownProvider)
}

extension ProviderRules {
    /// Runs a judgement, and adds the next action to the provider's errors.
    ///
    /// - Throws: The errors of the judgement.
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
    /// Whether metadata with this `issuer` may answer for the requested issuer.
    package let acceptsMetadata: @Sendable (_ stated: String, _ askedFor: URL) -> Bool
    /// Whether a token with this `iss` and these claims is from the requested provider, with `stated` in its metadata.
    package let acceptsToken: @Sendable (_ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL) -> Bool
    /// Whether a key that the provider publishes for one issuer may have signed a token with this `iss`; a key without
    /// an issuer is good for all.
    package let acceptsKey: @Sendable (_ keyIssuer: String, _ issuer: String) -> Bool

    /// Creates a rule; in the standard, keys have no issuers, so the default does not check them.
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
    /// Only the requested issuer, which a person types or an API lists, may have or lack the slash behind a bare host.
    /// The text of the metadata then counts, in redirects and in tokens.
    ///
    /// OpenID Connect Discovery §4.3, OpenID Connect Core §3.1.3.7 rule 2
    package static let exact = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            askedFor.isSameIssuer(as: stated)
        },
        acceptsToken: { issuer, _, stated, _ in issuer.isSameSecret(as: stated) })
}

extension URL {
    /// Whether it is the same issuer; a slash after a bare host makes no difference.
    package func isSameIssuer(as other: URL) -> Bool { isSameIssuer(as: other.absoluteString) }

    /// Whether a text is this issuer, byte by byte; a slash after a bare host makes no difference.
    package func isSameIssuer(as other: String) -> Bool {
        let own = absoluteString
        guard !other.isSameSecret(as: own) else { return true }
        guard ["", "/"].contains(path()), query() == nil, fragment() == nil else { return false }
        return other.isSameSecret(as: own.hasSuffix("/") ? String(own.dropLast()) : own + "/")
    }
}

/// The kind of document in which a provider describes itself.
package enum MetadataKind: Sendable, Hashable {
    /// OpenID Connect Discovery 1.0: the provider signs ID tokens, and names its key set.
    case openID
    /// RFC 8414: plain OAuth, which may not identify the person.
    case authorizationServer

    /// OpenID Connect's document at an address formed as RFC 8414 does; some providers with several issuers have it.
    case openIDBeforePath

    /// The documents of a provider that an API has named, in the order of the client's requests.
    package static let ofUnknownProvider: [MetadataKind] = [.authorizationServer, .openIDBeforePath, .openID]

    /// The address of an issuer's document.
    ///
    /// OpenID Connect appends its path to the issuer's; RFC 8414 puts its own between the host and the issuer's path.
    ///
    /// OpenID Connect Discovery §4.1, RFC 8414 §3.1, §5
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
