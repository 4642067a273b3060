// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import OAuthMessages
import PortableFoundation
import SignIn

extension Settings {
    /// The password reset flow if `resetPolicy` is missing, with the name from Microsoft's samples.
    public static let defaultResetPolicy = "b2c_1_reset"

    init?(b2c reader: inout SettingsReader) {
        let name = reader.value("accountIdentifier", "a name for the accounts, such as B2C_Account", SettingsValue.word)
        let clientID = reader.value("clientID", SettingsValue.clientIDRemedy, SettingsValue.word)
        let secret = reader.optional("clientSecret")
        let userFlow = reader.userFlow()
        let pages = reader.signInPages(of: userFlow)
        let redirectURI = reader.value("bhh", SettingsValue.redirectRemedy, SettingsValue.redirectURI)
        let group = reader.accountGroup()
        reader.checkContentType()
        let reset = reader.resetFlow(beside: userFlow)
        let edit = reader.flow("editPolicy", beside: userFlow)
        let tasks = TaskSettings(&reader, usualScopes: ScopeSet(text: clientID ?? ""))
        guard reader.problems.isEmpty, let name, let clientID, let userFlow, let redirectURI else { return nil }
        let registration = { (name: String, flow: UserFlowAuthority, scopes: ScopeSet) in
            ClientRegistration(
                name: name, authority: .userFlow(flow), clientID: clientID,
                authentication: ClientAuthentication(secret: secret),
                redirectURI: redirectURI,
                scopes: scopes)
        }
        // In the sample, app and API share one registration, whose client ID is the scope.
        let permissions = tasks?.scopes ?? [clientID]
        self.init(
            .b2c, registration(name, userFlow, ScopeSet(["openid", "offline_access"]).union(permissions)),
            signInPages: pages)
        self.tasks = tasks
        accountGroup = group
        passwordReset = reset.map { registration("\(name), new password", $0, ["openid"]) }
        profileEditing = edit.map { registration("\(name), profile", $0, ["openid"]) }
    }
}

extension SettingsReader {
    /// `authURL` and `tokenURL` must name the same user flow.
    fileprivate mutating func userFlow() -> UserFlowAuthority? {
        let directory = "https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0"
        let authorize = endpoint("authURL", "/oauth2/v2.0/authorize", "\(directory)/authorize?p=b2c_1_susi")
        let token = endpoint("tokenURL", "/oauth2/v2.0/token", "\(directory)/token?p=b2c_1_susi")
        guard let authorize, let token else { return nil }
        guard authorize == token else {
            note("tokenURL", "has another host, directory, or policy than authURL; make them match")
            return nil
        }
        return authorize
    }

    private mutating func endpoint(_ key: String, _ path: String, _ example: String) -> UserFlowAuthority? {
        let shorter = raw(key).flatMap { Self.withoutTestRun($0, endpoint: path) }
        let remedy = shorter.map { "\($0) only: the rest is from the portal's test run of the user flow" }
        return value(key, remedy ?? "an address such as \(example)") { Self.userFlow($0, endpoint: path) }
    }

    private static func userFlow(_ text: String, endpoint: String) -> UserFlowAuthority? {
        guard URLComponents(string: text)?.path.lowercased().hasSuffix(endpoint) == true else { return nil }
        return UserFlowAuthority(text)
    }

    /// The endpoint in the URL that the portal shows for "Run user flow"; `nil` for any other URL.
    private static func withoutTestRun(_ text: String, endpoint: String) -> String? {
        guard var parts = URLComponents(string: text), let items = parts.queryItems,
            items.contains(where: { ["client_id", "response_type", "redirect_uri", "nonce"].contains($0.name) })
        else { return nil }
        let flow = items.filter { $0.name == "p" }
        parts.queryItems = flow.isEmpty ? nil : flow
        parts.fragment = nil
        return parts.string.flatMap { userFlow($0, endpoint: endpoint) == nil ? nil : $0 }
    }

    /// `loginURL` must be on the host and directory of the user flow, because other pages are not the provider's.
    fileprivate mutating func signInPages(of userFlow: UserFlowAuthority?) -> SignInPages {
        let own = userFlow.map(SignInPages.init(of:)) ?? SignInPages([])
        guard has("loginURL") else { return own }
        let login = value(
            "loginURL", "an address such as https://login.microsoftonline.com/contoso.onmicrosoft.com/login",
            SettingsValue.address)
        guard let login, let userFlow else { return own }
        guard SignInPages(directoryOf: userFlow).contains(login) else {
            note("loginURL", "is not below the host and directory of authURL; use a URL that is")
            return own
        }
        return own.adding(login)
    }

    /// The only type in RFC 6749 §4.1.3.
    fileprivate mutating func checkContentType() {
        let type = "application/x-www-form-urlencoded"
        if let stated = optional("contentType"), stated.lowercased() != type {
            note("contentType", "must be \(type), because token requests are always sent as a form")
        }
    }

    /// `resetPolicy` names another user flow of the same directory; empty means none.
    fileprivate mutating func resetFlow(beside userFlow: UserFlowAuthority?) -> UserFlowAuthority? {
        guard has("resetPolicy") else { return userFlow?.switched(to: Settings.defaultResetPolicy) }
        return flow("resetPolicy", beside: userFlow)
    }

    fileprivate mutating func flow(_ key: String, beside userFlow: UserFlowAuthority?) -> UserFlowAuthority? {
        guard let policy = optional(key), let userFlow else { return nil }
        guard let flow = userFlow.switched(to: policy) else {
            note(key, "is invalid; use a policy such as b2c_1_reset, or leave it empty")
            return nil
        }
        return flow
    }
}
