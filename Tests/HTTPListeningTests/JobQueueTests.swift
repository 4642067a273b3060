// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HTTPListening

@Suite final class JobQueueTests {
    private enum Step: Equatable {
        case run(Int, JobQueue<Int>.Help = .none)
        case sleep, look, end
    }

    private var queue = JobQueue<Int>(unstarted: 0)

    private func next(after count: Int = 0) -> Step {
        switch queue.next(after: count) {
        case .run(let job, let help): .run(job, help)
        case .wait(let isLooking): isLooking ? .look : .sleep
        case .end: .end
        }
    }

    private func add(_ job: Int) -> Bool { queue.add(job) }
    private func claimReturn() -> Bool { queue.claimReturn() }

    /// A thread returns from its wait with as many tasks to resume as jobs.
    private func wake(resuming jobs: [Int] = []) {
        queue.haveReturned()
        for job in jobs { #expect(!add(job), "the thread itself takes job \(job), or wakes another") }
        queue.haveResumed()
    }

    @Test func `jobs run in their order, and without one a thread sleeps`() {
        #expect(next() == .sleep)
        wake(resuming: [1, 2, 3])
        for job in 1...3 { #expect(next() == .run(job)) }
        #expect(next() == .sleep)
    }

    @Test func `a job from elsewhere wakes one thread, once`() {
        #expect(!add(1), "no thread sleeps")
        #expect(next() == .run(1))
        #expect(next() == .sleep && next() == .sleep)
        #expect(add(2))
        #expect(!add(3), "the first one has not returned")
        wake()
        #expect(next() == .run(2, .wake), "the other one takes 3")
        wake()
        #expect(next() == .run(3))
        #expect(!add(4), "both are busy")
    }

    @Test func `a thread that found an event runs its job, and wakes another for the next one`() {
        #expect(next() == .sleep && next() == .sleep)
        wake(resuming: [1])
        #expect((next(), next()) == (.run(1), .sleep))
        wake(resuming: [2, 3])
        #expect(next() == .run(2, .wake))
    }

    @Test func `a job that arrives while a thread resumes tasks wakes no other thread`() {
        #expect(next() == .sleep && next() == .sleep)
        queue.haveReturned()
        #expect(!add(1))
        queue.haveResumed()
        #expect(add(2), "it has resumed them, and may run a long job")
    }

    @Test func `a thread looks for events after many jobs, if no other thread waits for them`() {
        for job in 0..<3 { _ = add(job) }
        let most = JobQueue<Int>.longestRow
        #expect((next(after: most - 1), next(after: most)) == (.run(0), .look))
        wake()
        #expect(next() == .run(1) && next() == .run(2))
        #expect(next(after: most) == .sleep)
        #expect(add(3))
        #expect(next(after: most) == .run(3))
    }

    @Test func `a thread returns for each change of what it waits for, since another one may wait already`() {
        #expect(!claimReturn(), "no thread sleeps")
        #expect(next() == .sleep && next() == .sleep)
        #expect(add(1))
        #expect(claimReturn(), "the one that was woken for the job does not wait anew")
        wake()
        #expect(next() == .run(1))
        #expect(claimReturn())
        #expect(!add(2), "whoever returns takes it")
    }

    @Test func `a thread is started when none waits for sockets, as long as there are some`() {
        queue = JobQueue(unstarted: 2)
        #expect(next() == .sleep && next() == .sleep)
        wake(resuming: [1, 2])
        #expect(next() == .run(1, .wake), "another one sleeps")
        wake()
        #expect(next() == .run(2, .start))
        #expect(!add(3))
        #expect(next() == .run(3, .start), "the new one takes a job at once")
        #expect(!add(4))
        #expect(next() == .run(4))
    }

    @Test func `threads end when the jobs are done`() {
        _ = add(1)
        queue.isStopped = true
        #expect(next() == .run(1))
        #expect(next() == .end && next() == .end)
    }

    @Test func `no job is lost or repeated in a queue that is never empty`() {
        _ = add(0)
        for job in 1...5_000 {
            _ = add(job)
            guard next() == .run(job - 1) else {
                Issue.record("job \(job - 1)")
                return
            }
        }
    }
}
