// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres

extension OpenConnection {
    struct Harvest {
        var finished = 0
        /// Statements that changed nothing, to be sent again.
        var repeats: [Command] = []
        var end: PostgresError?
    }

    /// Reads the results that have arrived; unless `poll` reported input, it only looks for decrypted input.
    func receive(isReadable: Bool) -> Harvest {
        // A TLS record has up to 16 KiB, of which libpq may read only 8 KiB at once; the next turn reads the rest. The
        // rest of a record that arrived after `poll` waits for the interval.
        defer {
            let mayHideInput = isEncrypted && !flights.isEmpty
            nextLook = mayHideInput ? ContinuousClock.now + (isReadable ? .zero : Self.lookingInterval) : nil
        }
        var harvest = Harvest()
        if cpq_consumeInput(handle) == 0 { harvest.end = problem }
        // Results that arrived before a connection's end count.
        var isBetweenResults = false
        while !flights.isEmpty, cpq_isBusy(handle) == 0 {
            guard let result = cpq_getResult(handle) else {
                // One nil ends the results of a query; a second one means that none are left.
                if isBetweenResults || cpq_status(handle) == CPQ_CONNECTION_BAD { break }
                isBetweenResults = true
                continue
            }
            isBetweenResults = false
            read(result, into: &harvest)
            cpq_clear(result)
        }
        if harvest.end == nil, cpq_status(handle) == CPQ_CONNECTION_BAD { harvest.end = problem }
        return harvest
    }

    private func read(_ result: OpaquePointer, into harvest: inout Harvest) {
        switch cpq_resultStatus(result) {
        case CPQ_TUPLES_OK, CPQ_COMMAND_OK:
            if flights[0].isPreparing {
                flights[0].isPreparing = false
            } else {
                flights[0].command.receive(PostgresRows(result))
            }
        case CPQ_PIPELINE_SYNC:
            // Only now is the change on the disk: the server commits at the synchronization point.
            settle(flights.removeFirst(), into: &harvest)
        case CPQ_PIPELINE_ABORTED: break
        default:
            let state = cpq_resultErrorField(result, CPQ_FIELD_SQLSTATE).map { String(cString: $0) }
            let message = cpq_resultErrorField(result, CPQ_FIELD_MESSAGE).map { String(cString: $0) }
            let error = PostgresError(sqlState: state, serverMessage: message ?? "the connection was lost")
            flights[0].error = flights[0].error ?? error
            if error.endsConnection { harvest.end = error }
        }
    }

    private func settle(_ flight: Flight, into harvest: inout Harvest) {
        harvest.finished += 1
        let command = flight.command
        guard let error = flight.error else {
            command.finish()
            return
        }
        if error.wantsPreparation { prepared[command.statement.sql] = nil }
        // A cancellation request reaches the statement that the server then executes, which may be the next one.
        let isBystander =
            error.sqlState == "57014" && cancelledAt.map { ContinuousClock.now - $0 < Self.reaction } ?? false
        let isHarmless =
            isBystander || error.wantsPreparation || error.code == .conflict || error.sqlState == "25006"
        if isHarmless, command.mayRepeat() {
            harvest.repeats.append(command)
        } else {
            if flight.isPreparing { prepared[command.statement.sql] = nil }
            // A transaction is repeated as a whole.
            command.finish(isBystander && command.transaction != nil ? PostgresError.cancelledByMistake : error)
        }
    }

    /// Fails overdue statements, and cancels those whose callers no longer wait; returns the time of the next check.
    func enforceDeadlines(at now: ContinuousClock.Instant) -> (next: ContinuousClock.Instant?, end: PostgresError?) {
        guard !flights.isEmpty else { return (nil, nil) }
        for flight in flights where flight.command.deadline <= now { flight.command.finish(Self.deadlineExceeded) }
        let next = flights.map(\.command).filter { !$0.isFinished }.map(\.deadline).min()
        guard flights[0].command.isFinished else { return (next, nil) }
        let abandoned = flights[0].abandonedAt ?? now
        flights[0].abandonedAt = abandoned
        if let cancelled = flights[0].cancelledAt {
            guard now < cancelled + Self.reaction else {
                return (
                    nil, PostgresError(.unavailable, "PostgreSQL does not respond to the cancellation of a statement")
                )
            }
            return (min(next, cancelled + Self.reaction), nil)
        }
        // Most statements end before a cancellation request arrives.
        guard now >= abandoned + Self.grace else { return (min(next, abandoned + Self.grace), nil) }
        flights[0].cancelledAt = now
        cancelFirst()
        return (min(next, now + Self.reaction), nil)
    }

    private func min(_ one: ContinuousClock.Instant?, _ other: ContinuousClock.Instant) -> ContinuousClock.Instant {
        one.map { Swift.min($0, other) } ?? other
    }

    private static let deadlineExceeded = PostgresError(
        .deadlineExceeded, "PostgreSQL took too long, and the statement was canceled; a change may have been made")
    private static let grace: Duration = .milliseconds(20)
    private static let reaction: Duration = .seconds(5)
    private static let lookingInterval: Duration = .milliseconds(20)
}

extension PostgresError {
    fileprivate static let cancelledByMistake = PostgresError(
        .conflict, "a request to cancel another statement reached this one; nothing was changed", sqlState: "57014")
}
