// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Synchronization

/// Counts the open connections of a listener, and gives those beyond the usual number little time.
///
/// So programs that hold connections do not block the browser, and no connection is closed before it had time for its
/// request, however many come after it.
final class Admission: Sendable {
    private let limits: LoopbackListener.Limits
    private let open = Atomic(0)

    init(_ limits: LoopbackListener.Limits) { self.limits = limits }

    @Sendable func admit(_ socket: SocketStream) -> (any ByteStream)? {
        // A connection that was reset has no address any more.
        guard let ends = SocketEnds(of: socket) else { return nil }
        let isCrowded = open.wrappingAdd(1, ordering: .relaxed).oldValue >= limits.usualConnections
        return RedirectStream(socket, ends, until: isCrowded ? .after(limits.patience) : .never) {
            self.open.wrappingSubtract(1, ordering: .relaxed)
        }
    }
}
