// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import SignIn

/// The examples of user agents, in the doc comments.
struct BrowserExamples {
    let flow: SignInFlow

    func browser(_ openLink: @escaping @Sendable (URL) async throws -> Void) async throws -> Account {
        // snippet: Browser
        let browser = Browser { url in try await openLink(url) }  // as the app opens other links
        let agent = LoopbackUserAgent(browser: browser, returningTo: "Tasks")
        let account = try await flow.signIn(with: agent)
        // snippet: end
        return account
    }

    func loopback() async throws {
        // snippet: LoopbackUserAgent
        let agent = LoopbackUserAgent(returningTo: "Tasks", deadline: .seconds(600))
        let account = try await flow.signIn(with: agent)
        await show("Hello, \(account.identity.name ?? "you")!")
        // snippet: end
    }

    func warning() -> LoopbackUserAgent {
        // snippet: LoopbackWarning
        let agent = LoopbackUserAgent(
            announce: { address in print(address) },
            warn: { warning in
                print(warning == .browserMissing ? "Open the address yourself." : "The page ended without an answer.")
            })
        // snippet: end
        return agent
    }

    func error() async throws -> Account {
        var account: Account
        // snippet: LoopbackUserAgentError
        do {
            account = try await flow.signIn(with: LoopbackUserAgent())
        } catch LoopbackUserAgentError.Code.browserMissing {
            account = try await flow.signInWithDeviceCode { authorization in
                await show("Open \(authorization.verificationURI) and type \(authorization.userCode)")
            }
        }
        // snippet: end
        return account
    }
}
