// SPDX-License-Identifier: Apache-2.0
import Provider
import Synchronization

/// Says once a minute that expired sessions are to be removed.
final class Sweep: Sendable {
    private let time: TimeSource
    private let last: Mutex<Duration>

    init(time: TimeSource) {
        self.time = time
        last = Mutex(time.elapsed())
    }

    func isDue() -> Bool {
        let now = time.elapsed()
        return last.withLock { last in
            guard now - last >= .seconds(60) else { return false }
            last = now
            return true
        }
    }
}
