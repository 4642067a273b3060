// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignIn
import SignInProvider

/// Reads single values, in the same way for all forms; `nil` means an unusable value.
enum SettingsValue {
    static let clientIDRemedy = "the client id of the app registration"
    static let redirectRemedy = "a registered redirect URI such as http://localhost"

    /// A text without white space.
    static func word(_ text: String) -> String? {
        text.unicodeScalars.contains(where: \.properties.isWhitespace) ? nil : text
    }

    /// A version of an API: it becomes a part of an address.
    static func version(_ text: String) -> String? {
        let isSafe = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isSafe, let first = text.first, first.isLetter || first.isNumber else { return nil }
        return text
    }

    /// Reads scopes; white space only is not one.
    static func scopes(_ text: String) -> ScopeSet? {
        let scopes = ScopeSet(text: text)
        return scopes.isEmpty ? nil : scopes
    }

    /// The address of an API, without a query.
    static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.query() == nil, isSecure(url)
        else { return nil }
        return url
    }

    /// Removes a `?code=` at the end, which the tutorials write because their web view looks for this beginning.
    static func redirectURI(_ text: String) -> RedirectURI? {
        RedirectURI(text.hasSuffix("?code=") ? String(text.dropLast("?code=".count)) : text)
    }

    /// Tokens go to these addresses, so plain http is only for this machine.
    static func isSecure(_ url: URL) -> Bool { Origin(url)?.isSecure == true }
}

/// A line of the settings page.
public struct SettingsFact: Sendable, Hashable {
    /// The name of the setting.
    public let label: String
    /// The value; never a secret.
    public let value: String

    /// The settings of one registration.
    public static func all(of settings: Settings, in texts: Texts) -> [SettingsFact] {
        let words = texts.settings
        let unknown = settings.unknownKeys.joined(separator: ", ")
        let all: [(String, String?)] = [
            (words.provider, settings.registration.issuer.absoluteString),
            (words.clientID, settings.registration.clientID),
            (words.redirectURI, settings.registration.redirectURI.description),
            (words.directory, settings.graph?.absoluteString),
            (words.taskList, settings.tasks?.endpoint.absoluteString),
            ("settings.plist", unknown.isEmpty ? nil : words.unknownKeys(unknown)),
        ]
        return all.compactMap { label, value in value.map { SettingsFact(label: label, value: $0) } }
    }
}
