// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

/// A user agent of the app's own: prints the page, and reads the address at which the browser ended.
struct PrintingUserAgent: UserAgent {
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered)
    }

    struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI

        func open(_ url: URL) async throws -> Redacted<URL> {
            print(url)
            guard let redirect = readLine().flatMap({ URL(string: $0) }) else { throw CancellationError() }
            return Redacted(redirect)
        }
    }
}

guard let issuer = URL(string: "https://login.example.com"), let redirectURI = RedirectURI("http://localhost"),
    let folder = CommandLine.arguments.dropFirst().first
else { throw Refusal(.registrationMalformed, "name the folder of the accounts") }
let work = ClientRegistration(
    name: "work", issuer: issuer, clientID: "app", redirectURI: redirectURI, scopes: ["offline_access", "read"])
try await withAccounts(keptIn: SealedAccountStorage(folder: URL(filePath: folder)), of: [work]) { accounts in
    let flow = SignInFlow(work, keepingIn: accounts)
    if let api = CommandLine.arguments.dropFirst(2).first.flatMap({ URL(string: $0) }) {
        let account = try await flow.signIn(with: PrintingUserAgent())
        let transport = flow.authorizedTransport(for: account, scopes: ["read"], to: api)
        print(try await transport.send(HTTPRequest(url: api)).status)
    } else {
        print(try await accounts.accounts(of: work).count, "accounts of", flow.registration.name)
    }
}
