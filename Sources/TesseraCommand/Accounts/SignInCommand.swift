// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import LoopbackUserAgent
import SignIn

/// The command `tessera sign-in`.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in with the system's browser.",
        discussion: "The browser is the program named by $BROWSER, else the system's own.")

    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The user name to begin with; without it, you choose on the page.", valueName: "name"))
    var account: String?

    func run() async throws {
        let account = try await AppSession.run(options) { app in
            let agent = LoopbackUserAgent(
                browser: .environment,
                announce: { address in
                    Terminal.note(
                        "Opening your browser. If nothing opens, go to this address:\n\n  \(address.absoluteString)\n"
                    )
                })
            return try await app.flow.signIn(
                with: agent,
                options: SignInOptions(
                    prompt: self.account == nil ? .selectAccount : nil, loginHint: self.account))
        }
        guard !output.json else { return try Terminal.json(AccountReport(account, isCurrent: true)) }
        Terminal.result("Signed in as \(account.label).")
    }
}
