// SPDX-License-Identifier: Apache-2.0
/// How the provider sends its response through the browser.
///
/// ```swift
/// let request = try await flow.authorizationRequest(responseMode: .formPost)
/// await session.keep(request)  // until the form arrives: see SignInFlow.finish(form:answering:)
/// return request.url
/// ```
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode
public enum ResponseMode: String, Sendable, Hashable, Codable {
    /// In the redirect's query, the default of every provider for a code.
    case query
    /// As a form that the browser posts to a web app's redirect URI, so no URL log contains the code. The post comes
    /// from another site, so it carries no `SameSite=Lax` or `Strict` cookies.
    case formPost = "form_post"
}
