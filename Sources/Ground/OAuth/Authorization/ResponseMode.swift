// SPDX-License-Identifier: Apache-2.0
/// How the provider's answer travels through the browser.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode
public enum ResponseMode: String, Sendable, Hashable, Codable {
    /// In the query of the redirect: what every provider does for a code unless it is asked for something else.
    case query
    /// As a form that the browser posts to the redirect URI, which a web app receives; the code is in no log of
    /// addresses. The post comes from another site, so it carries no cookie that is `SameSite=Lax` or stricter.
    case formPost = "form_post"
}
