// SPDX-License-Identifier: Apache-2.0
import Dispatch
import SystemThreads

/// Connects repeatedly on a separate thread: libpq blocks, which neither the cooperative pool nor ours may do.
struct Connector: Sendable {
    let index: Int
    let pool: Pool

    func start(isLost: Bool = false) {
        var backoff = Backoff()
        if isLost { attempt(after: backoff.next(), backoff) } else { attempt(backoff) }
    }

    private func attempt(after pause: Duration, _ backoff: Backoff) {
        DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) { attempt(backoff) }
    }

    private func attempt(_ backoff: Backoff) {
        guard !pool.isClosing else { return }
        let isStarted = SystemThread.start("postgres \(index)") {
            do throws(PostgresError) {
                let session = try OpenConnection.Session(at: pool.address)
                if !pool.opened(index, session) { session.end() }
            } catch {
                retry(after: error, backoff)
            }
        }
        if !isStarted { retry(after: .noThread, backoff) }
    }

    private func retry(after error: PostgresError, _ backoff: Backoff) {
        pool.failed(error)
        var backoff = backoff
        attempt(after: backoff.next(), backoff)
    }
}

/// Doubled pauses with jitter: otherwise, all connections and instances would retry at the same moment.
struct Backoff: Sendable {
    private var longest: Duration
    private let limit: Duration
    private let random: @Sendable () -> Double

    init(
        from first: Duration = .milliseconds(50), upTo limit: Duration = .seconds(5),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        (longest, self.limit, self.random) = (first, limit, random)
    }

    mutating func next() -> Duration {
        defer { longest = min(longest * 2, limit) }
        return longest * (0.5 + random() / 2)
    }
}
