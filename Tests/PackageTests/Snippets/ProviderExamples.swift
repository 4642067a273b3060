// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import MicrosoftIdentity
import SignIn
import SignInProvider
import SignInTesting

/// Stands for the sessions that a web app keeps for its people.
protocol WebSessions: Sendable {
    func end(ofPerson subject: String?, session: String?) async
}

/// The examples of tokens and of the people in them, in the doc comments.
struct ProviderExamples {
    let flow: SignInFlow

    func claims(_ account: Account) -> (String?, [String], Date?) {
        // snippet: Claims
        let claims = account.identity.claims
        let department = claims.string("department")
        let groups = claims.strings("groups")
        let authenticatedAt = claims.date("auth_time")
        // snippet: end
        return (department, groups, authenticatedAt)
    }

    func claimValue(_ account: Account) async {
        // snippet: JSONValue
        switch account.identity.claims["roles"] {
        case .array(let roles): await show("You have \(roles.count) roles.")
        case .string(let role): await show("You have the role \(role).")
        default: await show("You have no role.")
        }
        // snippet: end
    }

    func identity(_ account: Account) async -> [String] {
        // snippet: Identity
        let identity = account.identity
        await show("Hello, \(identity.name ?? identity.username ?? "you")!")
        let key = [identity.issuer, identity.subject]  // never the user name, which may change
        // snippet: end
        return key
    }

    func userInfo(_ account: Account) async throws -> (String?, Bool) {
        // snippet: UserInfo
        let userInfo = try await flow.userInfo(of: account)
        let phone = userInfo.claims.string("phone_number")
        let isVerified = userInfo.claims["phone_number_verified"] == .boolean(true)
        // snippet: end
        return (phone, isVerified)
    }

    func logoutToken(_ body: String, _ sessions: some WebSessions) async throws -> Bool {
        // snippet: LogoutToken
        guard let text = try FormParameters(encoded: body)?.once("logout_token") else { return false }
        let token = try await flow.validateLogoutToken(Redacted(text))
        await sessions.end(ofPerson: token.subject, session: token.sessionID)
        return true  // answer with status 200
        // snippet: end
    }

    func time(_ tenant: TestTenant) -> SignInFlow {
        // snippet: TimeSource
        let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
        let flow = SignInFlow(tenant.registration, keepingIn: accounts)
        tenant.clock.advance(by: .seconds(3600))  // tenant: from SignInTesting
        // snippet: end
        return flow
    }
}

/// The examples of clients and providers.
enum ClientExamples {
    static func key(_ keyFile: URL, _ certificateFile: URL, for client: ClientRegistration) throws -> ClientRegistration
    {
        var registration = client
        // snippet: ClientKey
        let key = try ClientKey(
            pem: String(contentsOf: keyFile, encoding: .utf8),
            certificate: String(contentsOf: certificateFile, encoding: .utf8))
        registration.authentication = .privateKeyJWT(key)
        // snippet: end
        return registration
    }

    static func authentication(_ key: ClientKey, _ tokenFile: URL) -> [ClientAuthentication] {
        // snippet: ClientAuthentication
        let secret = ProcessInfo.processInfo.environment["CLIENT_SECRET"]
        let bySecret = ClientAuthentication(secret: secret)
        let byKey = ClientAuthentication.privateKeyJWT(key)
        let byCertificate = ClientAuthentication.mutualTLS
        let byPlatform = ClientAuthentication.federatedAssertion(inFile: tokenFile)
        // snippet: end
        return [bySecret, byKey, byCertificate, byPlatform]
    }

    static func description() -> AcceptedTokens? {
        // snippet: ProviderDescription
        guard let issuer = URL(string: "https://login.example.com") else { return nil }
        let provider = ProviderDescription(issuer: issuer)
        let tokens = AcceptedTokens(from: provider, AccessTokenRules(audiences: ["https://tasks.example.com"]))
        // snippet: end
        return tokens
    }

    static func rules(_ address: URL, _ directory: DirectoryID, _ redirectURI: RedirectURI) -> ClientRegistration {
        // snippet: ProviderRules
        let local = ClientRegistration(
            name: "local", issuer: address.appending(path: "\(directory)/v2.0"), clientID: "your client id",
            redirectURI: redirectURI, scopes: ["profile", "User.Read"],
            rules: .entra)  // for `tessera tenant`, which stands in for Entra ID
        // snippet: end
        return local
    }
}
