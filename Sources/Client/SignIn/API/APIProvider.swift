// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
public import OAuth
import Provider

/// The provider that an API names, for the person to decide on before the first sign-in, and before more scopes.
///
/// ```swift
/// func question(about provider: APIProvider) -> String {
///     let scopes = provider.scopes.isEmpty ? "" : " It asks for: \(provider.scopes)."
///     let page = provider.signInHost.map { " Its sign-in page is at \($0)." } ?? ""
///     return "\(provider.resource) says that \(provider.issuer) issues its tokens.\(page)\(scopes) Sign in there?"
/// }
/// ```
public struct APIProvider: Sendable, Hashable {
    /// The API's own name for itself, an address.
    public let resource: URL
    /// The issuer of the API's tokens.
    public let issuer: URL
    /// The host of the page at which the person signs in; `nil` if it is the issuer's own, or if the app is
    /// registered at the issuer.
    ///
    /// Show it: the page may belong to another provider than this issuer. RFC 8414 §2
    public let signInHost: String?
    /// The host that gets the person's code and gives the tokens; `nil` if it is the issuer's own, or if the app is
    /// registered at the issuer.
    public let tokenHost: String?
    /// The scopes that the app will request, with those to which the person has agreed before.
    public let scopes: ScopeSet

    package init(resource: URL, issuer: URL, signInHost: String?, tokenHost: String?, scopes: ScopeSet) {
        self.resource = resource
        self.issuer = issuer
        self.signInHost = signInHost
        self.tokenHost = tokenHost
        self.scopes = scopes
    }
}

extension APIProvider {
    /// Describes a provider; without metadata, the app knows its endpoints already.
    init(resource: URL, issuer: URL, metadata: ProviderMetadata? = nil, scopes: ScopeSet) {
        func otherHost(_ address: URL?) -> String? {
            guard let address, !Origin.isShared(by: address, issuer) else { return nil }
            return (address.host() ?? "") + (address.port.map { ":\($0)" } ?? "")
        }
        self.init(
            resource: resource, issuer: issuer, signInHost: otherHost(metadata?.authorizationEndpoint),
            tokenHost: otherHost(metadata?.tokenEndpoint), scopes: scopes)
    }
}

extension Refusal {
    /// The person did not agree to a provider.
    static func declined(_ provider: APIProvider) -> Refusal {
        Refusal(
            .providerDeclined,
            "you did not agree to give \(provider.resource.absoluteString) a token of \(provider.issuer.absoluteString); "
                + "send the request again to be asked again")
    }
}
