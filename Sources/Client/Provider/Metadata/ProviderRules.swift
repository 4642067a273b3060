// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth

/// How a provider departs from the standard, as values.
public struct ProviderRules: Sendable {
    /// How the issuer is written.
    public var issuer: IssuerRule
    /// The documents that the provider may describe itself with; the next is asked for where the one before is not
    /// found.
    public var metadataKinds: [MetadataKind]
    /// How far this machine's clock and the provider's may differ.
    public var times: TimeRules
    /// Whether scopes are said again at the token endpoint, for a code and for a refresh token; some providers demand
    /// it, some refuse it.
    public var sendsScopesToTokenEndpoint: Bool
    /// How a client sends its secret, where its registration does not say.
    public var secretMethod: ClientAuthentication.SecretMethod
    /// Whether a sign-out sends `id_token_hint`, as the standard recommends.
    ///
    /// The ID token is then part of the address that the browser opens; `logout_hint` is sent in any case.
    public var sendsIDTokenHint: Bool
    /// What one of the provider's errors asks for.
    public var nextAction: @Sendable (ServerError) -> NextAction
    /// Whether an error says that the refresh token itself is at its end.
    ///
    /// Nothing else signs anyone out: not consent that is missing, not a second factor that is asked for, not an
    /// expired password.
    public var endsSignIn: @Sendable (ServerError) -> Bool
    /// Whether the provider says `invalid_grant` of every refresh token at its end, as RFC 6749 §5.2 demands.
    ///
    /// Other servers answer such a refresh with status 400 and no error, or with `invalid_request`. Where that may be,
    /// the account stays, and ``ServerError/nextAction`` is to sign in again.
    public var alwaysSaysInvalidGrant: Bool
    /// Refuses claims that do not say what this kind of provider must say besides.
    ///
    /// It judges ID tokens, access tokens and logout tokens, once the issuer is known to be the right one. The person,
    /// or the caller of the API, gets the error that it throws.
    public var checkToken: @Sendable (Claims, _ askedFor: URL) throws(Refusal) -> Void
    /// Whether a token says of itself that it is an ID token, which opens no API.
    public var isIDToken: @Sendable (Claims) -> Bool
    /// Whether an ID token may name the app that it is for in `azp`, as the standard allows.
    ///
    /// An ID token from a refresh can then look like an access token without scopes. So an API refuses a token without
    /// scopes unless its type is `at+jwt`. RFC 9068 §4
    public var idTokensNameClient: Bool
    /// The person's id in a token; `nil` if it names nobody.
    public var subject: @Sendable (Claims) -> String?
    /// The key under which an API keeps a caller's data: it never changes, and no other caller has it.
    public var callerID: @Sendable (Claims, _ issuer: String, _ subject: String) -> String

    /// Creates rules; what is left out follows the standard.
    public init(
        issuer: IssuerRule = .exact, metadataKinds: [MetadataKind] = [.openID], times: TimeRules = TimeRules(),
        sendsScopesToTokenEndpoint: Bool = false, secretMethod: ClientAuthentication.SecretMethod = .basic,
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

    /// `invalid_grant`, unless a finer reason that Microsoft's providers add says that it is about something else.
    ///
    /// RFC 6749 §5.2
    @Sendable public static func endsGrant(_ error: ServerError) -> Bool {
        error.code == .invalidGrant && error.claims == nil
            && [nil, "bad_token", "token_expired"].contains(error.suberror)
    }

    /// The plain OpenID Connect standard.
    public static let standard = ProviderRules()
}
