// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

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
    /// - Returns: The result of the judgement.
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
