// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PostgresStorage

@Suite struct PoolQueueTests {
    private let limits = PoolLimits(connections: 2, statementsPerConnection: 2, waitingStatements: 3)

    private func command(
        in transaction: TransactionID? = nil, begins: Bool = false, waiting: Duration = .seconds(60)
    ) -> Command {
        Command(
            .read("SELECT 1"), within: .seconds(60), waiting: waiting, in: transaction, beginsTransaction: begins
        ) { _ in }
    }

    private func queue(open: Int = 2) -> PoolQueue {
        var queue = PoolQueue(limits)
        for index in 0..<open { _ = queue.opened(index) }
        return queue
    }

    @Test func `statements go to the connection that has the least to do, and then wait in order`() throws {
        var queue = queue()
        let commands = (0..<7).map { _ in command() }
        for command in commands { _ = try queue.submit(command) }
        #expect(commands.map(\.connection) == [0, 1, 0, 1, nil, nil, nil])
        #expect(throws: PostgresError.self) { try queue.submit(command()) }
        #expect(queue.take(1, finished: 0).commands.map { $0 === commands[1] } == [true, false])
        #expect(queue.take(1, finished: 1).commands.first === commands[4])
        #expect(commands[5].connection == nil)
    }

    @Test func `a thread that waits is woken once`() throws {
        var queue = queue()
        #expect(try !queue.submit(command()))
        #expect(queue.take(finished: [0, 0]).map(\.commands.count) == [1])
        #expect(try !queue.submit(command()))
        #expect(queue.take(finished: [1, 0]).map(\.index) == [1])
        #expect(queue.take(finished: [0, 1]).isEmpty)
        #expect(try queue.submit(command()))
        #expect(try !queue.submit(command()))
        #expect(queue.take(finished: [0, 0]).map(\.commands.count) == [1, 1])
    }

    @Test func `statements of cancelled callers take no place`() throws {
        var queue = queue(open: 0)
        let commands = (0..<3).map { _ in command() }
        for command in commands { _ = try queue.submit(command) }
        commands[0].finish(CancellationError())
        let last = command()
        _ = try queue.submit(last)
        _ = queue.opened(0)
        #expect(commands.map(\.connection) == [nil, 0, 0])
        #expect(queue.waiting.count == 1)
        let next = command()
        _ = try queue.submit(next)
        last.finish(CancellationError())
        #expect(queue.take(0, finished: 1).commands.last === next)
        #expect(last.connection == nil)
    }

    @Test func `a transaction has its connection for itself until its end`() throws {
        var queue = queue(open: 1)
        let transaction = queue.nextTransaction()
        #expect(throws: PostgresError.self) { try queue.submit(command(in: transaction)) }
        _ = try queue.submit(command(in: transaction, begins: true))
        let (own, other) = (command(in: transaction), command())
        _ = try queue.submit(other)
        _ = try queue.submit(own)
        #expect(queue.take(0, finished: 0).commands.last === own)
        #expect(queue.take(0, finished: 2).commands.isEmpty)
        _ = queue.end(transaction, isClean: true)
        #expect(other.connection == 0)
    }

    @Test func `a transaction with an unknown end closes its connection, and one that waits leaves the queue`() throws {
        var queue = queue(open: 1)
        let (first, second) = (queue.nextTransaction(), queue.nextTransaction())
        _ = try queue.submit(command(in: first, begins: true))
        _ = try queue.submit(command(in: second, begins: true))
        #expect(queue.waiting.count == 1)
        _ = queue.end(second, isClean: false)
        #expect(queue.waiting.isEmpty)
        _ = queue.end(first, isClean: false)
        #expect(queue.take(0, finished: 1).closes)
        _ = queue.lost(0)
        _ = queue.opened(0)
        #expect(!queue.take(0, finished: 0).closes)
    }

    @Test func `a statement waits as long as it may, and its error says why`() throws {
        var queue = queue(open: 0)
        let (short, long) = (command(waiting: .zero), command())
        for command in [short, long] { _ = try queue.submit(command) }
        let expired = queue.expired(at: .now)
        #expect(expired.count == 1 && expired.first === short)
        #expect(queue.noConnection("it waited").message.hasPrefix("it waited"))
        queue.lastFailure = PostgresError(.misconfigured, "no such user")
        #expect(queue.noConnection("it waited").message == "no such user")
        _ = queue.opened(1)
        #expect(queue.noConnection("it waited").message.hasPrefix("it waited"))
        #expect(long.connection == 1)
    }

    @Test func `a closed queue takes nothing, and lets a transaction end`() throws {
        var queue = queue(open: 1)
        let transaction = queue.nextTransaction()
        _ = try queue.submit(command(in: transaction, begins: true))
        let waiting = command()
        _ = try queue.submit(waiting)
        #expect(queue.close().first === waiting)
        #expect(throws: PostgresError.self) { try queue.submit(command()) }
        #expect(!queue.take(0, finished: 1).closes)
        _ = try queue.submit(command(in: transaction))
        #expect(!queue.take(0, finished: 0).closes)
        _ = queue.end(transaction, isClean: true)
        #expect(queue.take(0, finished: 1).closes)
    }
}
