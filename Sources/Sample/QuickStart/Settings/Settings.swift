// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import MicrosoftIdentity
public import PortableFoundation
public import SignIn

/// The settings of the app, from its `settings.plist`.
///
/// It reads the files of two Microsoft samples, each with its own keys: QuickStart for people search, and the B2C
/// sample for tasks. A third form is for any OpenID provider.
public struct Settings: Sendable {
    /// The form of a file, by its keys.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// QuickStart: `authority`, `clientId`, `redirectUri`, `scopes`, `graphAPI`, `api-version` and `secret`; we
        /// added `taskAPI`, `taskScopes` and `keychain`.
        case quickStart
        /// The B2C sample: `accountIdentifier`, `clientID`, `clientSecret`, `authURL`, `tokenURL`, `loginURL`, `bhh`,
        /// `keychain`, `contentType` and `taskAPI`; we added `taskScopes`, `resetPolicy` and `editPolicy`.
        case b2c
        /// Any OpenID provider: `issuer`, `clientId`, `redirectUri`, `scopes`, `secret`, `clientAuthentication` and
        /// `keychain`.
        case openID
    }

    /// The form of the file.
    public let form: Form
    /// The registration; the samples call its name the account type.
    public private(set) var registration: ClientRegistration
    /// Microsoft Graph's address with its version; `nil` if the file names none.
    public internal(set) var graph: URL?
    /// The task API; `nil` if the file names none.
    public internal(set) var tasks: TaskSettings?
    /// The group of programs that share one sign-in (`keychain`); `nil` if the file names none.
    public internal(set) var accountGroup: AccountGroup?
    /// The registration for setting a new password; `nil` if there is none.
    public internal(set) var passwordReset: ClientRegistration?
    /// The registration for the user flow in which a person edits the profile; `nil` if there is none.
    public internal(set) var profileEditing: ClientRegistration?
    /// The provider's pages for the steps of a sign-in.
    public let signInPages: SignInPages
    /// Unknown keys, such as a misspelled one, sorted, so that a front can warn.
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

    /// The same settings for an app at another address of this machine: providers accept each port there.
    ///
    /// - Parameter base: The address of the app, without a path.
    /// - Returns: The settings with redirect URIs below `base`; those for a host elsewhere are unchanged.
    public func answering(at base: String) -> Settings {
        func moved(_ registration: ClientRegistration) -> ClientRegistration {
            guard registration.redirectURI.isLoopback,
                let redirect = RedirectURI("\(base)\(registration.redirectURI.path)"),
                redirect.url.flatMap(Origin.init)?.isLoopback == true
            else { return registration }
            var registration = registration
            registration.redirectURI = redirect
            return registration
        }
        var settings = self
        settings.registration = moved(registration)
        settings.passwordReset = passwordReset.map(moved)
        settings.profileEditing = profileEditing.map(moved)
        return settings
    }

    /// The same settings, with accounts of their own unless one of the others sends tokens to the same addresses.
    func keptApart(from others: [Settings]) -> Settings {
        guard !others.contains(where: { $0.form == form && $0.uses == uses }) else { return self }
        var settings = self
        // Accounts are bound to the name of their registration.
        settings.registration.name += " (\(uses))"
        return settings
    }

    /// The addresses that get tokens, and the permissions of those.
    private var uses: String {
        [
            graph?.absoluteString, tasks?.endpoint.absoluteString, registration.scopes.description,
            tasks?.scopes.description,
        ].map { $0 ?? "-" }.joined(separator: " ")
    }

    /// The registration for a change of an account; `nil` if there is none.
    public func registration(for change: AccountChange) -> ClientRegistration? {
        switch change {
        case .profile: profileEditing
        case .password: passwordReset
        }
    }

    /// Creates settings from the values that all forms have.
    init(_ form: Form, _ registration: ClientRegistration, signInPages: SignInPages) {
        self.form = form
        self.registration = registration
        self.signInPages = signInPages
    }
}

extension Settings.Form {
    /// `openID` for a file with `issuer` but without `authority` and `authURL`; otherwise the form of Microsoft with
    /// more of its own keys in the file.
    init(of values: [String: String?]) {
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

extension [Settings] {
    /// The registration of people search; `nil` if the settings name no Graph.
    public var forPeople: Settings? { first { $0.graph != nil } }

    /// The registrations with a task API, those for customers first.
    public var forTasks: [Settings] {
        let all = filter { $0.tasks != nil }
        return all.filter { $0.form == .b2c } + all.filter { $0.form != .b2c }
    }
}

extension Settings {
    /// The account type of Microsoft's sample.
    public static let registrationName = "myGraphService"

    /// Reads the keys of QuickStart's file; `nil` if there are problems, which the reader collects.
    init?(quickStart reader: inout SettingsReader) {
        let authority = reader.value(
            "authority", "an address such as https://login.microsoftonline.com/common",
            readingOrSaying: Authority.init)
        let clientID = reader.value("clientId", SettingsValue.clientIDRemedy, SettingsValue.word)
        let redirectURI = reader.value("redirectUri", SettingsValue.redirectRemedy, SettingsValue.redirectURI)
        let scopes = reader.value(
            "scopes", "permissions such as openid offline_access User.Read.All", SettingsValue.scopes)
        let graph = reader.value("graphAPI", "an address such as https://graph.microsoft.com/", SettingsValue.address)
        let version = reader.value("api-version", "a version such as v1.0", SettingsValue.version)
        let secret = reader.optional("secret")
        let tasks = TaskSettings(quickStart: &reader)
        let group = reader.accountGroup()
        guard reader.problems.isEmpty, let authority, let clientID, let redirectURI, let scopes, let graph,
            let version
        else { return nil }
        var registration = ClientRegistration(
            name: Self.registrationName, authority: authority, clientID: clientID,
            authentication: ClientAuthentication(secret: secret),
            redirectURI: redirectURI, scopes: scopes)
        // Every front answers claims challenges, so Graph may end a token early.
        registration.clientCapabilities = ["cp1"]
        self.init(.quickStart, registration, signInPages: SignInPages(of: authority))
        self.graph = graph.appending(path: version)
        self.tasks = tasks
        accountGroup = group
    }
}
