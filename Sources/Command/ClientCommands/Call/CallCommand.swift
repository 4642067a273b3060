// SPDX-License-Identifier: Apache-2.0
import APIAccess
import BrowserSignIn
import CommandArguments
import HTTPTransport
import PortableFoundation
import QuickStart
import SignIn

struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any API that advertises its authorization server.",
        discussion: """
            Like curl, but signs in when the API requires it, at the authorization server that the API's response \
            names. Asks for confirmation if no settings name that provider. The account is saved, encrypted, and later \
            calls need no confirmation.

            tessera call https://api.example.com/notes
            tessera call https://api.example.com/notes -d '{"text":"Milk"}' -H 'Content-Type: application/json'
            tessera call https://api.example.com/films/1 -T film.mp4

            A response with status 400 or higher is printed too, and the exit code is \(ExitStatus.failed.rawValue). \
            To show an API's account: tessera accounts --registration URL. To remove it: tessera sign-out \
            --registration URL.
            """)

    @Argument("<url>", help: "The URL to call.")
    var address: String

    @OptionGroup var content: CallContentOptions
    @OptionGroup var output: CallOutputOptions
    @OptionGroup(title: "Sign-in") var provider: CallProviderOptions
    @OptionGroup var options: SettingsOptions

    func validate() throws {
        // The address may hold a secret, so the message does not repeat it.
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw ValidationError("The URL must begin with http:// or https://.")
        }
        do { try APIConnection.check(url) } catch {
            throw ValidationError("\(error.message.prefix(1).uppercased())\(error.message.dropFirst()).")
        }
    }

    func run() async throws {
        guard let url else { throw ValidationError("The URL is missing.") }
        let (request, body) = try content.request(to: url)
        let head = try await Interruption.cancelling {
            try await provider.withConnection(to: url, options) { connection in
                try await CallProgress.during(body) { body, progress in
                    try await output.write(try await connection.stream(request, body: body), progress)
                }
            }
        }
        try output.check(head)
    }

    /// The address; without a scheme it is https, or http on this machine, as in a browser.
    private var url: URL? {
        guard !address.contains("://") else { return URL(string: address) }
        let isLocal = URL(string: "http://\(address)").flatMap(Origin.init)?.isLoopback == true
        return URL(string: "\(isLocal ? "http" : "https")://\(address)")
    }
}
