// SPDX-License-Identifier: Apache-2.0
import ClientCommands
package import CommandArguments
import HTTPServing
import LocalCertificates
import LocalTenant
import PortableFoundation
import ProgramLifecycle
import ServerTLS
import TenantDirectory

package struct TenantCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Run only the local tenant.",
        discussion: """
            Listens on loopback by default, and keeps its directory, keys, and sign-ins in its data folder.

            Microsoft's own client libraries require https. `tessera tenant --tls` creates a certificate authority \
            that clients must trust; `tessera tenant trust` shows how.
            """,
        subcommands: [
            TenantTrustCommand.self, TenantTokenCommand.self, TenantClockCommand.self, TenantKeysCommand.self,
            TenantFaultCommand.self, TenantLogCommand.self,
        ])

    @OptionGroup var place: ServerAddressOptions
    @Option(
        "--mtls-port <number>",
        help: "A second port, with --tls, where the standard provider requests client certificates (RFC 8705). 0 picks "
            + "a free port.")
    var certificatePort: Int?
    @OptionGroup var storage: TenantDataOption
    @OptionGroup var file: TenantFileOptions
    @OptionGroup var samples: SamplePeopleOption
    @OptionGroup var repeating: RepeatOptions
    @OptionGroup var output: JSONOption

    package init() {}

    package func validate() throws {
        try ServerAddressOptions.checkPort(certificatePort, of: "--mtls-port")
        guard certificatePort == nil || place.tls else { throw ValidationError("--mtls-port requires --tls.") }
    }

    package func run() async throws {
        // A tenant from a file must not mix with an earlier tenant's data in the default folder.
        let folder = file.from == nil || storage.data != nil ? storage.folder : nil
        let lock = try folder.map(DataFolderLock.init)
        defer { withExtendedLifetime(lock) {} }
        let address = try await file.export == nil ? place.address(usual: DefaultPorts.tenant) : ServerAddress.reserve()
        let certificateAddress = try await certificateAddress()
        let names = place.names(at: address, and: certificateAddress)
        var settings = TenantSettings(address: address, names: names, dataFolder: folder)
        settings.certificateBase = certificateAddress.map {
            BaseURL(scheme: .https, authority: HostAndPort(host: names.base.authority.host, port: $0.port))
        }
        settings.addsSamples = file.from == nil
        settings.administrationKey = Self.administrationKey
        repeating.apply(to: &settings)
        let platform = try IdentityPlatform(settings)
        try await file.fill(platform)
        try await samples.fill(platform)
        if try await file.write(platform) { return }
        // Probed after the file, so that the command reports faults of the file first.
        _ = try await address.probed()
        // Without a data folder, the authority exists only as long as the tenant runs.
        let authorityFolder =
            folder == nil
            ? URL.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)") : storage.certificates
        defer { if folder == nil { try? FileManager.default.removeItem(at: authorityFolder) } }
        let certificates =
            place.tls
            ? try LocalCertificates(in: authorityFolder, hosts: Set(names.authorities.map(\.host)), now: Date()) : nil
        let logger = ServerLogging.logger("tenant")
        let start = TenantStart(
            address: address, names: names, folder: folder, certificates: certificates,
            certificateBase: settings.certificateBase)
        let json = output.json
        let addresses = [address, certificateAddress].compactMap(\.self)
        let ready = Readiness(of: addresses.count)
        let responder = platform.router().buildResponder()
        let identity = try (certificates?.identity).map(CurrentTLSIdentity.init)
        let servers = addresses.map { place in
            HTTPServer(
                responder: responder, at: place, identity: identity,
                asksForCertificate: place == certificateAddress, logger: logger,
                onListening: { _ in if await ready.isReached() { start.announce(json: json) } })
        }
        try await ServerProgram(servers, logger: logger).run()
    }

    /// Where the tenant requests certificates: a browser at the first address must not prompt for one. RFC 8705 §5
    private func certificateAddress() async throws -> ServerAddress? {
        guard let certificatePort else { return nil }
        return try await ServerAddress.reserve(host: place.listen, preferred: certificatePort, scheme: .https)
    }

    /// The key of the test API, from the environment: other users of the machine can read arguments.
    static var administrationKey: String? {
        ProcessInfo.processInfo.environment["TESSERA_ADMINISTRATION_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

package enum ServerCommandGroup {
    package static var group: CommandGroup {
        CommandGroup(name: "Servers", subcommands: [DemoCommand.self, WebCommand.self, TenantCommand.self])
    }
}
