// SPDX-License-Identifier: Apache-2.0
import Dispatch
import ProgramLifecycle
import Synchronization

final class Pool: Sendable {
    private struct State {
        var queue: PoolQueue
        var address: PostgresAddress
        var isWatching = false
        var starting: [@Sendable (PostgresError?) -> Void] = []
        var closing: [@Sendable () -> Void] = []
        var isBehindPooler = false
        var arrivals: [(index: Int, session: OpenConnection.Session)] = []
    }

    let limits: PoolLimits
    private let wakeup: Wakeup
    private let state: Mutex<State>
    private let logger: Log

    init(at address: PostgresAddress, _ limits: PoolLimits, logger: Log) throws {
        (self.limits, self.logger) = (limits, logger)
        wakeup = try Wakeup()
        state = Mutex(State(queue: PoolQueue(limits), address: address))
    }

    func start() throws(PostgresError) {
        try PoolThread(pool: self, wakeup: wakeup).start()
        for index in slots { Connector(index: index, pool: self).start() }
    }

    var slots: Range<Int> { 0..<limits.connections }

    var address: PostgresAddress { state.withLock(\.address) }

    func use(_ address: PostgresAddress) { state.withLock { $0.address = address } }

    var isClosing: Bool { state.withLock(\.queue.isClosing) }

    var figures: PoolFigures {
        state.withLock { state in
            PoolFigures(
                open: state.queue.connections.count(where: \.isOpen),
                inFlight: state.queue.connections.reduce(0) { $0 + $1.load }, waiting: state.queue.waiting.count,
                isBehindPooler: state.isBehindPooler)
        }
    }

    func submit(_ command: Command) {
        let result = state.withLock { state in
            Result { () throws(PostgresError) in
                (woken: try state.queue.submit(command), mustWatch: Self.mustWatch(&state))
            }
        }
        switch result {
        case .success(let (woken, mustWatch)):
            wake(woken)
            if mustWatch { watch() }
        case .failure(let error): command.finish(error)
        }
    }

    func abandon(_ command: Command) {
        command.finish(CancellationError())
        // The connection requests its cancellation.
        if command.connection != nil { wakeup.wake() }
    }

    func `repeat`(_ commands: [Command]) {
        guard !commands.isEmpty else { return }
        let (woken, mustWatch) = state.withLock { state in
            (state.queue.repeat(commands), Self.mustWatch(&state))
        }
        wake(woken)
        if mustWatch { watch() }
    }

    func nextTransaction() -> TransactionID { state.withLock { $0.queue.nextTransaction() } }

    func end(_ transaction: TransactionID, isClean: Bool) {
        wake(state.withLock { $0.queue.end(transaction, isClean: isClean) })
    }

    func connected(_ resume: @escaping @Sendable (PostgresError?) -> Void) {
        let outcome: PostgresError?? = state.withLock { state in
            if state.queue.isClosing { return PoolQueue.closed }
            if state.queue.connections.contains(where: \.isOpen) { return .some(nil) }
            if let failure = state.queue.lastFailure { return failure }
            state.starting.append(resume)
            return nil
        }
        if let outcome { resume(outcome) }
    }

    /// Rejects new statements, and closes each connection after its pending ones.
    func close(_ resume: @escaping @Sendable () -> Void) {
        let (refused, starting, isDone) = state.withLock { state in
            let refused = state.queue.close()
            let isDone = !state.queue.connections.contains(where: \.isOpen)
            if !isDone { state.closing.append(resume) }
            defer { state.starting = [] }
            return (refused, state.starting, isDone)
        }
        wakeup.wake()
        for command in refused { command.finish(PoolQueue.closed) }
        for resume in starting { resume(PoolQueue.closed) }
        if isDone { resume() }
    }

    private func wake(_ isAsleep: Bool) {
        if isAsleep { wakeup.wake() }
    }
}

extension Pool {
    // The pool's thread and the threads that connect report here.

    struct Work {
        let arrivals: [(index: Int, session: OpenConnection.Session)]
        let parts: [PoolQueue.Work]
    }

    /// Takes the new work, given the numbers of statements finished since the last call; `nil` at the pool's end.
    func take(finished: [Int]) -> Work? {
        state.withLock { state in
            let work = Work(arrivals: state.arrivals, parts: state.queue.take(finished: finished))
            state.arrivals = []
            return state.queue.isClosing && !state.queue.connections.contains(where: \.isOpen) ? nil : work
        }
    }

    /// Returns `false` if the pool is closing, so that the caller must end the session.
    func opened(_ index: Int, _ session: OpenConnection.Session) -> Bool {
        var starting: [@Sendable (PostgresError?) -> Void] = []
        var news: [String] = []
        let woken: Bool? = state.withLock { state in
            guard !state.queue.isClosing else { return nil }
            if state.queue.lastFailure != nil { news.append("PostgreSQL responds again") }
            if session.isPooled, !state.isBehindPooler {
                news.append("PostgreSQL is behind a pooler: statements are sent unprepared")
            }
            state.isBehindPooler = session.isPooled
            state.arrivals.append((index, session))
            swap(&starting, &state.starting)
            return state.queue.opened(index)
        }
        guard let woken else { return false }
        wake(woken)
        for resume in starting { resume(nil) }
        for message in news { logger.notice(message) }
        return true
    }

    func failed(_ error: PostgresError) {
        let (starting, isNew) = state.withLock { state in
            let isNew = state.queue.lastFailure != error
            state.queue.lastFailure = error
            defer { state.starting = [] }
            return (state.starting, isNew)
        }
        // Each connection retries every few seconds: log each cause once.
        if isNew { logger.error("PostgreSQL cannot be reached", metadata: ["reason": "\(error.message)"]) }
        for resume in starting { resume(error) }
    }

    func lost(_ index: Int, because end: PostgresError?) -> [Command] {
        if let end { logger.warning("a connection was lost", metadata: ["reason": "\(end.message)"]) }
        let (unsent, closing): ([Command], [@Sendable () -> Void]) = state.withLock { state in
            let unsent = state.queue.lost(index)
            guard state.queue.isClosing, !state.queue.connections.contains(where: \.isOpen) else { return (unsent, []) }
            defer { state.closing = [] }
            return (unsent, state.closing)
        }
        for resume in closing { resume() }
        return unsent
    }
}

extension Pool {
    private static func mustWatch(_ state: inout State) -> Bool {
        guard !state.queue.waiting.isEmpty, !state.isWatching else { return false }
        state.isWatching = true
        return true
    }

    private func watch() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in self?.refuseExpired() }
    }

    private func refuseExpired() {
        let (expired, error, mustWatch) = state.withLock { state in
            let expired = state.queue.expired(at: .now)
            state.isWatching = false
            return (expired, state.queue.noConnection("the statement waited too long"), Self.mustWatch(&state))
        }
        for command in expired { command.finish(error) }
        if mustWatch { watch() }
    }
}

extension Pool {
    func run<Value: Sendable>(
        _ statement: PostgresStatement, _ parameters: [PostgresValue], in transaction: TransactionID? = nil,
        within time: Duration? = nil, beginsTransaction: Bool = false,
        _ read: @escaping @Sendable (PostgresRows) throws -> Value
    ) async throws -> Value {
        let call = Call<Value>()
        let command = Command(
            statement, parameters, within: time ?? limits.statement, waiting: limits.waiting, in: transaction,
            beginsTransaction: beginsTransaction,
            keep: { rows in call.keep { try read(rows) } }, end: { call.end($0) })
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.wait(continuation)
                submit(command)
            }
        } onCancel: {
            abandon(command)
        }
    }
}
