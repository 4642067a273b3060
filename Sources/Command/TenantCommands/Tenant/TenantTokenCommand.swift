// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import PortableFoundation
import TenantControl

struct TenantTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print a token of a running tenant, valid or with a chosen defect.",
        discussion: """
            Needs no sign-in. Without --person, the token is for the app itself. For example:
            tessera tenant token --person ana.silva@aldervale.example --api api://tasks --scope Tasks.ReadWrite
            Defects: \(TokenDefect.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
            """)

    @Option("--person <name>", help: "The signed-in user: a user name, an email address, or an id.")
    var person: String?

    @Option("--client-id <id>", help: "The client app.")
    var clientID: String?

    @Option("--api <name>", help: "The API that the token is for, by URI or client id.")
    var api: String?

    @Option("--scope <name>", parsing: .upToNextOption, help: "The permissions in the token.")
    var scope: [String] = []

    @Option("--role <name>", parsing: .upToNextOption, help: "The roles in the token.")
    var role: [String] = []

    @Flag("--id", help: "Print an ID token instead of an access token.")
    var id = false

    @Option("--flow <name>", help: "The user flow of a customer.")
    var flow: String?

    @Option("--lifetime <seconds>", help: "The lifetime of the token, at most a day.")
    var lifetime: Int?

    @Option("--claim <name=value>", parsing: .upToNextOption, help: "Additional claims, as JSON or text.")
    var claim: [String] = []

    @Option(
        "--broken <defect>", help: "The defect of the token.",
        transform: { try argument($0, of: TokenDefect.Kind.self) })
    var broken: TokenDefect.Kind?

    @Option("--without <name>", help: "The claim or header member to leave out.")
    var without: String?

    @OptionGroup var tenant: RunningTenantOptions

    func validate() throws {
        guard claim.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("A claim must have the form name=value.")
        }
        guard (without != nil) == (broken == .claim || broken == .header) else {
            throw ValidationError("--without requires --broken claim or --broken header.")
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
        try Terminal.result(reply.token)
    }

    private var claims: [String: JSONValue]? {
        let pairs = claim.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(parts[1].utf8))
            return (parts[0], value ?? .string(parts[1]))
        }
        return pairs.isEmpty ? nil : Dictionary(pairs) { $1 }
    }
}
