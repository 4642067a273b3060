// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A change that waits for its turn.
private protocol PendingChange: Sendable {
    var isAlone: Bool { get }
    /// Whether it may still begin.
    func begin() -> Bool
    /// Carries it out, and keeps its result.
    func run(in database: Database) throws
    /// Tells the caller its result, or the error of the whole transaction.
    func end(_ error: (any Error)?)
}

/// Changes that wait, and what carries them out: a thread of its own from the first change on, or a queue.
final class WriteQueue: Sendable {
    private struct State {
        var changes: [any PendingChange] = []
        /// Whether somebody will look at the changes.
        var isAtWork = false
        var isStopped = false
        var hasThread = false
    }

    private let connection: Connection
    private let queue: DispatchQueue?
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    let listeners = Mutex<[@Sendable (Set<String>) -> Void]>([])

    /// A database in memory never waits for a disk: a queue without a thread is enough.
    init(_ connection: Connection, on queue: DispatchQueue? = nil) {
        (self.connection, self.queue) = (connection, queue)
    }

    var waitingCount: Int { state.withLock { $0.changes.count } }

    func tell(_ tables: Set<String>) {
        guard !tables.isEmpty else { return }
        for listener in listeners.withLock({ $0 }) { listener(tables) }
    }

    func close() {
        let hasThread = state.withLock { state in
            state.isStopped = true
            return state.hasThread
        }
        if let queue {
            queue.sync {}
        } else if hasThread {
            wake.signal()
            ended.wait()
            ended.signal()
        }
        connection.close()
    }

    func run<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value, isAlone: Bool
    ) async throws -> Value {
        let change = Change(change, isAlone: isAlone)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { if change.wait($0) { add(change) } }
        } onCancel: {
            change.cancel()
        }
    }

    private func add(_ change: some PendingChange) {
        let (isStopped, mustWake, hasThread) = state.withLock { state in
            if state.isStopped { return (true, false, false) }
            state.changes.append(change)
            defer { (state.isAtWork, state.hasThread) = (true, queue == nil) }
            return (false, !state.isAtWork, state.hasThread)
        }
        if isStopped, change.begin() {
            change.end(DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database was closed"))
        }
        guard mustWake else { return }
        if let queue {
            queue.async { [self] in drain() }
        } else if hasThread {
            wake.signal()
        } else {
            let thread = Thread { [self] in
                while true {
                    drain()
                    if state.withLock({ $0.isStopped && !$0.isAtWork }) { break }
                    wake.wait()
                }
                ended.signal()
            }
            thread.name = "SQLite writer"
            thread.start()
        }
    }

    private func drain() { while let group = next() { carryOut(group) } }

    /// The changes that have come, up to one that must be alone.
    private func next() -> [any PendingChange]? {
        state.withLock { state in
            guard let first = state.changes.first else {
                state.isAtWork = false
                return nil
            }
            let count = first.isAlone ? 1 : state.changes.firstIndex { $0.isAlone } ?? state.changes.count
            defer { state.changes.removeFirst(count) }
            return Array(state.changes[..<count])
        }
    }

    private func carryOut(_ group: [any PendingChange]) {
        let waiting = group.filter { $0.begin() }
        guard !waiting.isEmpty else { return }
        var (done, rest) = (waiting[...], waiting[waiting.endIndex...])
        do {
            (done, rest) = try connection.run { [self] database in
                do {
                    try database.begin()
                } catch {
                    return fail(waiting[...], error)
                }
                for (index, change) in waiting.enumerated() {
                    do {
                        if waiting.count == 1 {
                            try change.run(in: database)
                        } else {
                            try database.inSavepoint { try change.run(in: database) }
                        }
                    } catch {
                        if waiting.count == 1 {
                            database.rollBack()
                            return fail(waiting[...], error)
                        }
                        guard database.isInsideTransaction else {
                            // SQLite itself took back the whole transaction; those behind begin another one.
                            database.rollBack()
                            return (fail(waiting[...index], error).0, waiting[(index + 1)...])
                        }
                        change.end(error)
                    }
                }
                do {
                    tell(try database.commit())
                } catch {
                    database.rollBack()
                    return fail(waiting[...], error)
                }
                return (waiting[...], [])
            }
        } catch {
            (done, rest) = fail(waiting[...], error)
        }
        for change in done { change.end(nil) }
        if !rest.isEmpty { carryOut(Array(rest)) }
    }

    private func fail(
        _ changes: ArraySlice<any PendingChange>, _ error: any Error
    ) -> (ArraySlice<any PendingChange>, ArraySlice<any PendingChange>) {
        for change in changes { change.end(error) }
        return ([], [])
    }
}

private final class Change<Value: Sendable>: PendingChange {
    private enum Stage {
        case new, cancelled
        case waiting(CheckedContinuation<Value, any Error>)
        case begun(CheckedContinuation<Value, any Error>, Value?)
        case ended
    }

    let isAlone: Bool
    private let change: @Sendable (Database) throws -> Value
    private let stage = Mutex(Stage.new)

    init(_ change: @escaping @Sendable (Database) throws -> Value, isAlone: Bool) {
        (self.change, self.isAlone) = (change, isAlone)
    }

    /// Keeps the caller; `false` if its task was cancelled before.
    func wait(_ caller: CheckedContinuation<Value, any Error>) -> Bool {
        let mayWait = stage.withLock { stage in
            if case .cancelled = stage { return false }
            stage = .waiting(caller)
            return true
        }
        if !mayWait { caller.resume(throwing: CancellationError()) }
        return mayWait
    }

    func cancel() {
        let caller: CheckedContinuation<Value, any Error>? = stage.withLock { stage in
            switch stage {
            case .new: stage = .cancelled
            case .waiting(let caller):
                stage = .ended
                return caller
            case .cancelled, .begun, .ended: break
            }
            return nil
        }
        caller?.resume(throwing: CancellationError())
    }

    func begin() -> Bool {
        stage.withLock { stage in
            // One that SQLite took back with others begins again.
            if case .begun = stage { return true }
            guard case .waiting(let caller) = stage else { return false }
            stage = .begun(caller, nil)
            return true
        }
    }

    func run(in database: Database) throws {
        let value = try change(database)
        stage.withLock { if case .begun(let caller, _) = $0 { $0 = .begun(caller, value) } }
    }

    func end(_ error: (any Error)?) {
        let result: (CheckedContinuation<Value, any Error>, Value?)? = stage.withLock { stage in
            guard case .begun(let caller, let value) = stage else { return nil }
            stage = .ended
            return (caller, value)
        }
        guard let (caller, value) = result else { return }
        if let error { return caller.resume(throwing: error) }
        if let value {
            caller.resume(returning: value)
        } else {
            caller.resume(throwing: DatabaseError(resultCode: .SQLITE_ABORT))
        }
    }
}

/// Reads that wait, and what carries them out: a thread for each connection, started when it is needed, or a queue.
final class ReadQueue: Sendable {
    private struct State {
        var reads: [@Sendable (Connection) -> Void] = []
        var startedCount = 0
        var idleCount = 0
        var isStopped = false
    }

    private let connections: [Connection]
    private let queue: DispatchQueue?
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ connections: [Connection], on queue: DispatchQueue? = nil) {
        (self.connections, self.queue) = (connections, queue)
    }

    /// Whether there is a connection for reads.
    var isEmpty: Bool { connections.isEmpty }

    private func start(_ connection: Connection) {
        let thread = Thread { [self] in
            while let read = next() { read(connection) }
            ended.signal()
        }
        thread.name = "SQLite reader"
        thread.start()
    }

    private func next() -> (@Sendable (Connection) -> Void)? {
        state.withLock { $0.idleCount += 1 }
        wake.wait()
        return state.withLock { state in
            state.idleCount -= 1
            return state.reads.isEmpty ? nil : state.reads.removeFirst()
        }
    }

    func close() {
        let count = state.withLock { state in
            state.isStopped = true
            return state.startedCount
        }
        queue?.sync {}
        for _ in 0..<count { wake.signal() }
        for _ in 0..<count { ended.wait() }
        for _ in 0..<count { ended.signal() }
        for connection in connections { connection.close() }
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let read: @Sendable (Connection) -> Void = { connection in
                caller.resume(with: Result { try connection.run { try $0.reading(body) } })
            }
            let (isOpen, new): (Bool, Connection?) = state.withLock { state in
                if state.isStopped { return (false, nil) }
                if let queue {
                    queue.async { [connections] in read(connections[0]) }
                    return (true, nil)
                }
                state.reads.append(read)
                guard state.reads.count > state.idleCount, state.startedCount < connections.count else {
                    return (true, nil)
                }
                defer { state.startedCount += 1 }
                return (true, connections[state.startedCount])
            }
            guard isOpen else {
                return caller.resume(
                    throwing: DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database was closed"))
            }
            if queue == nil { wake.signal() }
            if let new { start(new) }
        }
    }
}
