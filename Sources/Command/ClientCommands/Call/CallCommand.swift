// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import CommandArguments
import Foundation
import HTTPMessages
import QuickStart
import SignIn

/// The command `tessera call`.
package struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any API that says who issues its tokens.",
        discussion: """
            Like curl, but it signs in by itself. If the API refuses the request, its answer leads to the provider of \
            its tokens. You are asked before you sign in at a provider that no settings name. Afterwards the account is \
            remembered, sealed, and the next call asks nothing.

            tessera call https://api.example.com/notes
            tessera call https://api.example.com/notes -d '{"text":"Milk"}' -H 'Content-Type: application/json'
            tessera call https://api.example.com/films/1 -T film.mp4

            An answer with status 400 or more is printed too, and the exit code is \(ExitStatus.failed.rawValue). The \
            account of an API: tessera accounts --registration ADDRESS; to forget it: tessera sign-out with the same.
            """)

    @Argument("<url>", help: "The address to call.")
    var address: String

    @OptionGroup var content: CallContentOptions
    @OptionGroup var output: CallOutputOptions
    @OptionGroup(title: "Sign-in") var provider: CallProviderOptions
    @OptionGroup var options: SettingsOptions

    func validate() throws {
        // The address may hold a secret, so the message does not repeat it.
        guard url != nil else {
            throw ValidationError("The address must be one of http or https, with a host and without a user name.")
        }
    }

    func run() async throws {
        let (request, body) = try content.request(to: url.required())
        let head = try await Interruption.cancelling {
            try await provider.withConnection(to: url.required(), options) { connection in
                try await CallProgress.during(body) { body, progress in
                    try await output.write(try await connection.stream(request, body: body), progress)
                }
            }
        }
        try output.check(head)
    }

    /// The address; without a scheme it is https, or http on this machine, as in a browser.
    private var url: URL? {
        let text = address.contains("://") ? address : (isLocal ? "http://" : "https://") + address
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.user() == nil
        else { return nil }
        return url
    }

    private var isLocal: Bool {
        LoopbackHost.contains(String(address.prefix { !":/?#".contains($0) }))
    }
}

extension URL? {
    fileprivate func required() throws -> URL {
        guard let self else { throw ValidationError("The address is missing.") }
        return self
    }
}
