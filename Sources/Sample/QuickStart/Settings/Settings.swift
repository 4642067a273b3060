// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import MicrosoftIdentity
public import PortableFoundation
public import SignIn

/// The app's settings, from a `settings.plist` in the format of one of Microsoft's samples, or for any OpenID provider.
public struct Settings: Sendable {
    /// The format of a file, detected from its keys.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// QuickStart, for people search: `authority`, `clientId`, `redirectUri`, `scopes`, `graphAPI`, `api-version`,
        /// and `secret`; `taskAPI`, `taskScopes`, and `keychain` are additions.
        case quickStart
        /// The B2C sample, for tasks: `accountIdentifier`, `clientID`, `clientSecret`, `authURL`, `tokenURL`,
        /// `loginURL`, `bhh`, `keychain`, `contentType`, and `taskAPI`; `taskScopes`, `resetPolicy`, and `editPolicy`
        /// are additions.
        case b2c
        /// Any OpenID provider: `issuer`, `clientId`, `redirectUri`, `scopes`, `secret`, `clientAuthentication`, and
        /// `keychain`.
        case openID
    }

    /// The format of the file.
    public let form: Form
    /// The registration, whose name the samples call the account type.
    public private(set) var registration: ClientRegistration
    /// Microsoft Graph's URL with its version, if any.
    public internal(set) var graph: URL?
    /// The task API, if any.
    public internal(set) var tasks: TaskSettings?
    /// The group of programs that share one sign-in (`keychain`), if any.
    public internal(set) var accountGroup: AccountGroup?
    /// The registration for the password reset flow, if any.
    public internal(set) var passwordReset: ClientRegistration?
    /// The registration for the user flow that edits the profile, if any.
    public internal(set) var profileEditing: ClientRegistration?
    /// The provider's pages for the steps of a sign-in.
    public let signInPages: SignInPages
    /// Unknown keys, such as misspelled ones, sorted, for a warning.
    public internal(set) var unknownKeys: [String] = []

    /// Reads a file; throws a ``SettingsError`` with all problems.
    public init(contentsOf file: URL) throws {
        guard let content = try? Data(contentsOf: file) else {
            throw SettingsError(
                file: file.path, problem: "the file cannot be read; check the path and its permissions")
        }
        try self.init(propertyList: content, file: file.path)
    }

    /// Parses an XML property list; throws a ``SettingsError`` with all problems.
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

    /// Returns the settings with loopback redirect URIs moved to `base`, a URL without a path: providers accept each
    /// port there.
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

    /// Separates the accounts, unless one of the others sends tokens to the same URLs.
    func keptApart(from others: [Settings]) -> Settings {
        guard !others.contains(where: { $0.form == form && $0.uses == uses }) else { return self }
        var settings = self
        // Accounts are bound to the name of their registration.
        settings.registration.name += " (\(uses))"
        return settings
    }

    private var uses: String {
        [
            graph?.absoluteString, tasks?.endpoint.absoluteString, registration.scopes.description,
            tasks?.scopes.description,
        ].map { $0 ?? "-" }.joined(separator: " ")
    }

    /// Returns the registration for an account change, if any.
    public func registration(for change: AccountChange) -> ClientRegistration? {
        switch change {
        case .profile: profileEditing
        case .password: passwordReset
        }
    }

    init(_ form: Form, _ registration: ClientRegistration, signInPages: SignInPages) {
        self.form = form
        self.registration = registration
        self.signInPages = signInPages
    }
}

extension Settings.Form {
    /// `openID` for a file with `issuer` but neither `authority` nor `authURL`; otherwise, the format with more of its
    /// own keys in the file.
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
    /// The registration of people search; `nil` without a Graph URL.
    public var forPeople: Settings? { first { $0.graph != nil } }

    /// The registrations with a task API, those for customers first.
    public var forTasks: [Settings] {
        let all = filter { $0.tasks != nil }
        return all.filter { $0.form == .b2c } + all.filter { $0.form != .b2c }
    }
}

extension Settings {
    /// The account type in Microsoft's sample.
    public static let registrationName = "myGraphService"

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
        let tasks = TaskSettings(&reader)
        let group = reader.accountGroup()
        guard reader.problems.isEmpty, let authority, let clientID, let redirectURI, let scopes, let graph,
            let version
        else { return nil }
        var registration = ClientRegistration(
            name: Self.registrationName, authority: authority, clientID: clientID,
            authentication: ClientAuthentication(secret: secret),
            redirectURI: redirectURI, scopes: scopes)
        // Each front answers claims challenges, so Graph may revoke a token early.
        registration.clientCapabilities = ["cp1"]
        self.init(.quickStart, registration, signInPages: SignInPages(of: authority))
        self.graph = graph.appending(path: version)
        self.tasks = tasks
        accountGroup = group
    }
}
