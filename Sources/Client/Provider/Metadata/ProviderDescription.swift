// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What must be known of a provider in order to discover it.
public struct ProviderDescription: Sendable {
    /// The provider's issuer address, from which its metadata address follows unless ``metadataURL`` names it.
    public var issuer: URL
    /// Where the metadata is, for a kind of provider that keeps it elsewhere than the standard says; at the same host
    /// in any case.
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
