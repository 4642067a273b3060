// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import HTTPServing
import PortableFoundation

struct ServerAddressOptions: ParsableArguments {
    @Option(
        "--port <number>",
        help: "The port to listen on. 0 picks a free port. Default: 4400 (tenant), or 4500 or a free port (app).")
    var port: Int?

    @Option(
        "--listen <address>",
        help: "The address to listen on. Beyond 127.0.0.1, anyone on the network can reach it, and sign in to a local "
            + "tenant as any user.")
    var listen: String = "127.0.0.1"

    @Flag("--tls", help: "Serve https, with a certificate from a local authority.")
    var tls = false

    @Option(
        "--base-url <url>",
        help: "The public base URL, if it differs from the listening address, for example behind a proxy or in a "
            + "container.")
    var baseURL: String?

    @Option(
        "--allow-host <host>",
        help: "Another host for the server, such as a container's name. Default port: the server's. Can be repeated.")
    var allowHost: [String] = []

    func validate() throws {
        try Self.checkPort(port, of: "--port")
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

    static func checkPort(_ port: Int?, of option: String) throws {
        guard let port, !(0...65535).contains(port) else { return }
        throw ValidationError("\(option) needs a port from 1 to 65535, or 0 for a free one, not \(port).")
    }

    var base: BaseURL? { baseURL.flatMap(BaseURL.init) }

    /// The address of the options, which may be in use.
    func wanted(usual usualPort: Int) -> ServerAddress {
        ServerAddress(host: listen, port: port ?? usualPort, scheme: tls ? .https : .http)
    }

    /// The address of the server; only port 0 is probed here, so another port may turn out to be in use.
    func address(usual usualPort: Int) async throws -> ServerAddress {
        let address = wanted(usual: usualPort)
        return port == 0 ? try await address.probed() : address
    }

    func names(at address: ServerAddress, base: BaseURL? = nil, and second: ServerAddress? = nil) -> ServerNames {
        let base = base ?? self.base
        let hosts = (base.map { [$0.authority.host] } ?? []) + allowHost.compactMap { HostAndPort($0)?.host }
        let atSecond = second.map { second in hosts.map { HostAndPort(host: $0, port: second.port) } } ?? []
        return ServerNames(
            address, base: base,
            others: Set(allowHost.compactMap { HostAndPort($0, defaultPort: address.port) })
                .union(atSecond).union(second?.authorities ?? []))
    }
}
