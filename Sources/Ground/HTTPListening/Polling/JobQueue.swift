// SPDX-License-Identifier: Apache-2.0

/// The jobs that wait for one of several threads, which also wait for sockets: the rules of ``Poller``, without locks
/// and system calls.
///
/// While there are jobs and a thread sleeps, a thread is about to take the next job, or one was woken for it.
struct JobQueue<Job: Sendable>: Sendable {
    enum Help {
        case none
        case wake
        /// A further thread, since none waits for sockets.
        case start
    }

    enum Step {
        case run(Job, Help)
        /// Waits for sockets, or only looks for events, and then calls ``haveReturned()``.
        case wait(isLooking: Bool)
        case end
    }

    /// The consecutive jobs after which a thread looks for events, if no other thread waits for them.
    static var longestRow: Int { 8 }

    private var jobs: [Job] = []
    private var first = 0
    private var sleepers = 0
    /// The threads that resume tasks after a wait, and take the next jobs.
    private var resumers = 0
    /// Whether a wake-up is pending: claimed since a thread last returned from its wait.
    private var isWaking = false
    private var unstarted: Int
    var isStopped = false

    init(unstarted: Int) { self.unstarted = unstarted }

    private var isEmpty: Bool { first == jobs.count }

    mutating func add(_ job: Job) -> Bool {
        jobs.append(job)
        return resumers == 0 && claimWake()
    }

    /// `count` is the number of jobs that the thread has run since it looked for events.
    mutating func next(after count: Int) -> Step {
        if isEmpty, isStopped { return .end }
        if isEmpty || (count >= Self.longestRow && sleepers == 0) {
            sleepers += 1
            return .wait(isLooking: !isEmpty)
        }
        let job = take()
        guard sleepers == 0, unstarted > 0 else { return .run(job, !isEmpty && claimWake() ? .wake : .none) }
        unstarted -= 1
        return .run(job, .start)
    }

    private mutating func take() -> Job {
        let job = jobs[first]
        first += 1
        if isEmpty {
            jobs.removeAll(keepingCapacity: true)
            first = 0
        } else if first == 1024 {
            jobs.removeFirst(first)
            first = 0
        }
        return job
    }

    mutating func haveReturned() {
        sleepers -= 1
        resumers += 1
        isWaking = false
    }

    mutating func haveResumed() { resumers -= 1 }

    /// Whether the caller must wake a thread for a new job; a pending wake-up is enough: its thread takes the job.
    private mutating func claimWake() -> Bool {
        guard !isWaking else { return false }
        return claimReturn()
    }

    /// Whether the caller must wake a thread that then waits again, for a new socket or deadline.
    ///
    /// A pending wake-up is not enough: its thread may have left the wait already, while another one waits.
    mutating func claimReturn() -> Bool {
        isWaking = sleepers > 0
        return isWaking
    }
}
