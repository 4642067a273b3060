// SPDX-License-Identifier: Apache-2.0
import SignInProvider
import Synchronization

/// Says at the first request, and then once a minute, that expired sessions are to be removed.
final class Sweep: Sendable {
    private let time: TimeSource
    private let last = Mutex<Duration?>(nil)

    init(time: TimeSource) { self.time = time }

    func isDue() -> Bool {
        let now = time.elapsed()
        return last.withLock { last in
            if let last, now - last < .seconds(60) { return false }
            last = now
            return true
        }
    }
}
