// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import Foundation
import HTTPMessages
import LocalTenant
import TenantControl

/// The command `tessera tenant token`.
struct TenantTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print a token of a running tenant, good or precisely broken.",
        discussion: """
            Nobody signs in for it. Without a person it is a token of an app itself. For example:
            tessera tenant token --person ana.silva@aldervale.example --api api://tasks --scope Tasks.ReadWrite
            What can be broken: \(TokenDefect.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
            """)

    @Option("--person <name>", help: "Who signed in: a user name, an address or an id.")
    var person: String?

    @Option("--client-id <id>", help: "The app that holds it.")
    var clientID: String?

    @Option("--api <name>", help: "The API that it is for, by URI or client id.")
    var api: String?

    @Option("--scope <name>", parsing: .upToNextOption, help: "The permissions in it.")
    var scope: [String] = []

    @Option("--role <name>", parsing: .upToNextOption, help: "The roles in it.")
    var role: [String] = []

    @Flag("--id", help: "An ID token, in place of an access token.")
    var id = false

    @Option("--flow <name>", help: "The user flow that a customer came by.")
    var flow: String?

    @Option("--lifetime <seconds>", help: "How long it is good, up to a day.")
    var lifetime: Int?

    @Option("--claim <name=value>", parsing: .upToNextOption, help: "Claims that it says besides; JSON, or else text.")
    var claim: [String] = []

    @Option(
        "--broken <defect>", help: "What is wrong with it.", transform: { try argument($0, of: TokenDefect.Kind.self) })
    var broken: TokenDefect.Kind?

    @Option("--without <name>", help: "The claim or header member that is missing.")
    var without: String?

    @OptionGroup var tenant: RunningTenantOptions

    func validate() throws {
        guard claim.allSatisfy({ $0.contains("=") }) else { throw ValidationError("Write a claim as name=value.") }
        guard (without != nil) == (broken == .claim || broken == .header) else {
            throw ValidationError("--without goes with --broken claim or --broken header.")
        }
    }

    func run() async throws {
        let request = TestTokenRequest(
            id ? .id : .access, person: person, clientID: clientID, api: api, scopes: scope.isEmpty ? nil : scope,
            roles: role.isEmpty ? nil : role, userFlow: flow, lifetime: lifetime, claims: claims,
            broken: broken.map { TokenDefect($0, name: without) })
        let reply: TestTokenReply = try await RunningTenant.run(tenant) { tenant in
            try await tenant.send(.post, "tokens", request)
        }
        Terminal.result(reply.token)
    }

    private var claims: [String: JSONContent]? {
        let pairs = claim.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = try? JSONDecoder().decode(JSONContent.self, from: Data(parts[1].utf8))
            return (parts[0], value ?? .string(parts[1]))
        }
        return pairs.isEmpty ? nil : Dictionary(pairs) { $1 }
    }
}
