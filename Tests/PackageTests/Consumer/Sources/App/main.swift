// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// Reads a page of an API as the person who is signed in; they sign in by pasting the address that the browser ends at.
func read(_ api: URL, _ flow: SignInFlow) async throws -> HTTPResponse.Status {
    let agent = PastingUserAgent(showing: { print($0) }, reading: { _ in nil })
    let account = try await flow.signIn(with: agent)
    let transport = flow.authorizedTransport(for: account, scopes: ["read"], to: api)
    return try await transport.send(HTTPRequest(url: api)).status
}

guard let issuer = URL(string: "https://login.example.com"), let redirectURI = RedirectURI("http://localhost"),
    let folder = CommandLine.arguments.dropFirst().first
else { throw Refusal(.registrationMalformed, "name the folder of the accounts") }
let registration = ClientRegistration(
    name: "work", issuer: issuer, clientID: "app", redirectURI: redirectURI, scopes: ["offline_access", "read"])
let storage = SealedAccountStorage(folder: URL(filePath: folder))
try await withSystemTransport { transport in
    let accounts = AccountStore(storage, registrations: [registration], over: transport)
    let flow = SignInFlow(registration, keepingIn: accounts)
    if let api = CommandLine.arguments.dropFirst(2).first.flatMap({ URL(string: $0) }) {
        print(try await read(api, flow))
    } else {
        print(try await accounts.accounts(of: registration).count, "accounts of", flow.registration.name)
    }
}
