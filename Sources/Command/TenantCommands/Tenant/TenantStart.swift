// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import Foundation
import HTTPServing
import LocalCertificates

/// The output of a tenant when it answers.
struct TenantStart: Sendable {
    let address: ServerAddress
    let names: ServerNames
    /// The data folder; `nil` if the tenant stores nothing.
    let folder: URL?
    let certificates: LocalCertificates?

    /// Prints the line or the JSON for programs, then notes for the person.
    func announce(json: Bool) {
        if json {
            try? Terminal.json(report)
        } else {
            Terminal.result(address.listeningLine)
            (naming + trust).forEach(Terminal.note)
        }
        warnings.forEach(Terminal.note)
    }

    private struct Report: Encodable {
        let url: String
        let listening: String
        let data: String?
        let certificateAuthority: String?
    }

    private var report: Report {
        Report(
            url: names.base.description, listening: address.url, data: folder?.path,
            certificateAuthority: certificates?.authorityFile.path)
    }

    private var naming: [String] {
        guard names.base.description != address.url else { return [] }
        return ["Its base URL is \(names.base): so it is called in metadata, tokens and pages."]
    }

    private var trust: [String] {
        guard let certificates else { return [] }
        let instructions = TrustInstructions(authority: certificates.authorityFile)
        let beginning =
            switch certificates.authority {
            case .kept: "Clients must trust its certificate authority, as before:"
            case .new: "Clients must trust its certificate authority:"
            case .replaced:
                "It has another certificate authority than before, for other hosts or a longer time; trust it anew:"
            }
        return ["", beginning, ""] + instructions.brief + ["", folder == nil ? Self.passing : instructions.remaining]
    }

    private static let passing = "It goes with this tenant, which keeps nothing; --data FOLDER keeps both."

    var warnings: [String] {
        guard !names.isLoopback else { return [] }
        let place = address.isLoopback ? names.base.description : address.url
        return [
            """

            warning: \(place) can be reached from other machines. Everybody who reaches it can sign in as anybody:
            the people and their password are public, and so are the codes in the inbox. Keep real data out of it, and
            close it with Ctrl-C; without --listen, --base-url and --allow-host, it answers this machine alone.
            """
        ]
    }
}

/// The address and the names of a tenant.
struct TenantAddressOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: Int = DefaultPorts.tenant

    @Option(
        help: ArgumentHelp(
            "The address to listen at. Beyond 127.0.0.1, everybody who reaches it can sign in as anybody.",
            valueName: "address"))
    var listen: String = "127.0.0.1"

    @Flag(help: "Serve https, with a certificate of a local authority.")
    var tls = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "What the tenant is called in its metadata and tokens, if that is not where it listens: behind a proxy, "
                + "or in a container.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "Another host that leads to it, such as a container's name; without a port, the port of the tenant. "
                + "May be given several times.", valueName: "host"))
    var allowHost: [String] = []

    func validate() throws {
        guard HostAndPort(ServerAddress(host: listen, port: 1).host) != nil else {
            throw ValidationError("--listen needs an address of this machine, such as 127.0.0.1, not '\(listen)'.")
        }
        if let baseURL {
            guard let base = BaseURL(baseURL) else {
                throw ValidationError(
                    "--base-url needs http:// or https:// with a host, and no path, not '\(baseURL)'.")
            }
            guard base.isSecure || !tls else {
                throw ValidationError("With --tls, --base-url must begin with https://.")
            }
        }
        for host in allowHost where HostAndPort(host) == nil {
            throw ValidationError("--allow-host needs HOST or HOST:PORT, not '\(host)'.")
        }
    }

    /// The address of the tenant; only port 0 is probed here, so another port may turn out to be in use.
    ///
    /// - Throws: `ListeningError`.
    func address() async throws -> ServerAddress {
        let address = ServerAddress(host: listen, port: port, scheme: tls ? .https : .http)
        return port == 0 ? try await address.probed() : address
    }

    /// The names of the tenant at an address.
    func names(at address: ServerAddress) -> ServerNames {
        ServerNames(
            address, base: baseURL.flatMap(BaseURL.init),
            others: Set(allowHost.compactMap { HostAndPort($0, defaultPort: address.port) }))
    }
}
