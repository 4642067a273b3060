// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import HTTPListening

@Suite(.timeLimit(.minutes(1))) struct ConnectionCountTests {
    @Test func `accepting waits at the limit, and continues when a connection ends`() async throws {
        let count = ConnectionCount(limit: 2)
        await count.waitForRoom()
        _ = count.enter()
        await count.waitForRoom()
        _ = count.enter()
        async let first: Void = count.waitForRoom()
        async let second: Void = count.waitForRoom()
        try await until { count.waiting == 2 }
        count.leave()
        #expect(count.waiting == 1 && count.open == 1)
        _ = count.enter()
        count.leave()
        #expect(count.waiting == 0)
        _ = await (first, second)
    }

    @Test func `a drain resumes all waiting accepts`() async throws {
        let count = ConnectionCount(limit: 1)
        #expect(!count.enter())
        async let first: Void = count.waitForRoom()
        async let second: Void = count.waitForRoom()
        try await until { count.waiting == 2 }
        count.drain()
        _ = await (first, second)
        await count.waitForRoom()
        #expect(count.enter())
    }

    @Test func `all tasks that wait for the last connection resume when it ends`() async throws {
        let count = ConnectionCount(limit: 9)
        await count.waitForLast()
        _ = count.enter()
        _ = count.enter()
        let waits = (0..<2).map { _ in Task { await count.waitForLast() } }
        count.leave()
        count.leave()
        for wait in waits { await wait.value }
    }
}
