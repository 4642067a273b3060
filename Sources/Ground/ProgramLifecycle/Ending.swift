// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import Synchronization

/// A request to end, for which a service waits.
///
/// ```swift
/// func run(until end: Ending) async throws {
///     try await end.cancelling { try await watch(folder) }
/// }
/// ```
public final class Ending: Sendable {
    private struct State {
        var isRequested = false
        var waiters: [UUID: AsyncStream<Never>.Continuation] = [:]

        mutating func end() -> [UUID: AsyncStream<Never>.Continuation] {
            isRequested = true
            return waiters
        }
    }

    private let state = Mutex(State())

    /// Creates an ending that has not been requested.
    public init() {}

    /// Whether the end has been requested.
    public var isRequested: Bool { state.withLock(\.isRequested) }

    /// Requests the end; further calls have no effect.
    public func request() {
        for waiter in state.withLock({ $0.end() }).values { waiter.finish() }
    }

    /// Waits until the end is requested, or the task is canceled; check ``isRequested`` to tell them apart.
    public func wait() async {
        let (request, waiter) = AsyncStream<Never>.makeStream()
        let id = UUID()
        state.withLock { state in
            if state.isRequested { waiter.finish() } else { state.waiters[id] = waiter }
        }
        for await _ in request {}
        _ = state.withLock { $0.waiters.removeValue(forKey: id) }
    }

    /// Runs `body`, and cancels it when the end is requested.
    ///
    /// It returns when `body` has returned. If the task is canceled, `body` is canceled, too.
    ///
    /// - Throws: Errors that `body` throws before the end is requested; later ones are dropped.
    public func cancelling(_ body: @escaping @Sendable () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { await self.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
