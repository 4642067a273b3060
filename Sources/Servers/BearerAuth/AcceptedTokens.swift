// SPDX-License-Identifier: Apache-2.0
public import SignInProvider

/// A provider that an API accepts, with the rules for its tokens.
///
/// An API that accepts several providers needs one value for each. A provider with several user flows, each with its
/// own keys, needs one for each flow.
///
/// ```swift
/// let work = AcceptedTokens(from: entra.provider, AccessTokenRules(audiences: ["the API's client id"]))
/// let customers = AcceptedTokens(from: userFlow.provider, AccessTokenRules(audiences: ["its other id"]))
/// let protection = BearerProtection(accepting: [work, customers], over: transport)
/// ```
public struct AcceptedTokens: Sendable {
    /// The issuer of the tokens.
    public var provider: ProviderDescription
    /// The required audience, and the callers that need a scope.
    public var rules: AccessTokenRules
    /// How the API introspects tokens at the provider; `nil` to validate tokens without it.
    public var introspection: TokenIntrospection?

    /// Creates an accepted provider.
    public init(from provider: ProviderDescription, _ rules: AccessTokenRules) {
        self.provider = provider
        self.rules = rules
    }
}
