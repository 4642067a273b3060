// SPDX-License-Identifier: Apache-2.0

/// How often something can be done in a second.
enum Rate {
    /// Repeats `work` in several tasks at once for some seconds.
    static func measure(
        atOnce count: Int, seconds: Double, _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(seconds)
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    var done = 0
                    while clock.now < end {
                        try await work()
                        done += 1
                    }
                    return done
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(done) / ((clock.now - start) / .seconds(1))
    }
}
