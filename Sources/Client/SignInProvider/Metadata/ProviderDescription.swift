// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

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
