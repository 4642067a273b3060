// SPDX-License-Identifier: Apache-2.0
import Foundation
import Provider
import SignIn

/// How single values are read, the same in both forms; `nil` is for what cannot be used.
enum SettingsValue {
    static let clientIDRemedy = "the client id of the app registration"
    static let redirectRemedy = "a registered redirect URI such as http://localhost"

    /// A text without white space.
    static func word(_ text: String) -> String? {
        text.unicodeScalars.contains(where: \.properties.isWhitespace) ? nil : text
    }

    /// White space alone is no permission.
    static func scopes(_ text: String) -> ScopeSet? {
        let scopes = ScopeSet(text: text)
        return scopes.isEmpty ? nil : scopes
    }

    /// An address of an API: it has no query.
    static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.host()?.isEmpty == false, url.query() == nil, isSecure(url)
        else { return nil }
        return url
    }

    /// The tutorials write `?code=` behind it, because their web view looks for an address that begins so.
    static func redirectURI(_ text: String) -> RedirectURI? {
        RedirectURI(text.hasSuffix("?code=") ? String(text.dropLast("?code=".count)) : text)
    }

    /// Tokens go to these addresses, so plain http is for this machine only.
    static func isSecure(_ url: URL) -> Bool { (try? ProviderMetadata.secure(url)) != nil }
}
