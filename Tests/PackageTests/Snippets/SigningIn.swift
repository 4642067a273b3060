// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import HTTPTransport
import SignIn

/// Stands for whatever an app shows things in.
protocol Window: Sendable {
    func show(_ text: String) async
    func askForAddress(_ complaint: String?) async -> String?
}

/// The ways in, for a person who is there.
struct SigningIn {
    let window: any Window
    let flow: SignInFlow

    func wholeApp(_ work: ClientRegistration, _ storage: any AccountStorage) async throws {
        // snippet: whole app
        try await withAccounts(keptIn: storage, of: [work]) { accounts in
            let flow = SignInFlow(work, keepingIn: accounts)
            let account = try await flow.signIn(with: LoopbackUserAgent())
            await window.show("Hello, \(account.identity.name ?? "you")!")
        }
        // snippet: end
    }

    func withOptions() async throws -> Account {
        // snippet: options
        let options = SignInOptions(prompt: .selectAccount, loginHint: "ana@contoso.com", maxAge: .seconds(3600))
        let account = try await flow.signIn(with: LoopbackUserAgent(), options: options)
        // snippet: end
        return account
    }

    func withDeviceCode() async throws -> Account {
        // snippet: device code
        let account = try await flow.signInWithDeviceCode { authorization in
            await window.show("Open \(authorization.verificationURI) and type \(authorization.userCode)")
        }
        // snippet: end
        return account
    }

    func withPastedAddress() async throws -> Account {
        // snippet: pasted address
        let agent = PastingUserAgent(
            showing: { await window.show("Open \($0), sign in, and paste the address that the browser ends at.") },
            reading: { complaint in await window.askForAddress(complaint?.message) })
        let account = try await flow.signIn(with: agent)
        // snippet: end
        return account
    }

    func moreConsent(_ account: Account) async throws -> Account {
        // snippet: more consent
        let extended = try await flow.extend(account, by: ["People.Read"], with: LoopbackUserAgent())
        // snippet: end
        return extended
    }

    func signOut(_ account: Account) async throws {
        // snippet: sign out
        let outcome = try await flow.signOut(account, with: LoopbackUserAgent())
        switch outcome.session {
        case .ended: await window.show("You are signed out.")
        case .open(let address): await window.show("Open \(address) to sign out at the provider too.")
        case .remains: await window.show("You are signed out here.")
        }
        if case .remains(let reason?) = outcome.refreshToken {
            await window.show("The provider did not revoke the refresh token: \(reason)")
        }
        // snippet: end
    }

    func callAPI(_ account: Account, _ api: URL) async throws -> Data {
        // snippet: call an API
        let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
        let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
        // snippet: end
        return response.body
    }

    func answering(_ account: Account, _ api: URL, _ agent: LoopbackUserAgent) -> AuthorizedTransport {
        // snippet: call an API that challenges
        let transport = flow.authorizedTransport(
            for: account, scopes: ["User.Read"], to: api, answeringChallengesWith: agent, adding: ["People.Read"])
        // snippet: end
        return transport
    }

    func capable(_ registration: ClientRegistration) -> ClientRegistration {
        var registration = registration
        // snippet: a client that answers challenges
        registration.clientCapabilities = ["cp1"]
        // snippet: end
        return registration
    }
}
