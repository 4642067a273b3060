// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Hosts
import OAuthMessages

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Listens on loopback for one visit, with its own poller, so that closing it also closes connections that browsers
/// open in advance.
final class LoopbackListener: Sendable {
    let redirectURI: RedirectURI
    let inbox: RedirectInbox
    private let sockets: Sockets

    private init(redirectURI: RedirectURI, inbox: RedirectInbox, sockets: Sockets) {
        self.redirectURI = redirectURI
        self.inbox = inbox
        self.sockets = sockets
    }

    deinit {
        let sockets = sockets
        Task { await sockets.close() }
    }

    func close() async { await sockets.close() }

    /// A redirect URI without a port gets a free one; without `addresses`, those of its host are used.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`portInUse`, `cannotListen`).
    static func listening(
        for registered: RedirectURI, page: AnswerPage, at addresses: Addresses? = nil, limits: Limits = Limits(),
        isOwn: @escaping PeerUser.Check = PeerUser.isOwn
    ) async throws -> LoopbackListener {
        let addresses = addresses ?? Self.addresses(of: registered.host)
        var lastError: ListenError?
        // A port that is free at one address may be in use at the other; another port is then tried.
        for _ in 0..<(registered.port == nil ? 8 : 1) {
            let inbox = RedirectInbox()
            let handler = RedirectHandler(registered: registered, page: page, inbox: inbox, isOwn: isOwn)
            guard let sockets = Sockets(handler, limits) else { break }
            do throws(ListenError) {
                let port = try sockets.listen(at: addresses, registered.port)
                return LoopbackListener(redirectURI: registered.withPort(port), inbox: inbox, sockets: sockets)
            } catch {
                await sockets.close()
                lastError = error
                guard error.isAddressInUse else { break }
            }
        }
        guard let port = registered.port, lastError?.isAddressInUse == true else {
            throw LoopbackUserAgentError(
                .cannotListen, "the system does not allow this program to listen on loopback", cause: lastError)
        }
        throw LoopbackUserAgentError(
            .portInUse,
            "port \(port) of '\(registered)' is in use; stop the program that uses it, "
                + "or register the URI without a port",
            cause: lastError)
    }

    /// Limits the memory and files that other programs on this machine can make this one use.
    struct Limits: Sendable {
        /// All others wait in the backlog.
        var connections = 256
        /// How many connections may be idle: many times those of a browser.
        var usualConnections = 64
        var silence: Duration = .seconds(30)
        /// How long the other connections have for their request, which browsers send immediately.
        var patience: Duration = .milliseconds(500)
    }

    /// The required address, and one that not every machine has.
    typealias Addresses = (first: String, second: String?)

    private static func addresses(of host: String) -> Addresses {
        guard !LoopbackHost.isName(host) else { return ("127.0.0.1", "::1") }
        // Sockets take an IPv6 address without brackets.
        return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, nil)
    }
}

private struct Sockets: Sendable {
    private let poller: Poller
    private let listener: Listener

    /// `nil` if the system has no more descriptors.
    init?(_ handler: RedirectHandler, _ allowed: LoopbackListener.Limits) {
        guard let poller = Poller.system() else { return nil }
        var limits = Limits()
        (limits.idle, limits.content, limits.write) = (allowed.silence, allowed.silence, allowed.silence)
        limits.connections = allowed.connections
        let admission = Admission(allowed)
        self.poller = poller
        listener = Listener(poller, limits: limits, wrap: admission.admit, handler: handler.answer)
        poller.start()
    }

    func listen(at addresses: LoopbackListener.Addresses, _ wanted: Int?) throws(ListenError) -> Int {
        let port = try listener.listen(addresses.first, UInt16(clamping: wanted ?? 0))
        if let second = addresses.second {
            do throws(ListenError) {
                _ = try listener.listen(second, UInt16(clamping: port))
            } catch {
                // With any other error, this machine has no IPv6, so no browser connects to that address.
                if error.isAddressInUse { throw error }
            }
        }
        return port
    }

    func close() async {
        let end = Task { await listener.drain() }
        // Canceled, so that connections end immediately.
        end.cancel()
        await end.value
        poller.stop()
    }
}

extension ListenError {
    fileprivate var isAddressInUse: Bool { code == EADDRINUSE }
}
