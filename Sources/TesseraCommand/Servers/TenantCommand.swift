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
            "It listens on loopback only, and keeps its directory, keys and sign-ins in its data folder.")

    @Option(name: .long, help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: Int = DefaultPorts.tenant

    @Option(name: .long, help: ArgumentHelp("Where the tenant keeps its data.", valueName: "folder"))
    var data: String?

    @OptionGroup var file: TenantFileOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    func run() async throws {
        // A file makes a tenant of its own: it must not meet what an earlier one left in the usual folder.
        let folder =
            data.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? (file.from == nil ? Folders.tenant : nil)
        let lock = try folder.map(DataFolderLock.init)
        defer { withExtendedLifetime(lock) {} }
        let address = try await ServerAddress.reserve(preferred: file.export == nil ? port : 0)
        var settings = TenantSettings(address: address, dataFolder: folder)
        settings.addsSamples = file.from == nil
        settings.administrationKey = Self.administrationKey
        let platform = try IdentityPlatform(settings)
        try await file.fill(platform)
        if try await file.write(platform) { return }
        let logger = ServerLogging.logger("tenant")
        let json = output.json
        let server = HTTPServer(
            responder: platform.router().buildResponder(), at: address, logger: logger,
            onListening: { _ in
                if json {
                    try? Terminal.json(["url": address.url, "data": folder?.path])
                } else {
                    Terminal.result(address.listeningLine)
                }
            })
        try await ServerProgram([server], logger: logger).run()
    }

    /// The key of the API for tests.
    ///
    /// It comes from the environment: others can read arguments.
    private static var administrationKey: String? {
        ProcessInfo.processInfo.environment["TESSERA_ADMINISTRATION_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
