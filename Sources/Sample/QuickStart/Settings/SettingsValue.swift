// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignIn
import SignInProvider

/// Parses values in the same way for all formats; `nil` means an invalid value.
enum SettingsValue {
    static let clientIDRemedy = "the client id of the app registration"
    static let redirectRemedy = "a registered redirect URI such as http://localhost"

    static func word(_ text: String) -> String? {
        text.unicodeScalars.contains(where: \.properties.isWhitespace) ? nil : text
    }

    /// The version becomes part of a URL.
    static func version(_ text: String) -> String? {
        let isSafe = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        guard isSafe, let first = text.first, first.isLetter || first.isNumber else { return nil }
        return text
    }

    static func scopes(_ text: String) -> ScopeSet? {
        let scopes = ScopeSet(text: text)
        return scopes.isEmpty ? nil : scopes
    }

    static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.query() == nil, isSecure(url)
        else { return nil }
        return url
    }

    /// Removes a trailing `?code=`, which the tutorials write because their web view searches for that prefix.
    static func redirectURI(_ text: String) -> RedirectURI? {
        RedirectURI(text.hasSuffix("?code=") ? String(text.dropLast("?code=".count)) : text)
    }

    /// Tokens go to these URLs, so plain HTTP is only for this machine.
    static func isSecure(_ url: URL) -> Bool { Origin(url)?.isSecure == true }
}

/// A line of the settings page.
public struct SettingsFact: Sendable, Hashable {
    /// The label.
    public let label: String
    /// Never a secret.
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
