// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Fixtures

@testable import SQLiteRecords

/// Threads that cannot start: the system limits their number, and each needs memory.
@Suite(.timeLimit(.minutes(1))) struct CallQueueTests {
    /// Starts threads, except those with these numbers, from 1.
    private final class Starter: Sendable {
        private let refused: Set<Int>
        private let count = Mutex(0)
        /// Runs before a start is refused.
        let meanwhile = Mutex<@Sendable () -> Void>({})

        init(refusing refused: Set<Int>) { self.refused = refused }

        func start(_ body: @escaping @Sendable () -> Void) -> Bool {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard !refused.contains(number) else {
                meanwhile.withLock { $0 }()
                return false
            }
            Thread.detachNewThread(body)
            return true
        }
    }

    private static func code(_ queue: CallQueue, _ body: @escaping @Sendable () -> Void = {}) async -> ResultCode? {
        await awaitedCode { try await PendingClosure.value(of: { _ in body() }, in: queue) }
    }

    @Test func `a call for which no thread can be started fails, and the next one tries again`() async throws {
        let starter = Starter(refusing: [1, 2])
        let connection = try Connection(path: ":memory:", .memory)
        let queue = CallQueue(on: .threads(count: 1, start: starter.start), sharesTransactions: false) { calls, _ in
            for call in calls where call.begin() {
                call.finish(throwing: error { try connection.run(call.run) })
            }
        }
        for expected in [ResultCode.noMemory, .noMemory, nil] {
            #expect(await Self.code(queue) == expected)
            #expect(queue.count == 0)
        }
        queue.stop()
    }

    @Test func `a queue whose only thread could not be started can stop`() async {
        let queue = CallQueue(on: .threads(count: 1) { _ in false }, sharesTransactions: true) { _, _ in }
        #expect(await Self.code(queue) == .noMemory)
        queue.stop()
        #expect(await Self.code(queue) == .misuse)
    }

    private struct Call: PendingCall {
        var isAlone = false
        func begin() -> Bool { true }
        func run(in database: Database) {}
        func fail(_ error: any Error) { Issue.record(error) }
        func finish(throwing error: (any Error)?) { if let error { Issue.record(error) } }
    }

    @Test func `a serial queue always has one worker`() async {
        let (begun, serial) = (AsyncStream<Int>.makeStream(), DispatchQueue(label: "calls"))
        let queue = CallQueue(on: .dispatch(serial), sharesTransactions: false) { _, worker in
            begun.continuation.yield(worker)
        }
        serial.suspend()
        queue.add(Call())
        serial.async { queue.add(Call()) }
        queue.add(Call())
        serial.resume()
        var workers = begun.stream.makeAsyncIterator()
        for _ in 0..<3 { #expect(await workers.next(isolation: nil) == 0) }
        queue.stop()
    }

    @Test func `calls that come at once get a thread each, also while others are idle`() async {
        let (begun, releases) = (AsyncStream<Int>.makeStream(), (0..<8).map { _ in DispatchSemaphore(value: 0) })
        let start = Starter(refusing: []).start
        let queue = CallQueue(on: .threads(count: 8, start: start), sharesTransactions: true) { _, worker in
            begun.continuation.yield(worker)
            releases[worker].wait()
        }
        var workers = begun.stream.makeAsyncIterator()
        for count in 1...8 {
            for _ in 0..<count { queue.add(Call(isAlone: true)) }
            var running: Set<Int> = []
            for _ in 0..<count {
                // The time limit ends the wait.
                guard let worker = await workers.next(isolation: nil) else { return }
                running.insert(worker)
            }
            #expect(running.count == count)
            for worker in running { releases[worker].signal() }
        }
        queue.stop()
    }

    @Test
    func `other threads run the call of a thread that cannot start, each with its own connection`() async {
        let starter = Starter(refusing: [2])
        let (begun, release) = (AsyncStream<Int>.makeStream(), DispatchSemaphore(value: 0))
        let queue = CallQueue(on: .threads(count: 3, start: starter.start), sharesTransactions: false) { _, worker in
            begun.continuation.yield(worker)
            release.wait()
        }
        starter.meanwhile.withLock { $0 = { queue.add(Call()) } }
        for _ in 0..<3 { queue.add(Call()) }
        var workers = begun.stream.makeAsyncIterator()
        var running: Set<Int> = []
        for _ in 0..<3 { running.insert(await workers.next(isolation: nil) ?? -1) }
        #expect(running == [0, 1, 2])
        #expect(queue.count == 1)
        for _ in 0..<4 { release.signal() }
        #expect(await workers.next(isolation: nil) != nil)
        queue.stop()
    }
}
