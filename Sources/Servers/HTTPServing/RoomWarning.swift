// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Synchronization

/// Warns the operator that no connection can be accepted, at most once per minute.
final class RoomWarning: Sendable {
    private let logger: Log
    private let next = Mutex(ContinuousClock.now)

    init(_ logger: Log) { self.logger = logger }

    /// Writes the line, unless it was written in the last minute.
    @Sendable func warn() { warn(at: .now) }

    func warn(at now: ContinuousClock.Instant) {
        let isDue = next.withLock { next in
            guard now >= next else { return false }
            next = now + .seconds(60)
            return true
        }
        guard isDue else { return }
        logger.warning(
            "no room for new connections: too many open files, or no memory; raise the limit of files (ulimit -n)")
    }
}
