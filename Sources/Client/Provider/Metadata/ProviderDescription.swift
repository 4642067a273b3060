// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The address and the rules of a provider to discover.
///
/// ```swift
/// guard let issuer = URL(string: "https://login.example.com") else { return nil }
/// let provider = ProviderDescription(issuer: issuer)
/// let tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://tasks.example.com"]))
/// ```
public struct ProviderDescription: Sendable {
    /// The provider's issuer address, from which its metadata address follows unless ``metadataURL`` names it.
    public var issuer: URL
    /// The metadata address, for a kind of provider that keeps it elsewhere than the standard says; always at the same
    /// host.
    public var metadataURL: URL?
    /// How this kind of provider departs from the standard.
    public var rules: ProviderRules

    /// Describes a provider.
    public init(issuer: URL, metadataURL: URL? = nil, rules: ProviderRules = .standard) {
        self.issuer = issuer
        self.metadataURL = metadataURL
        self.rules = rules
    }
}
