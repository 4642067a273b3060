// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// How a provider departs from the standard, as values.
public struct ProviderRules: Sendable {
    /// How the issuer is written.
    public var issuer: IssuerRule
    /// Whether scopes are said again when tokens are refreshed; some providers demand it, some refuse it.
    public var sendsScopesOnRefresh: Bool
    /// What one of the provider's errors asks for.
    public var nextAction: @Sendable (ServerError) -> NextAction
    /// Whether an error says that the refresh token itself is at its end.
    ///
    /// Nothing else signs anyone out: not consent that is missing, not a second factor that is asked for, not an
    /// expired password.
    public var endsSignIn: @Sendable (ServerError) -> Bool

    /// The key under which an API keeps a caller's data: it never changes, and no other caller has it.
    public var callerID: @Sendable (Claims, _ issuer: String, _ subject: String) -> String

    /// Creates rules; what is left out follows the standard.
    public init(
        issuer: IssuerRule = .exact, sendsScopesOnRefresh: Bool = false,
        nextAction: @escaping @Sendable (ServerError) -> NextAction = { $0.nextAction },
        endsSignIn: @escaping @Sendable (ServerError) -> Bool = Self.endsGrant,
        callerID: @escaping @Sendable (Claims, _ issuer: String, _ subject: String) -> String = { "\($1) \($2)" }
    ) {
        self.issuer = issuer
        self.sendsScopesOnRefresh = sendsScopesOnRefresh
        self.nextAction = nextAction
        self.endsSignIn = endsSignIn
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
