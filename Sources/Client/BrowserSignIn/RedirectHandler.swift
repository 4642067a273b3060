// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages
import OAuthMessages
import PortableFoundation
import Synchronization

struct RedirectHandler: Sendable {
    /// Without a port, the listener's is added.
    let registered: RedirectURI
    let page: AnswerPage
    let inbox: RedirectInbox
    let isOwn: PeerUser.Check

    @Sendable func answer(_ request: ReceivedRequest, from peer: any ByteStream) async throws -> Answer {
        guard let stream = peer as? RedirectStream else { throw ConnectionError.closed }
        let judge = RedirectJudge(redirectURI: registered.withPort(stream.ends.own.port))
        switch judge.judge(request.head.request, awaiting: inbox.awaited, startingAt: inbox.start) {
        case .start(let target):
            // Another user's program may have read the path from a command line, and found the port.
            guard inbox.mayStart(), await isOwn(stream.ends) else { return foreign }
            return start(at: target, on: stream)
        case .redirect(let redirect):
            guard await isOwn(stream.ends) else { return foreign }
            guard inbox.claim() else { return page.refusal(.gone, "The sign-in already has a response.") }
            // The wait, and perhaps the program, ends only after the browser has its page.
            stream.whenSent { [inbox] _ in inbox.deliver(redirect) }
            return page.answer(to: redirect)
        case .stray(let status, let text):
            if inbox.mayWarn(), await isOwn(stream.ends) { inbox.warnOfMissingAnswer() }
            return page.refusal(status, text)
        case .refusal(let status, let text): return page.refusal(status, text)
        }
    }

    /// A second request is an error for both browser and user: if the system shows no users, the first may have been
    /// another user's.
    ///
    /// A request whose response was not delivered does not count.
    private func start(at target: URL, on stream: RedirectStream) -> Answer {
        guard inbox.claimStart() else {
            stream.whenSent { [inbox] _ in inbox.fail(.openedTwice) }
            return page.refusal(
                .gone, "This page was already opened. For safety, the sign-in has ended. Start it again.")
        }
        stream.whenSent { [inbox] isSent in
            if !isSent { inbox.releaseStart() }
        }
        return page.answer(leadingTo: target)
    }

    private var foreign: Answer {
        page.refusal(
            .forbidden,
            "This page is only for the user who started the sign-in, and you could not be identified as that user.")
    }
}

final class RedirectStream: ByteStream {
    let ends: SocketEnds
    private let socket: SocketStream
    private let lastRead: Deadline
    private let left: @Sendable () -> Void
    private let finish = Mutex<(@Sendable (_ isSent: Bool) -> Void)?>(nil)

    /// The connection ends at `lastRead`, unless its request has arrived.
    init(
        _ socket: SocketStream, _ ends: SocketEnds, until lastRead: Deadline,
        whenClosed left: @escaping @Sendable () -> Void
    ) {
        (self.socket, self.ends, self.lastRead, self.left) = (socket, ends, lastRead, left)
    }

    func whenSent(_ finish: @escaping @Sendable (_ isSent: Bool) -> Void) { self.finish.withLock { $0 = finish } }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        let finish = finish.withLock { $0.take() }
        do throws(ConnectionError) {
            try await socket.write(bytes, each: each)
        } catch {
            finish?(false)
            throw error
        }
        finish?(true)
    }

    func close() {
        socket.close()
        left()
    }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        try await socket.read(into: &input, atMost: count, until: min(deadline, lastRead), cancellable: cancellable)
    }

    func finish(each: Duration) async { await socket.finish(each: each) }
    func begin() { socket.begin() }
    func end() -> Bool { socket.end() }
    var isDraining: Bool { socket.isDraining }
    func hangUp() async { await socket.hangUp() }
    func writePlain(_ bytes: [UInt8], each: Duration) async { await socket.writePlain(bytes, each: each) }
    var peerCertificate: [UInt8]? { nil }
}

/// Gives connections beyond the usual number little time, so that idle programs do not block the browser, and each
/// connection has time for its request.
final class Admission: Sendable {
    private let limits: LoopbackListener.Limits
    private let open = Atomic(0)

    init(_ limits: LoopbackListener.Limits) { self.limits = limits }

    @Sendable func admit(_ socket: SocketStream) -> (any ByteStream)? {
        // A connection that was reset has no address.
        guard let ends = SocketEnds(of: socket) else { return nil }
        let isCrowded = open.wrappingAdd(1, ordering: .relaxed).oldValue >= limits.usualConnections
        return RedirectStream(socket, ends, until: isCrowded ? .after(limits.patience) : .never) {
            self.open.wrappingSubtract(1, ordering: .relaxed)
        }
    }
}
