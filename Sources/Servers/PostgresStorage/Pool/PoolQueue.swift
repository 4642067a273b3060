// SPDX-License-Identifier: Apache-2.0

/// Assigns statements to connections, in order of arrival; independent of threads and libpq.
struct PoolQueue {
    struct Connection {
        var isOpen = false
        var load = 0
        var inbox: [Command] = []
        var transaction: TransactionID?
        var mustClose = false
    }

    struct Work {
        let index: Int
        var commands: [Command]
        /// Its state is unknown, or the pool is closing and it has no work.
        var closes: Bool
    }

    private let limits: PoolLimits
    private(set) var connections: [Connection]
    private(set) var waiting: [Command] = []
    private(set) var isClosing = false
    private var isAsleep = false
    var lastFailure: PostgresError?
    private var transactions: UInt64 = 0

    init(_ limits: PoolLimits) {
        self.limits = limits
        connections = Array(repeating: Connection(), count: limits.connections)
    }

    mutating func nextTransaction() -> TransactionID {
        transactions += 1
        return TransactionID(number: transactions)
    }

    /// Assigns a statement to a connection, or enqueues it; returns whether to wake the pool's thread.
    mutating func submit(_ command: Command) throws(PostgresError) -> Bool {
        if let transaction = command.transaction, !command.beginsTransaction {
            return try submit(command, in: transaction)
        }
        guard !isClosing else { throw Self.closed }
        if waiting.count >= limits.waitingStatements {
            waiting.removeAll(where: \.isFinished)
            guard waiting.count < limits.waitingStatements else {
                throw noConnection("too many statements are waiting")
            }
        }
        waiting.append(command)
        return dispatch()
    }

    private mutating func submit(_ command: Command, in transaction: TransactionID) throws(PostgresError) -> Bool {
        guard let index = connections.firstIndex(where: { $0.transaction == transaction && $0.isOpen }) else {
            throw .connectionLost
        }
        give(command, to: index)
        return wake()
    }

    mutating func `repeat`(_ commands: [Command]) -> Bool {
        waiting.insert(contentsOf: commands, at: 0)
        return dispatch()
    }

    mutating func take(finished: [Int]) -> [Work] {
        let work = connections.indices.map { take($0, finished: finished[$0]) }
            .filter { $0.closes || !$0.commands.isEmpty }
        isAsleep = work.isEmpty
        return work
    }

    mutating func take(_ index: Int, finished: Int) -> Work {
        connections[index].load -= finished
        fill(index)
        let commands = connections[index].inbox
        connections[index].inbox = []
        let connection = connections[index]
        let isDone = isClosing && connection.load == 0 && connection.transaction == nil
        return Work(index: index, commands: commands, closes: connection.isOpen && (connection.mustClose || isDone))
    }

    private mutating func fill(_ index: Int) {
        // All at once: removing each from the front would move the others each time.
        var taken = 0
        while hasRoom(index), taken < waiting.count {
            if !waiting[taken].isFinished { give(waiting[taken], to: index) }
            taken += 1
        }
        waiting.removeFirst(taken)
    }

    private mutating func give(_ command: Command, to index: Int) {
        command.connection = index
        connections[index].load += 1
        connections[index].inbox.append(command)
        if command.beginsTransaction { connections[index].transaction = command.transaction }
    }

    private func hasRoom(_ index: Int) -> Bool {
        let connection = connections[index]
        return connection.isOpen && !connection.mustClose && connection.transaction == nil
            && connection.load < limits.statementsPerConnection
    }

    private mutating func dispatch() -> Bool {
        var taken = 0
        while taken < waiting.count {
            let command = waiting[taken]
            if !command.isFinished {
                let free = connections.indices.lazy.filter(hasRoom)
                guard let index = free.min(by: { connections[$0].load < connections[$1].load }) else { break }
                give(command, to: index)
            }
            taken += 1
        }
        waiting.removeFirst(taken)
        return taken > 0 && wake()
    }

    private mutating func wake() -> Bool {
        defer { isAsleep = false }
        return isAsleep
    }

    /// Releases the connection of a transaction; `isClean` if the transaction has certainly ended.
    mutating func end(_ transaction: TransactionID, isClean: Bool) -> Bool {
        waiting.removeAll { $0.transaction == transaction }
        guard let index = connections.firstIndex(where: { $0.transaction == transaction }) else { return false }
        if isClean {
            connections[index].transaction = nil
        } else {
            connections[index].mustClose = true
        }
        let isWoken = dispatch()
        return wake() || isWoken
    }

    mutating func opened(_ index: Int) -> Bool {
        connections[index] = Connection(isOpen: true)
        lastFailure = nil
        let isWoken = dispatch()
        return wake() || isWoken
    }

    mutating func lost(_ index: Int) -> [Command] {
        defer { connections[index] = Connection() }
        return connections[index].inbox
    }

    mutating func expired(at now: ContinuousClock.Instant) -> [Command] {
        waiting.removeAll(where: \.isFinished)
        let expired = waiting.filter { $0.patience <= now }
        waiting.removeAll { $0.patience <= now }
        return expired
    }

    mutating func close() -> [Command] {
        isClosing = true
        defer { waiting = [] }
        return waiting
    }

    func noConnection(_ cause: String) -> PostgresError {
        guard !connections.contains(where: \.isOpen), let lastFailure else {
            return PostgresError(.unavailable, "\(cause) for a connection to PostgreSQL; try again in a moment")
        }
        return PostgresError(.unavailable, lastFailure.message, sqlState: lastFailure.sqlState)
    }

    static let closed = PostgresError(
        .unavailable, "the connections to PostgreSQL are closed: this program is shutting down")
}

extension PostgresError {
    static let connectionLost = PostgresError(
        .unavailable, "the connection to PostgreSQL was lost; nothing was changed")
}
