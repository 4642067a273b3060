// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import SignIn

/// How an app says who it is, at each kind of provider.
enum Registrations {
    static func ofEntraID() throws -> ClientRegistration {
        // snippet: Entra ID
        let work = try ClientRegistration(
            name: "work", authority: "https://login.microsoftonline.com/common", clientID: "your client id",
            redirectURI: "http://localhost", scopes: ["offline_access", "User.Read"])
        // snippet: end
        return work
    }

    static func ofCustomers() throws -> [ClientRegistration] {
        // snippet: customers
        let tasks = try ClientRegistration(
            name: "tasks", authority: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_susi",
            clientID: "your client id", redirectURI: "http://localhost",
            scopes: ["offline_access", "https://contoso.onmicrosoft.com/tasks/read"])
        let shop = try ClientRegistration(
            name: "shop", authority: "https://contoso.ciamlogin.com", clientID: "your client id",
            redirectURI: "http://localhost", scopes: ["offline_access", "api://shop/Orders.Read"])
        // snippet: end
        return [tasks, shop]
    }

    static func ofOneDirectory(
        ours: DirectoryID, theirs: DirectoryID, redirectURI: RedirectURI
    ) -> ClientRegistration {
        // snippet: admitted directories
        let partners = ClientRegistration(
            name: "partners", authority: .entra(.organizations, admitting: [ours, theirs]),
            clientID: "your client id", redirectURI: redirectURI, scopes: ["offline_access", "User.Read"])
        // snippet: end
        return partners
    }

    static func ofStandardProvider() throws -> ClientRegistration {
        // snippet: standard provider
        guard let issuer = URL(string: "https://login.example.com"),
            let redirectURI = RedirectURI("http://localhost")
        else { throw CocoaError(.formatting) }
        let example = ClientRegistration(
            name: "example", issuer: issuer, clientID: "your client id", redirectURI: redirectURI,
            scopes: ["profile", "email", "offline_access"])
        // snippet: end
        return example
    }

    static func ofPlainProvider(
        _ github: (authorize: URL, token: URL, user: URL, site: URL), redirectURI: RedirectURI, secret: String
    ) -> ClientRegistration {
        // snippet: plain provider
        let provider = OAuthProvider(
            authorizationEndpoint: github.authorize,  // https://github.com/login/oauth/authorize
            tokenEndpoint: github.token,  // https://github.com/login/oauth/access_token
            profileEndpoint: github.user, subject: "id", username: "login")
        let code = ClientRegistration(
            name: "code", oauthProvider: provider, issuer: github.site, clientID: "your client id",
            authentication: ClientAuthentication(secret: secret), redirectURI: redirectURI, scopes: ["read:user"])
        // snippet: end
        return code
    }
}
