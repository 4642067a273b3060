// SPDX-License-Identifier: Apache-2.0
public import Provider

/// One provider whose tokens an API takes, and what they must say.
///
/// An API that takes tokens of several providers has one of these for each; a provider with several user flows, each
/// of which has keys of its own, is one for each flow.
public struct AcceptedTokens: Sendable {
    /// Who issues them.
    public var provider: ProviderDescription
    /// For whom a token of this provider must be, and which callers need a scope.
    public var rules: AccessTokenRules

    /// Creates a description of the tokens that are taken.
    public init(from provider: ProviderDescription, _ rules: AccessTokenRules) {
        self.provider = provider
        self.rules = rules
    }
}
