// SPDX-License-Identifier: Apache-2.0
public import Foundation
import MicrosoftIdentity
public import SignIn

/// What the app is told in its `settings.plist`.
///
/// It reads the files of both of Microsoft's samples, each with its own keys: that of QuickStart, which searches
/// people, and that of the B2C sample, which keeps tasks. A third form is for any OpenID provider.
public struct Settings: Sendable {
    /// Whose keys a file has.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// QuickStart: `authority`, `clientId`, `redirectUri`, `scopes`, `graphAPI`, `api-version` and `secret`; of our
        /// own `taskAPI` and `taskScopes`, and `keychain` as in the other form.
        case quickStart
        /// The B2C sample: `accountIdentifier`, `clientID`, `clientSecret`, `authURL`, `tokenURL`, `loginURL`, `bhh`,
        /// `keychain`, `contentType` and `taskAPI`; of our own `taskScopes` and `resetPolicy`.
        case b2c
        /// Any OpenID provider: `issuer`, `clientId`, `redirectUri`, `scopes`, `secret`, `clientAuthentication` and
        /// `keychain`.
        case openID
    }

    /// Whose keys the file has.
    public let form: Form
    /// The registration; its name is what the samples call the account type.
    public let registration: ClientRegistration
    /// Microsoft Graph's address with its version; `nil` if the file names none.
    public internal(set) var graph: URL?
    /// The task API; `nil` if the file names none.
    public internal(set) var tasks: TaskSettings?
    /// The group of programs that share one sign-in (`keychain`); `nil` for those that share with nobody in particular.
    public internal(set) var accountGroup: AccountGroup?
    /// The pages that set a new password; `nil` if there are none.
    public internal(set) var passwordReset: ClientRegistration?
    /// The provider's pages on which a sign-in goes on.
    public let signInPages: SignInPages
    /// Keys that nobody reads, such as a misspelled one; in order, so that a front can warn.
    public internal(set) var unknownKeys: [String] = []

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
        let list = try SettingsPropertyList(content, file: file)
        var reader = SettingsReader(list.values)
        let settings =
            switch Form(of: list.values) {
            case .quickStart: Settings(quickStart: &reader)
            case .b2c: Settings(b2c: &reader)
            case .openID: Settings(openID: &reader)
            }
        guard reader.problems.isEmpty, var settings else { throw SettingsError(file: file, problems: reader.problems) }
        guard !list.isMended else { throw list.malformed }
        settings.unknownKeys = reader.unknownKeys
        self = settings
    }

    /// Takes what both forms have.
    init(_ form: Form, _ registration: ClientRegistration, signInPages: SignInPages) {
        self.form = form
        self.registration = registration
        self.signInPages = signInPages
    }
}

extension Settings.Form {
    /// The form with an `issuer`, unless there is an authority; else that of which more keys are there that the other
    /// has not.
    init(of values: [String: Any]) {
        guard values["issuer"] == nil || values["authority"] != nil || values["authURL"] != nil else {
            self = .openID
            return
        }
        let own = ["authority", "clientId", "redirectUri", "scopes", "graphAPI", "api-version", "secret"]
        let others = ["accountIdentifier", "clientID", "clientSecret", "authURL", "tokenURL", "loginURL", "bhh"]
        self =
            others.count { values[$0] != nil } > own.count { values[$0] != nil } ? .b2c : .quickStart
    }
}
