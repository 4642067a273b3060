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

    /// Creates rules; what is left out follows the standard.
    public init(
        issuer: IssuerRule = .exact, sendsScopesOnRefresh: Bool = false,
        nextAction: @escaping @Sendable (ServerError) -> NextAction = { $0.nextAction }
    ) {
        self.issuer = issuer
        self.sendsScopesOnRefresh = sendsScopesOnRefresh
        self.nextAction = nextAction
    }

    /// The plain OpenID Connect standard.
    public static let standard = ProviderRules()
}
