// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SignInTesting

/// A `tessera tenant` in a process of its own, on a free port.
struct TenantProcess {
    private struct Report: Decodable {
        let url: String
    }

    let address: URL
    private let process: Process

    init(_ command: BuiltCommand, _ arguments: String...) async throws {
        let output: ProgramOutput
        (process, output) = try command.start(["tenant", "--json", "--port", "0"] + arguments)
        let line = await output.line() ?? ""
        let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        guard let address = URL(string: report.url) else { throw CocoaError(.formatting) }
        self.address = address
    }

    func administration(over transport: any Transport) -> TenantAdministration {
        TenantAdministration(over: transport, at: address)
    }

    /// Ends it at once, whatever it is doing.
    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    func wait() async { _ = await process.ended() }
}
