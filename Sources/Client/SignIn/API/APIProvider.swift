// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth

/// The provider that an API names, for the person to decide on before the first sign-in.
///
/// ```swift
/// func question(about provider: APIProvider) -> String {
///     let scopes = provider.scopes.isEmpty ? "" : " It asks for: \(provider.scopes)."
///     return "\(provider.resource) says that \(provider.issuer) issues its tokens.\(scopes) Sign in there?"
/// }
/// ```
public struct APIProvider: Sendable, Hashable {
    /// The API's own name for itself, an address.
    public let resource: URL
    /// The issuer of the API's tokens.
    public let issuer: URL
    /// The scopes that the app will request.
    public let scopes: ScopeSet
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
