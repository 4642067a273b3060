// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres
import OAuthMessages
import PortableFoundation
import SystemThreads

/// A connection in pipeline mode, owned by the pool's thread. PostgreSQL §34.5
///
/// A synchronization point follows each statement, so each is its own transaction.
final class OpenConnection {
    struct Session: Sendable {
        // A pointer is not Sendable; one thread at a time has this one.
        fileprivate let bits: UInt
        /// Whether a pooler, such as PgBouncer, gives each transaction another server session.
        let isPooled: Bool
    }

    let handle: OpaquePointer
    /// If so, a prepared statement would be unknown at its next use.
    let isPooled: Bool
    let isEncrypted: Bool
    /// The statements that were sent, in order; the server executes the first.
    var flights: [Flight] = []
    var prepared: [String: String] = [:]
    private var names = 0
    private(set) var mustFlush = false
    /// The time of the last cancellation request, which may hit a statement whose caller still waits.
    private(set) var cancelledAt: ContinuousClock.Instant?
    /// When to look for decrypted input, which `poll` does not show; `nil` while no statement waits for any.
    var nextLook: ContinuousClock.Instant?

    init?(_ session: Session) {
        guard let handle = OpaquePointer(bitPattern: session.bits) else { return nil }
        (self.handle, isPooled) = (handle, session.isPooled)
        isEncrypted = cpq_sslInUse(handle) == 1 || cpq_gssEncInUse(handle) == 1
    }

    deinit { cpq_finish(handle) }

    var socket: Int32 { cpq_socket(handle) }

    var problem: PostgresError { Self.problem(of: handle) }

    func send(_ command: Command) -> Bool {
        let parameters = ParameterBuffer(command.parameters)
        let (isSent, isPreparing) =
            isPooled ? (sendOnce(command, parameters), false) : sendPrepared(command, parameters)
        // After a failure from here on, the statement may still have arrived.
        flights.append(Flight(command: command, isPreparing: isPreparing))
        guard isSent, cpq_pipelineSync(handle) == 1 else { return false }
        return flush()
    }

    private func sendOnce(_ command: Command, _ parameters: ParameterBuffer) -> Bool {
        parameters.withPointers { values, lengths, formats in
            cpq_sendQueryParams(
                handle, command.statement.sql, Int32(values.count), parameters.types, values, lengths, formats, 1) == 1
        }
    }

    private func sendPrepared(
        _ command: Command, _ parameters: ParameterBuffer
    ) -> (isSent: Bool, isPreparing: Bool) {
        let sql = command.statement.sql
        let known = prepared[sql]
        let name = known ?? nextName()
        if known == nil {
            guard cpq_sendPrepare(handle, name, sql, Int32(parameters.types.count), parameters.types) == 1 else {
                return (false, true)
            }
            prepared[sql] = name
        }
        let isSent = parameters.withPointers { values, lengths, formats in
            cpq_sendQueryPrepared(handle, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
        return (isSent, known == nil)
    }

    private func nextName() -> String {
        names += 1
        return "s\(names)"
    }

    func flush() -> Bool {
        let result = cpq_flush(handle)
        mustFlush = result == 1
        return result >= 0
    }

    /// Requests, over a separate connection, that the server cancel the current statement. PostgreSQL §34.7
    func cancelFirst() {
        cancelledAt = .now
        guard let request = cpq_getCancel(handle) else { return }
        // A pointer is not Sendable. This one has a copy of everything it needs, and only the new thread uses it.
        let bits = UInt(bitPattern: request)
        let isStarted = SystemThread.start("postgres cancel") {
            var message = [CChar](repeating: 0, count: 256)
            guard let request = OpaquePointer(bitPattern: bits) else { return }
            cpq_cancel(request, &message, Int32(message.count))
            cpq_freeCancel(request)
        }
        if !isStarted { cpq_freeCancel(request) }
    }
}

extension OpenConnection.Session {
    /// Connects; blocks.
    init(at address: PostgresAddress) throws(PostgresError) {
        let parameters = address.parameters.revealed.sorted { $0.key < $1.key }
        let texts = parameters.map { (strdup($0.key), strdup($0.value)) }
        defer { for text in texts.flatMap({ [$0.0, $0.1] }) { free(text) } }
        let keywords = texts.map { UnsafePointer($0.0) } + [nil]
        let values = texts.map { UnsafePointer($0.1) } + [nil]
        guard let handle = cpq_connectdbParams(keywords, values, 0) else {
            throw PostgresError(.unavailable, "there is not enough memory for a connection to PostgreSQL")
        }
        do {
            isPooled = try OpenConnection.prepare(handle)
            bits = UInt(bitPattern: handle)
        } catch {
            cpq_finish(handle)
            throw error
        }
    }

    func end() { OpaquePointer(bitPattern: bits).map(cpq_finish) }
}

extension OpenConnection {
    /// Returns whether a pooler is in between: it reports a process ID that is not the session's.
    fileprivate static func prepare(_ handle: OpaquePointer) throws(PostgresError) -> Bool {
        guard cpq_status(handle) == CPQ_CONNECTION_OK else { throw problem(of: handle) }
        // By default, libpq prints the server's notices.
        cpq_setNoticeProcessor(handle, { _, _ in }, nil)
        guard cpq_setnonblocking(handle, 1) == 0 else { throw problem(of: handle) }
        let isPooled = try firstValue(handle, "SELECT pg_backend_pid()") != String(cpq_backendPID(handle))
        // A pooler lends the session to others, which would inherit the setting.
        if !isPooled { _ = try firstValue(handle, limitOfIdleTransactions) }
        guard cpq_enterPipelineMode(handle) == 1 else { throw problem(of: handle) }
        return isPooled
    }

    /// Without a limit, a transaction whose program has vanished from the network keeps its locks for up to two hours.
    ///
    /// A limit set by the address, the user or the database stays.
    private static let limitOfIdleTransactions = """
        SELECT set_config(name, '15s', false) FROM (VALUES ('idle_in_transaction_session_timeout')) AS setting (name)
        WHERE current_setting(name) = '0'
        """

    private static func firstValue(_ handle: OpaquePointer, _ sql: String) throws(PostgresError) -> String? {
        let end = ContinuousClock.now + .seconds(5)
        guard cpq_sendQuery(handle, sql) == 1 else { throw problem(of: handle) }
        var value: String?
        while true {
            while cpq_isBusy(handle) == 1 {
                let isSending = cpq_flush(handle) == 1
                var wait = pollfd(
                    fd: cpq_socket(handle), events: Int16(POLLIN) | (isSending ? Int16(POLLOUT) : 0), revents: 0)
                guard ContinuousClock.now < end else {
                    throw PostgresError(.unavailable, "PostgreSQL accepts a connection, but does not respond")
                }
                _ = poll(&wait, 1, 100)
                guard cpq_consumeInput(handle) == 1 else { throw problem(of: handle) }
            }
            guard let result = cpq_getResult(handle) else { return value }
            defer { cpq_clear(result) }
            guard cpq_resultStatus(result) == CPQ_TUPLES_OK else { throw problem(of: handle) }
            value = cpq_getvalue(result, 0, 0).map { String(cString: $0) }
        }
    }

    /// libpq's error, which names host, port, user and database, never the password.
    static func problem(of handle: OpaquePointer) -> PostgresError {
        let lines = String(cString: cpq_errorMessage(handle)).split(separator: "\n").map {
            $0.trimmed()
        }
        let message = lines.isEmpty ? "the connection to PostgreSQL was lost" : lines.joined(separator: "; ")
        // libpq keeps no SQLSTATE for a refused connection.
        let isSettled = Self.settled.contains { message.contains($0) }
        return PostgresError(isSettled ? .misconfigured : .unavailable, message)
    }

    /// Refusals that a retry cannot change.
    private static let settled = [
        "password authentication failed", "no password supplied", "no pg_hba.conf entry", "does not exist",
        "server certificate for", "certificate verify failed", "does not support SSL", "root certificate file",
        "invalid",
    ]
}

struct Flight {
    let command: Command
    var isPreparing: Bool
    var error: PostgresError?
    /// When this connection noticed that the caller no longer waits, while the server executes the statement.
    var abandonedAt: ContinuousClock.Instant?
    var cancelledAt: ContinuousClock.Instant?
}
