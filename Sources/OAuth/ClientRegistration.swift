// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a provider knows about an app, and what the app must know about itself.
///
/// Accounts belong to one registration; its ``name`` is what NXOAuth2Client called the account type.
public struct ClientRegistration: Sendable, Hashable {
    /// The app's own name for it, such as `myGraphService`; accounts are kept under it.
    public var name: String
    /// The provider's issuer address, from which its metadata address follows unless ``metadataURL`` names it.
    public var issuer: URL
    /// Where the provider's metadata is, if not where the standard puts it.
    public var metadataURL: URL?
    /// The id that the provider gave to the app.
    public var clientID: String
    /// The secret of a confidential client; a public client, such as an app on a device, has none.
    public var clientSecret: Redacted<String>?
    /// Where the answer is received.
    public var redirectURI: RedirectURI
    /// What is asked for at sign-in; `openid` is added by itself.
    public private(set) var scopes: ScopeSet

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - name: The app's own name for it.
    ///   - issuer: The provider's issuer address.
    ///   - metadataURL: Where its metadata is, if not where the standard puts it; at the same host in any case.
    ///   - clientID: The id that the provider gave to the app.
    ///   - clientSecret: The secret of a confidential client; empty counts as none.
    ///   - redirectURI: Where the answer is received.
    ///   - scopes: What is asked for at sign-in.
    public init(
        name: String, issuer: URL, metadataURL: URL? = nil, clientID: String, clientSecret: String? = nil,
        redirectURI: RedirectURI, scopes: ScopeSet
    ) {
        self.name = name
        self.issuer = issuer
        self.metadataURL = metadataURL
        self.clientID = clientID
        self.clientSecret = clientSecret.flatMap { $0.isEmpty ? nil : Redacted($0) }
        self.redirectURI = redirectURI
        self.scopes = ScopeSet(["openid"]).union(scopes)
    }

    /// The same registration with more to ask for; its accounts are the same.
    public func asking(for more: ScopeSet) -> ClientRegistration {
        var registration = self
        registration.scopes = scopes.union(more)
        return registration
    }
}
