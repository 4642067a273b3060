// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import PortableFoundation
import QuickStart
import SignIn

struct TerminalSignIn: SignInSource {
    let connection: AppConnection
    let way: SignInWay
    /// The account that must consent; `nil` means the latest sign-in.
    var account: Account.ID?

    /// A forgotten password leads once to the password reset and back; no other page is shown twice.
    @MainActor static func run(_ source: TerminalSignIn, for wish: SignInWish) async throws -> Account {
        let model = SignInModel(source)
        model.signIn(wish)
        await withTaskCancellationHandler {
            await model.settled()
        } onCancel: {
            Task { @MainActor in model.cancel() }
        }
        return switch model.state.phase {
        case .content(let account): account
        case .failed(let failure): throw failure
        default: throw CommandError("the sign-in was canceled", hint: "start again with \(tessera: "sign-in")")
        }
    }

    func signIn(_ wish: SignInWish) async throws -> Account {
        switch way {
        case .browser, .paste: return try await pages.signIn(wish)
        case .deviceCode:
            let expected = try await expected(wish)
            return try await connection.flow(asking: wish.scopes).signInWithDeviceCode(continuing: expected) {
                authorization in
                Terminal.note(
                    """
                    On any device, open this URL:

                      \(authorization.verificationURI.absoluteString)

                    and enter the code \(authorization.userCode)
                    """)
            }
        }
    }

    /// The account that must sign in with the code; the device authorization request cannot name it.
    private func expected(_ wish: SignInWish) async throws -> Account? {
        let all = try await connection.accounts.accounts(of: connection.settings.registration)
        return switch wish {
        case .anyAccount, .anotherAccount: nil
        case .account(let name): try Account.named(name, among: all)
        case .consent where account == nil && all.isEmpty: nil
        case .consent: try await connection.account(account)
        }
    }

    func show(_ change: AccountChange) async throws {
        if change == .password { Terminal.note("Choose a new password. Then you return to the sign-in.") }
        switch way {
        case .browser, .paste: try await pages.show(change)
        case .deviceCode:
            throw CommandError("a password cannot be reset with a device code", hint: "\(tessera: "sign-in --paste")")
        }
    }

    private var pages: UserAgentSignIn<TerminalUserAgent> {
        UserAgentSignIn(connection, with: TerminalUserAgent(settings: connection.settings, way: way)) { account }
    }
}

/// The final URL of a sign-in, which the user copies from the browser.
enum PastedAddress {
    /// `nil` at the end of the input, or after too many URLs of the provider's own `pages`, which come too early.
    static func read(besides pages: SignInPages) async throws -> String? {
        for _ in 0..<Self.patience {
            guard let line = try await Terminal.askHidden(question) else { return nil }
            guard URL(string: line).map(pages.contains) == true else { return line }
            Terminal.note("That page is still part of the sign-in. Continue there, then paste the final URL.")
        }
        return nil
    }

    /// The browser may report that it cannot show the page: no program listens there.
    private static let question =
        "Paste the browser's final URL, even if it shows an error (input is hidden): "

    /// The limit of URLs that the user may paste too early.
    private static let patience = 5
}

extension LoopbackUserAgent {
    static func onThisMachine(
        introducedBy introduction: String, deadline: Duration = .seconds(300)
    ) -> LoopbackUserAgent {
        LoopbackUserAgent(browser: .environment, deadline: deadline) { address in
            Terminal.note("\(introduction)\n\n  \(address.absoluteString)\n")
        } warn: { warning in
            switch warning {
            case .browserMissing: Terminal.note("No browser opened. Open the URL yourself.")
            case .answerMissing:
                Terminal.note(
                    "The browser returned without completing this sign-in. Finish it there, or press Ctrl-C to cancel."
                )
            }
        }
    }
}
