// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Testing

/// The wish that a service ends, and the tasks that wait for it.
@Suite(.timeLimit(.minutes(1))) struct EndingTests {
    @Test func `every waiter resumes when the end is wanted`() async {
        let end = Ending()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { await end.wait() } }
            group.addTask {
                end.want()
                end.want()
            }
        }
        await end.wait()
        #expect(end.isWanted)
    }

    @Test func `a canceled waiter resumes`() async {
        let end = Ending()
        let task = Task { await end.wait() }
        task.cancel()
        await task.value
        #expect(!end.isWanted)
    }

    @Test func `work is canceled when the end is wanted`() async {
        await Ending.after(.milliseconds(30)).cancelling {
            await #expect(throws: CancellationError.self) { try await Task.sleep(for: .seconds(50)) }
        }
    }

    @Test func `an error of the work is rethrown`() async {
        await #expect(throws: ServiceFailure(name: "work")) {
            try await Ending().cancelling { throw ServiceFailure(name: "work") }
        }
    }
}
