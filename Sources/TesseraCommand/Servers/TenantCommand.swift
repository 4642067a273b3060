// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import HTTPServing
import Hummingbird
import LocalTenant

/// The command `tessera tenant`.
struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Run the local tenant alone.",
        discussion:
            "It listens on loopback only, and keeps its directory, keys and sign-ins in its data folder.",
        subcommands: [
            TenantTokenCommand.self, TenantClockCommand.self, TenantKeysCommand.self, TenantFaultCommand.self,
        ])

    @Option(name: .long, help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: Int = DefaultPorts.tenant

    @Option(name: .long, help: ArgumentHelp("Where the tenant keeps its data.", valueName: "folder"))
    var data: String?

    @OptionGroup var repeating: RepeatOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    func run() async throws {
        let folder = data.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? Folders.tenant
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let address = try await ServerAddress.reserve(preferred: port)
        var settings = TenantSettings(address: address, dataFolder: folder)
        repeating.apply(to: &settings)
        let platform = try IdentityPlatform(settings)
        let logger = ServerLogging.logger("tenant")
        let json = output.json
        let server = HTTPServer(
            responder: platform.router().buildResponder(), at: address, logger: logger,
            onListening: { _ in
                if json {
                    try? Terminal.json(["url": address.url, "data": folder.path])
                } else {
                    Terminal.result(address.listeningLine)
                }
            })
        try await ServerProgram([server], logger: logger).run()
    }
}
