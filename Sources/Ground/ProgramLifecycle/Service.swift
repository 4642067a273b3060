// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A part of a program that runs until its end is wanted.
///
/// ```swift
/// struct Connections: Service {
///     let pool: Pool
///
///     func run(until end: Ending) async throws {
///         try await pool.open()
///         await end.wait()
///         await pool.close()
///     }
/// }
/// ```
public protocol Service: Sendable {
    /// Runs until the end is wanted, and finishes its open work. If its task is canceled, it returns at once.
    ///
    /// - Throws: An error that ends the program.
    func run(until end: Ending) async throws
}

/// The wish that a service ends.
///
/// ```swift
/// func run(until end: Ending) async throws {
///     try await end.cancelling { try await watch(folder) }
/// }
/// ```
public final class Ending: Sendable {
    private struct State {
        var isWanted = false
        var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Creates an ending that is not wanted.
    public init() {}

    /// Whether the end is wanted.
    public var isWanted: Bool { state.withLock(\.isWanted) }

    /// Asks for the end; further calls change nothing.
    public func want() {
        let waiting = state.withLock { state in
            state.isWanted = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.finish() }
    }

    /// Waits until the end is wanted, or the task is canceled.
    public func wait() async {
        let (wishes, waiter) = AsyncStream<Never>.makeStream()
        let number: Int? = state.withLock { state in
            guard !state.isWanted else { return nil }
            defer { state.next += 1 }
            state.waiting[state.next] = waiter
            return state.next
        }
        guard let number else { return }
        for await _ in wishes {}
        _ = state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    /// Runs `body`, and cancels it when the end is wanted.
    ///
    /// - Throws: Errors of `body`, until the end is wanted.
    public func cancelling(_ body: @escaping @Sendable () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { await self.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
