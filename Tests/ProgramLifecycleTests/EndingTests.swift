// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct EndingTests {
    @Test func `every waiter resumes when the end is requested`() async {
        let end = Ending()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { await end.wait() } }
            group.addTask {
                end.request()
                end.request()
            }
        }
        await end.wait()
        #expect(end.isRequested)
    }

    @Test func `a canceled waiter resumes`() async {
        let end = Ending()
        let task = Task { await end.wait() }
        task.cancel()
        await task.value
        #expect(!end.isRequested)
    }

    @Test func `work is canceled when the end is requested`() async {
        let end = Ending()
        await end.cancelling {
            end.request()
            await Ending().wait()
            #expect(Task.isCancelled)
        }
    }

    @Test func `an error of the work is rethrown`() async {
        await #expect(throws: ServiceFailure(name: "work")) {
            try await Ending().cancelling { throw ServiceFailure(name: "work") }
        }
    }

    @Test func `an error of canceled work is dropped`() async throws {
        let end = Ending()
        try await end.cancelling {
            end.request()
            await Ending().wait()
            throw ServiceFailure(name: "work")
        }
    }

    @Test func `work that returns ends the wait`() async {
        let end = Ending()
        await end.cancelling {}
        #expect(!end.isRequested)
    }
}
