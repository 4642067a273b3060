// SPDX-License-Identifier: Apache-2.0
public import Foundation
import MicrosoftIdentity
public import SignIn

/// What the QuickStart app is told in its `settings.plist`.
///
/// The keys are those of Microsoft's QuickStart sample: `authority`, `clientId`, `redirectUri`, `scopes`, `graphAPI`,
/// `api-version` and `secret`. Two more, `taskAPI` and `taskScopes`, name the task API and what its tokens must allow.
public struct Settings: Sendable, Hashable {
    /// The registration for people search, and in this version for tasks as well.
    public let registration: ClientRegistration
    /// Microsoft Graph's address with its version.
    public let graph: URL
    /// The task API; `nil` if the file names none.
    public let tasks: TaskSettings?

    /// How the provider departs from the standard.
    public var rules: ProviderRules { .entra }

    /// Reads a file.
    ///
    /// - Throws: ``SettingsError`` with every problem of the file at once.
    public init(contentsOf file: URL) throws {
        guard let content = try? Data(contentsOf: file) else {
            throw SettingsError(
                file: file.path, problem: "the file cannot be read; check the path and its permissions")
        }
        try self.init(propertyList: content, file: file.path)
    }

    /// Reads the content of a file.
    ///
    /// - Parameters:
    ///   - content: An XML property list.
    ///   - file: The file's name, for messages.
    /// - Throws: ``SettingsError`` with every problem of the file at once.
    public init(propertyList content: Data, file: String) throws {
        guard let list = try? PropertyListSerialization.propertyList(from: content, format: nil) else {
            throw SettingsError(
                file: file,
                problem:
                    "this is not a property list; it must be XML that begins with <plist version=\"1.0\">")
        }
        guard let values = list as? [String: Any] else {
            throw SettingsError(
                file: file, problem: "the property list must hold a <dict> of keys and values")
        }
        var reader = SettingsReader(values)
        let authority = reader.value(
            "authority", "an address such as https://login.microsoftonline.com/common"
        ) {
            EntraAuthority($0).flatMap { Self.isSecure($0.issuer) ? $0 : nil }
        }
        let clientID = reader.value("clientId", "the client id of the app registration") {
            $0.contains(where: \.isWhitespace) ? nil : $0
        }
        let redirectURI = reader.value(
            "redirectUri", "a registered redirect URI such as http://localhost", RedirectURI.init)
        let scopes = reader.value("scopes", "permissions such as openid offline_access User.Read.All") {
            Self.scopes($0)
        }
        let graph = reader.value("graphAPI", "an address such as https://graph.microsoft.com/", Self.address)
        let version = reader.value("api-version", "a version such as v1.0") {
            // It becomes a part of an address.
            $0.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._-]*/#).map { String($0.0) }
        }
        let secret = reader.optional("secret")
        let tasks = TaskSettings(&reader)
        guard reader.problems.isEmpty, let authority, let clientID, let redirectURI, let scopes, let graph,
            let version
        else { throw SettingsError(file: file, problems: reader.problems) }
        registration = ClientRegistration(
            name: Self.registrationName, authority: authority, clientID: clientID, clientSecret: secret,
            redirectURI: redirectURI, scopes: scopes)
        self.graph = graph.appending(path: version)
        self.tasks = tasks
    }

    /// The account type of Microsoft's sample.
    public static let registrationName = "myGraphService"

    /// White space alone is no permission.
    static func scopes(_ text: String) -> ScopeSet? {
        let scopes = ScopeSet(text: text)
        return scopes.isEmpty ? nil : scopes
    }

    static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.host()?.isEmpty == false, url.query() == nil, isSecure(url)
        else { return nil }
        return url
    }

    /// Tokens go to these addresses, so plain http is for this machine only.
    private static func isSecure(_ url: URL) -> Bool { (try? ProviderMetadata.secure(url)) != nil }
}
