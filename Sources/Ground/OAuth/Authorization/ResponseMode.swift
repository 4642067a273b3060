// SPDX-License-Identifier: Apache-2.0
/// The way of the provider's response through the browser.
///
/// ```swift
/// let request = try await flow.authorizationRequest(responseMode: .formPost)
/// await session.keep(request)  // until the form comes: see SignInFlow.finish(form:answering:)
/// return request.url
/// ```
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode
public enum ResponseMode: String, Sendable, Hashable, Codable {
    /// In the query of the redirect: the default of every provider for a code.
    case query
    /// As a form that the browser posts to the redirect URI of a web app; so no log of addresses holds the code. The
    /// post comes from another site: it carries no cookie with `SameSite=Lax` or `Strict`.
    case formPost = "form_post"
}
