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

/// Listens on loopback, for one visit.
///
/// It has a poller of its own, so that closing it closes every connection, also those that browsers open in advance.
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

    /// - Parameters:
    ///   - registered: The redirect URI; without a port it gets a free one.
    ///   - page: The page at the end of the visit.
    ///   - addresses: Where to listen; at the addresses of the redirect URI's host if none is given.
    ///   - limits: The connections at once, and how long each may be silent.
    ///   - isOwn: Identifies the user at the other end of a connection.
    /// - Returns: The listener.
    /// - Throws: ``LoopbackUserAgentError`` (`portInUse`, `cannotListen`).
    static func listening(
        for registered: RedirectURI, page: AnswerPage, at addresses: Addresses? = nil, limits: Limits = Limits(),
        isOwn: @escaping PeerUser.Check = PeerUser.isOwn
    ) async throws -> LoopbackListener {
        let addresses = addresses ?? Self.addresses(of: registered.host)
        var lastError: ListenError?
        // With a free port at one address, another program may hold that port at the other: then another port is tried.
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
                + "or register the address without a port",
            cause: lastError)
    }

    /// Keeps other programs on this machine from holding memory and files of this one.
    struct Limits: Sendable {
        /// The connections at once; the others wait in the backlog.
        var connections = 256
        /// The connections that may be silent: many times those of a browser.
        var usualConnections = 64
        /// How long a connection may send nothing.
        var silence: Duration = .seconds(30)
        /// How long the others have for their request, which browsers send at once.
        var patience: Duration = .milliseconds(500)
    }

    /// The address that is required, and the one that not every machine has.
    typealias Addresses = (first: String, second: String?)

    private static func addresses(of host: String) -> Addresses {
        guard !LoopbackHost.isName(host) else { return ("127.0.0.1", "::1") }
        // Sockets take an IPv6 address without its brackets.
        return (host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, nil)
    }
}

/// The sockets of a listener, and the thread that waits for them.
private struct Sockets: Sendable {
    private let poller: Poller
    private let listener: Listener

    /// Nothing is made if the system gives no more descriptors.
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

    /// Listens at both addresses with one port, and returns it.
    func listen(at addresses: LoopbackListener.Addresses, _ wanted: Int?) throws(ListenError) -> Int {
        let port = try listener.listen(addresses.first, UInt16(clamping: wanted ?? 0))
        if let second = addresses.second {
            do throws(ListenError) {
                _ = try listener.listen(second, UInt16(clamping: port))
            } catch {
                // Any other error: this machine has no IPv6, so no browser reaches that address.
                if error.isAddressInUse { throw error }
            }
        }
        return port
    }

    func close() async {
        let end = Task { await listener.drain() }
        // Connections end at once.
        end.cancel()
        await end.value
        poller.stop()
    }
}

extension ListenError {
    fileprivate var isAddressInUse: Bool { code == EADDRINUSE }
}
