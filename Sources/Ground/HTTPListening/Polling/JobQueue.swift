// SPDX-License-Identifier: Apache-2.0

/// The jobs that wait for one of several threads, which also wait for sockets: the rules of ``Poller``, without lock
/// and system call.
///
/// While there are jobs and a thread sleeps, a thread is about to take the next job, or one was woken for it.
struct JobQueue<Job: Sendable>: Sendable {
    /// Which other thread is needed when one takes a job.
    enum Help {
        case none
        /// A sleeping one, for the next job.
        case wake
        /// A new one, since none waits for sockets.
        case start
    }

    /// The next action of a thread.
    enum Step {
        /// Gets help, and runs a job.
        case run(Job, Help)
        /// Waits for sockets, or only looks for events, and then calls ``haveReturned()``.
        case wait(isLooking: Bool)
        case end
    }

    /// The jobs in a row after which a thread looks for events, if no other thread waits for them.
    static var longestRow: Int { 8 }

    private var jobs: [Job] = []
    /// The index of the first job that was not taken.
    private var first = 0
    /// The threads that wait for sockets, or look for events.
    private var sleepers = 0
    /// The threads that resume tasks after a wait, and take the next jobs.
    private var resumers = 0
    /// Whether a wake-up is pending: claimed since a thread last returned from its wait.
    private var isWaking = false
    /// The threads that may still be started.
    private var unstarted: Int
    /// Whether threads end when there is no job.
    var isStopped = false

    /// Creates an empty queue for threads of which some are started only when they are needed.
    init(unstarted: Int) { self.unstarted = unstarted }

    private var isEmpty: Bool { first == jobs.count }

    /// Adds a job.
    ///
    /// - Returns: Whether a sleeping thread must be woken.
    mutating func add(_ job: Job) -> Bool {
        jobs.append(job)
        return resumers == 0 && claimWake()
    }

    /// The next step of a thread that has run a number of jobs since it looked for events.
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

    /// Notes that a thread has returned from its wait, and resumes tasks.
    mutating func haveReturned() {
        sleepers -= 1
        resumers += 1
        isWaking = false
    }

    /// Notes that a thread has resumed the tasks whose wait was over.
    mutating func haveResumed() { resumers -= 1 }

    /// Claims the wake-up of a thread for a new job.
    ///
    /// One that is pending is enough: the thread that wakes takes the job.
    ///
    /// - Returns: Whether the caller must wake a thread.
    private mutating func claimWake() -> Bool {
        guard !isWaking else { return false }
        return claimReturn()
    }

    /// Claims the wake-up of a thread that must wait again, for a socket or a deadline that has just been added.
    ///
    /// A pending wake-up is not enough: its thread may have left the wait already, and another one waits in its place.
    ///
    /// - Returns: Whether the caller must wake a thread.
    mutating func claimReturn() -> Bool {
        isWaking = sleepers > 0
        return isWaking
    }
}
