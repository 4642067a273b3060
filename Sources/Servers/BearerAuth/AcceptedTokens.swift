// SPDX-License-Identifier: Apache-2.0
public import Provider

/// One provider that an API accepts, with the rules for its tokens.
///
/// An API that accepts several providers has one value for each. A provider with several user flows, each with its own
/// keys, needs one for each flow.
///
/// ```swift
/// let work = AcceptedTokens(from: entra.provider, AccessTokenRules(audiences: ["the API's client id"]))
/// let customers = AcceptedTokens(from: userFlow.provider, AccessTokenRules(audiences: ["its other id"]))
/// let protection = BearerProtection(accepting: [work, customers], over: transport)
/// ```
public struct AcceptedTokens: Sendable {
    /// The issuer of the tokens.
    public var provider: ProviderDescription
    /// The required audience of the tokens, and the callers that need a scope.
    public var rules: AccessTokenRules
    /// How the API asks the provider about tokens; `nil` if the API judges each token without the provider.
    public var introspection: TokenIntrospection?

    /// Creates a description of accepted tokens.
    public init(from provider: ProviderDescription, _ rules: AccessTokenRules) {
        self.provider = provider
        self.rules = rules
    }
}
