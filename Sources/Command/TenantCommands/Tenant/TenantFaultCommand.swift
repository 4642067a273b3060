// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPMessages
import LocalTenant
import PortableFoundation
import TenantControl

struct TenantFaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault", abstract: "Inject faults into a running tenant, or list them.",
        discussion: """
            Without a fault, lists the active rules. For example: tessera tenant fault wrongNonce --next 1
            Faults that need only a name: \
            \(Fault.kinds.filter { Fault(plain: $0) != nil }.joined(separator: ", ")).
            Errors by name or number, by default at the authorization and token endpoints: \
            tessera tenant fault AADSTS50196, or AADB2C90118 for user flows.
            """)

    @Argument("<fault>", help: "The fault, by name or as JSON.")
    var fault: String?

    @Option(
        "--endpoint <name>",
        help: "The endpoint: metadata, keys, authorize, token, and so on.",
        transform: { try argument($0, of: FaultRule.Endpoint.self) })
    var endpoint: FaultRule.Endpoint?

    @Option("--client-id <id>", help: "Only for requests from this app.")
    var clientID: String?

    @Option("--person <name>", help: "Only for requests about this user.")
    var person: String?

    @Option("--after <number>", help: "The number of requests that pass first.")
    var after: Int?

    @Option("--next <number>", help: "The number of requests that fail. Default: all.")
    var next: Int?

    @Flag("--clear", help: "Remove all faults.")
    var clear = false

    @OptionGroup var tenant: RunningTenantOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard fault == nil || parsed != nil else { throw ValidationError(Fault.sentence(about: fault ?? "")) }
    }

    func run() async throws {
        let rule = parsed.map {
            FaultRule($0, at: endpoint, clientID: clientID, person: person, after: after, next: next)
        }
        let clear = clear
        let list: FaultList = try await RunningTenant.run(tenant) { tenant in
            let before: FaultList = try await tenant.send(.get, "faults")
            // Adds the new rule first: if the tenant rejects it, the old ones stay in force.
            if let rule { let _: FaultReport = try await tenant.send(.post, "faults", rule) }
            guard clear || rule != nil else { return before }
            for report in before.faults where clear { try await tenant.order(.delete, "faults/\(report.id)") }
            return try await tenant.send(.get, "faults")
        }
        guard !output.json else { return try Terminal.json(list) }
        for report in list.faults {
            let place = report.rule.endpoint.map { " at \($0.rawValue)" } ?? ""
            try Terminal.result("\(report.id)  \(report.rule.fault.name)\(place)  \(report.hits) so far")
        }
    }

    private var parsed: Fault? {
        fault.flatMap { text in
            Fault(plain: text) ?? (try? JSONDecoder().decode(Fault.self, from: Data(text.utf8)))
        }
    }
}

extension Fault {
    fileprivate var name: String {
        guard case .error(let answer) = self, let number = answer.number else { return kind }
        return "\(answer.prefix?.rawValue ?? "error ")\(number)"
    }
}
