// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import Foundation
import HTTPTypes
import LocalTenant
import TenantControl

/// The command `tessera tenant keys`.
struct TenantKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Show the signing keys of a running tenant, or begin a new one.")

    @Flag(name: .long, help: "Publish a new key, which signs a day later.")
    var rotate = false

    @Option(name: .long, help: ArgumentHelp("Publish a new key, which signs so much later.", valueName: "seconds"))
    var rotateIn: Double?

    @OptionGroup var tenant: RunningTenantOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let rotation = rotate || rotateIn != nil ? KeyRotation(publishedFor: rotateIn) : nil
        let report: KeyRingReport = try await RunningTenant.run(tenant) { tenant in
            guard let rotation else { return try await tenant.send(.get, "keys") }
            return try await tenant.send(.post, "keys/rotate", rotation)
        }
        guard !output.json else { return try Terminal.json(report) }
        for key in report.keys {
            let state = key.signing ? "signs" : key.published ? "published" : "over"
            Terminal.result("\(key.keyID)  from \(key.activeFrom.formatted(.iso8601))  \(state)")
        }
    }
}
