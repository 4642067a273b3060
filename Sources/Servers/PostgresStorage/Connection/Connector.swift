// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation

/// Connects on a thread of its own, again and again until a server answers.
///
/// libpq blocks while it connects, and asks the name server: neither the cooperative pool nor the pool's own thread may
/// do that.
struct Connector: Sendable {
    let index: Int
    let pool: Pool

    /// Makes the first attempt, after a pause if a connection was just lost.
    func start(isLost: Bool = false) {
        var backoff = Backoff()
        if isLost { attempt(after: backoff.next(), backoff) } else { attempt(backoff) }
    }

    private func attempt(after pause: Duration, _ backoff: Backoff) {
        DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) { attempt(backoff) }
    }

    private func attempt(_ backoff: Backoff) {
        guard !pool.isClosing else { return }
        let thread = Thread {
            do throws(PostgresError) {
                let session = try OpenConnection.Session(at: pool.address)
                if !pool.opened(index, session) { session.end() }
            } catch {
                pool.failed(error)
                var backoff = backoff
                attempt(after: backoff.next(), backoff)
            }
        }
        thread.name = "postgres-\(index)"
        thread.start()
    }
}
