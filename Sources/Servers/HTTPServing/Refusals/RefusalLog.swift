// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The latest refused requests of one or several servers, kept in memory.
package final class RefusalLog: Sendable {
    /// The number of refusals that it keeps; each new one then removes the oldest.
    package static let capacity = 500

    private struct Content: Sendable {
        var count = 0
        var kept: [RefusedRequest] = []
    }
    private let content = Mutex(Content())

    /// Creates an empty log.
    package init() {}

    /// Keeps a refusal, and gives it the next number.
    package func keep(_ refused: RefusedRequest) {
        content.withLock { content in
            content.count += 1
            var refused = refused
            refused.number = content.count
            if content.kept.count == Self.capacity { content.kept.removeFirst() }
            content.kept.append(refused)
        }
    }

    /// Forgets every refusal; the numbers go on.
    package func removeAll() { content.withLock { $0.kept = [] } }

    /// The number of the latest refusal; 0 before the first.
    package var newest: Int { content.withLock { $0.count } }

    /// The refusals with a higher number than this, the newest first.
    package func latest(after number: Int = 0) -> [RefusedRequest] {
        content.withLock { $0.kept.reversed().prefix { $0.number > number } }
    }
}
