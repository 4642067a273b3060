// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import HTTPServing

/// The address and the names of a tenant.
struct TenantAddressOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: Int = DefaultPorts.tenant

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The address to listen at. Beyond 127.0.0.1, everybody who reaches it can sign in as anybody.",
            valueName: "address"))
    var listen: String = "127.0.0.1"

    @Flag(name: .long, help: "Serve https, with a certificate of a local authority.")
    var tls = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "What the tenant is called in its metadata and tokens, if that is not where it listens: behind a proxy, "
                + "or in a container.", valueName: "url"))
    var baseURL: String?

    @Option(
        name: .long,
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
