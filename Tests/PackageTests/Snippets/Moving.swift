// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import HTTPTransport
import SignIn

/// What an app that used NXOAuth2Client writes instead.
struct Moving {
    // snippet: moved
    func requestAccess(_ flow: SignInFlow) async throws -> Account {
        // [[NXOAuth2AccountStore sharedStore] requestAccessToAccountWithType:@"work"] and handleRedirectURL:
        try await flow.signIn(with: LoopbackUserAgent())
    }

    func performRequest(_ flow: SignInFlow, _ account: Account, _ resource: URL) async throws -> Data {
        // [NXOAuth2Request performMethod:@"GET" onResource:… withAccount:… responseHandler:…]
        let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: resource)
        return try await transport.send(HTTPRequest(url: resource)).body
    }
    // snippet: end
}
