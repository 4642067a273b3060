// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import HTTPTransport

/// Blocking work outside of the cooperative pool.
@Suite(.timeLimit(.minutes(1))) struct OffThePoolTests {
    private final class Gate: Sendable {
        private struct State {
            var running = 0
            var most = 0
        }

        private let condition = NSCondition()
        private let isOpen = Mutex(false)
        private let state = Mutex(State())

        var most: Int { state.withLock(\.most) }

        func pass() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            condition.lock()
            while !isOpen.withLock(\.self) { condition.wait() }
            condition.unlock()
            state.withLock { $0.running -= 1 }
        }

        func open() {
            condition.lock()
            isOpen.withLock { $0 = true }
            condition.broadcast()
            condition.unlock()
        }
    }

    @Test(arguments: [1, 3])
    func `work runs on no more threads than its kind allows, and all of it ends`(_ limit: Int) async throws {
        let (work, gate) = (BlockingWork(limit: limit), Gate())
        let (ends, end) = AsyncStream<Int>.makeStream()
        for number in 0..<200 {
            work.add {
                gate.pass()
                end.yield(number)
            }
            #expect(work.threadCount == min(number + 1, limit))
        }
        gate.open()
        var ended: Set<Int> = []
        for await number in ends {
            ended.insert(number)
            if ended.count == 200 { break }
        }
        #expect(gate.most <= limit)
    }

    @Test func `work that waits has 32 threads, and work that computes one for each core`() {
        #expect(BlockingWork.waiting.limit == 32)
        #expect(BlockingWork.computing.limit == ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test(arguments: [BlockingWork.waiting, .computing])
    func `a result and an error come back`(_ kind: BlockingWork) async throws {
        #expect(try await offThePool(as: kind) { 7 } == 7)
        await #expect(throws: CancellationError.self) { try await offThePool(as: kind) { throw CancellationError() } }
    }
}
