// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Provider

/// One provider whose tokens an API takes, and what they must say.
///
/// An API that takes tokens of several providers has one of these for each; a provider with several user flows, each
/// of which has keys of its own, is one for each flow.
public struct AcceptedTokens: Sendable {
    /// The issuer to ask for; the metadata's address follows from it unless ``metadataURL`` names it.
    public var issuer: URL
    /// Where the provider's metadata is, if not where the standard puts it; at the same host in any case.
    public var metadataURL: URL?
    /// How the provider departs from the standard.
    public var providerRules: ProviderRules
    /// For whom a token of this provider must be, and which callers need a scope.
    public var tokenRules: AccessTokenRules

    /// Creates a description of the tokens that are taken.
    public init(
        issuer: URL, metadataURL: URL? = nil, providerRules: ProviderRules = .standard, tokenRules: AccessTokenRules
    ) {
        self.issuer = issuer
        self.metadataURL = metadataURL
        self.providerRules = providerRules
        self.tokenRules = tokenRules
    }
}
