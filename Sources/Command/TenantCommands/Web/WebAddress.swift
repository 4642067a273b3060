// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import ClientCommands
import HTTPServing
import Hosts
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import QuickStart
import QuickStartWeb
import ServerTLS
import ServerTelemetry
import SignInProvider

/// The addresses at which the app listens, and its name.
///
/// `localhost` is two addresses of this machine. Another user could take the free one, and would get the requests of
/// browsers that prefer it; so the app listens at both.
struct WebAddress: Sendable {
    let names: ServerNames
    let url: URL
    private let addresses: [ServerAddress]

    init(_ place: ServerAddressOptions, for settings: [Settings]) async throws {
        let wanted = place.wanted(usual: DefaultPorts.web)
        addresses = try await Self.reserve(wanted, orFree: place.port ?? 0 == 0)
        let address = addresses.first ?? wanted
        let base = place.base ?? Self.base(of: settings, at: address)
        names = place.names(at: address, base: base)
        url = try Self.url(of: names)
    }

    init(loopbackPort port: Int?) async throws {
        addresses = try await Self.reserve(ServerAddress(port: port ?? DefaultPorts.web), orFree: port ?? 0 == 0)
        let address = addresses.first ?? ServerAddress(port: 0)
        names = ServerNames(address, base: Self.base(named: "localhost", at: address))
        url = try Self.url(of: names)
    }

    private static func url(of names: ServerNames) throws -> URL {
        guard let url = URL(string: names.base.description) else {
            throw CommandError(
                "'\(names.base)' cannot be the app's URL", hint: "use --base-url https://HOST", .settingsWrong)
        }
        return url
    }

    func responder(of app: QuickStartWeb) -> RouterResponder<WebContext> { app.router(names).buildResponder() }

    /// Calls `onListening` once, when all servers listen.
    func servers(
        _ responder: some HTTPResponder<WebContext>, identity: CurrentTLSIdentity? = nil,
        observedBy observation: ServerObservation? = nil,
        onListening: @escaping @Sendable () async -> Void
    ) -> [any Service] {
        guard let observation else { return servers(responder, identity, ServerLogging.logger("web"), onListening) }
        return observation.services
            + servers(observation.observing(responder), identity, observation.logger, onListening)
            + [observation.last]
    }

    private func servers<Responder: HTTPResponder>(
        _ responder: Responder, _ identity: CurrentTLSIdentity?, _ logger: Log,
        _ onListening: @escaping @Sendable () async -> Void
    ) -> [any Service] {
        let ready = Readiness(of: addresses.count)
        return addresses.map { address in
            HTTPServer(
                responder: responder, at: address, identity: identity, logger: logger,
                onListening: { _ in if await ready.isReached() { await onListening() } })
        }
    }

    static func show(_ address: URL) async {
        do { try await Browser.environment.open(address) } catch {
            Terminal.note("note: no browser could be opened; open \(address) yourself")
        }
    }

    private static func reserve(_ wanted: ServerAddress, orFree: Bool) async throws -> [ServerAddress] {
        let isLoopback = ["127.0.0.1", "[::1]"].contains(wanted.host) || LoopbackHost.isName(wanted.host)
        let first = try await ServerAddress.reserve(
            host: isLoopback ? "127.0.0.1" : wanted.host, preferred: wanted.port, orFree: orFree,
            scheme: wanted.scheme)
        guard isLoopback else { return [first] }
        do {
            return [first, try await ServerAddress(host: "::1", port: first.port, scheme: first.scheme).probed()]
        } catch let error as ListeningError where error.code == .addressUnavailable {
            // A machine without IPv6.
            return [first]
        } catch let error as ListeningError where error.code == .portInUse && orFree {
            return try await reserve(ServerAddress(host: wanted.host, port: 0, scheme: wanted.scheme), orFree: false)
        }
    }

    /// The host of the redirect URIs; on this machine, one that no provider uses, since cookies ignore ports.
    private static func base(of settings: [Settings], at address: ServerAddress) -> BaseURL? {
        let registrations = settings.map(\.registration)
        if let redirect = registrations.first?.redirectURI, !redirect.isLoopback {
            return BaseURL(String(redirect.text.dropLast(redirect.path.utf8.count)))
        }
        guard address.isLoopback else { return nil }
        let isTaken = registrations.contains { (try? URLHost(of: $0.issuer))?.description == "localhost" }
        return base(named: isTaken ? "127.0.0.1" : "localhost", at: address)
    }

    private static func base(named host: String, at address: ServerAddress) -> BaseURL {
        BaseURL(scheme: address.scheme, authority: HostAndPort(host: host, port: address.port))
    }
}
