// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPMessages
import HTTPServing
import PortableFoundation

struct TenantLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the requests that a running tenant rejected, and why.",
        discussion: """
            Each entry has the time, the endpoint, and the rule, then the reason, the app, and the next step. A demo \
            also shows the rejections of its task API.
            """)

    @Flag("--follow", help: "Show further rejections as they happen, until Ctrl-C.")
    var follow = false

    @OptionGroup var tenant: RunningTenantOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let (follow, json) = (follow, output.json)
        try await RunningTenant.run(tenant) { tenant in
            var last = 0
            repeat {
                let list: RefusalList = try await tenant.send(.get, "refusals?after=\(last)")
                for refused in list.refusals.reversed() {
                    if json { try Terminal.json(refused) } else { try refused.lines.forEach(Terminal.result) }
                }
                // A restarted tenant counts from 1.
                last = list.newest < last ? 0 : list.newest
                if follow { try await Task.sleep(for: .milliseconds(500)) }
            } while follow
        }
    }
}

extension RefusedRequest {
    /// The terminal makes texts of the request harmless.
    var lines: [String] {
        let about = [app.map { "app \($0)" }, person.map { "person \($0)" }, traceID.map { "trace \($0)" }]
        let steps = [setting.map { "setting: \($0)" }, remedy.map { "hint: \($0)" }]
        return ["\(time.formatted(.iso8601))  \(status)  \(endpoint)  \(rule)", "  \(reason)"]
            + (about + steps).compactMap { $0 }.map { "  \($0)" }
    }
}
