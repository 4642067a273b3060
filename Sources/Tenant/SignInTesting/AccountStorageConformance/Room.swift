// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts the tasks that have exclusive access.
final class Room: Sendable {
    private struct Count {
        var inside = 0
        var most = 0
        var visits = 0
    }

    private let count = Mutex(Count())

    /// The highest number of tasks at once.
    var most: Int { count.withLock(\.most) }
    /// How many tasks have entered.
    var visits: Int { count.withLock(\.visits) }

    func enter() {
        count.withLock { count in
            count.inside += 1
            count.visits += 1
            count.most = max(count.most, count.inside)
        }
    }

    func leave() { count.withLock { $0.inside -= 1 } }
}
