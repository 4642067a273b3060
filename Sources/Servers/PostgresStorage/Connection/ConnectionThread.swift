// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The thread of one connection: it connects, sends the statements of the pool, and reads their results.
///
/// libpq blocks while it connects, and asks the name server: no thread of the cooperative pool may do that.
struct ConnectionThread: Sendable {
    let index: Int
    let pool: Pool
    let wakeup: Wakeup

    func start() {
        let thread = Thread { run() }
        thread.name = "postgres-\(index)"
        thread.start()
    }

    private func run() {
        var backoff = Backoff()
        while !pool.isClosing {
            do {
                var connection = try OpenConnection(to: pool.address)
                backoff.reset()
                pool.opened(index, behindPooler: connection.isPooled)
                var unsent: [Command] = []
                let end = serve(&connection, leaving: &unsent)
                giveUp(&connection, and: unsent, because: end)
            } catch {
                pool.failed(error)
            }
            guard !pool.isClosing else { return }
            let pause = ContinuousClock.now + backoff.next()
            while !pool.isClosing, ContinuousClock.now < pause {
                _ = wakeup.wait(atMost: pause - .now)
            }
        }
    }

    /// Works for the pool until the connection is lost, and leaves the statements that it could not send.
    ///
    /// - Returns: The reason; `nil` if the pool closes it.
    private func serve(_ connection: inout OpenConnection, leaving unsent: inout [Command]) -> PostgresError? {
        var finished = 0
        while true {
            let work = pool.take(index, finished: finished)
            finished = 0
            unsent = work.commands
            if work.closes {
                // The server would go on with a statement whose result cannot be read any more.
                if !connection.flights.isEmpty { connection.cancelFirst() }
                return nil
            }
            while let command = unsent.first {
                unsent.removeFirst()
                // The caller was cancelled before the server heard of it.
                if command.isFinished {
                    finished += 1
                    continue
                }
                guard connection.send(command) else { return connection.problem }
            }
            // More may have come meanwhile.
            guard work.commands.isEmpty else { continue }
            let (next, end) = connection.enforceDeadlines()
            if let end { return end }
            let hasInput = wakeup.wait(
                orFor: connection.socket, toSend: connection.mustFlush, atMost: next.map { $0 - .now })
            guard !connection.mustFlush || connection.flush() else { return connection.problem }
            guard hasInput else { continue }
            let harvest = connection.receive()
            finished = harvest.finished
            pool.repeat(harvest.repeats)
            if let end = harvest.end { return end }
        }
    }

    /// Ends the statements of a lost connection: those that changed nothing are sent again.
    private func giveUp(_ connection: inout OpenConnection, and unsent: [Command], because end: PostgresError?) {
        let unsent = unsent + pool.lost(index, because: end)
        var repeats: [Command] = []
        for command in connection.flights.map(\.command) {
            if command.mayHaveChanged {
                command.finish(Self.outcomeUnknown)
            } else {
                repeatOrEnd(command, &repeats)
            }
        }
        connection.flights = []
        for command in unsent { repeatOrEnd(command, &repeats) }
        pool.repeat(repeats)
    }

    private func repeatOrEnd(_ command: Command, _ repeats: inout [Command]) {
        if command.mayRepeat() { repeats.append(command) } else { command.finish(PostgresError.connectionLost) }
    }

    private static let outcomeUnknown = PostgresError(
        .outcomeUnknown,
        "the connection to PostgreSQL was lost during a change, which may have taken place; look before you repeat it")
}
