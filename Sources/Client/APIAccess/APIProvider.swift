// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
public import OAuthMessages
public import PortableFoundation
import SignInProvider

/// The provider that an API names, for the user to approve before the first sign-in, and before more scopes are
/// requested.
///
/// ```swift
/// func question(about provider: APIProvider) -> String {
///     let scopes = provider.scopes.isEmpty ? "" : " It asks for: \(provider.scopes)."
///     let page = provider.signInHost.map { " Its sign-in page is at \($0)." } ?? ""
///     return "\(provider.resource) says that \(provider.issuer) issues its tokens.\(page)\(scopes) Sign in there?"
/// }
/// ```
public struct APIProvider: Sendable, Hashable {
    /// The API's identifier, a URL.
    public let resource: URL
    /// The issuer of the API's tokens.
    public let issuer: URL
    /// The host of the sign-in page; `nil` if it is the issuer's own, or if the app is registered at the issuer.
    ///
    /// Show it to the user: the page might belong to a different provider. RFC 8414 §2
    public let signInHost: String?
    /// The host that receives the code and returns the tokens; `nil` if it is the issuer's own, or if the app is
    /// registered at the issuer.
    public let tokenHost: String?
    /// The scopes that the app will request, including those that the user has already approved.
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
    /// Returns whether a URL is the provider's issuer; a slash after a bare host makes no difference.
    public func isIssuer(_ url: URL) -> Bool { issuer.isSameIssuer(as: url) }

    /// Without metadata, the app is registered at the issuer and already knows its endpoints.
    init(resource: URL, issuer: URL, metadata: ProviderMetadata? = nil, scopes: ScopeSet) {
        func otherHost(_ address: URL?) -> String? {
            guard let address, !Origin.isShared(by: address, issuer) else { return nil }
            return (try? URLHost(of: address))?.authority(port: address.port)
        }
        self.init(
            resource: resource, issuer: issuer, signInHost: otherHost(metadata?.authorizationEndpoint),
            tokenHost: otherHost(metadata?.tokenEndpoint), scopes: scopes)
    }
}

extension Refusal {
    static func declined(_ provider: APIProvider) -> Refusal {
        Refusal(
            .providerDeclined,
            "you declined to send \(provider.resource.absoluteString) a token of \(provider.issuer.absoluteString); "
                + "send the request again to be asked again")
    }
}
