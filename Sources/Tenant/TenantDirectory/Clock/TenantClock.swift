// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import PortableFoundation
package import SQLiteRecords
import Synchronization
package import TenantControl

/// The clock of a tenant: a base clock with an offset, or a frozen time.
///
/// The database keeps its state, so that a tenant that was killed continues at the same time.
package final class TenantClock: Sendable {
    /// From 1970 to the year 9000: tokens count seconds since 1970, and a later time plus a lifetime could need a year
    /// of five digits.
    static let range = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 221_845_392_000)
    /// The message for a time outside ``range``.
    static let rangeRule = "The tenant's clock must be between the years 1970 and 9000."

    private let base: @Sendable () -> Date
    private let database: TenantDatabase
    private let state: Mutex<ClockState>

    /// Continues over a base clock, from the state in the database.
    package init(over base: @escaping @Sendable () -> Date, in database: TenantDatabase) throws {
        self.base = base
        self.database = database
        state = Mutex(try database.readNow { try ClockState.kept(in: $0) })
    }

    package var now: Date { state.withLock { $0 }.time(over: base()) }

    /// Whether the clock is frozen.
    ///
    /// Waiting is impossible while it is frozen, so no answer demands it.
    package var isFrozen: Bool { state.withLock { $0 }.frozenAt != nil }

    /// The time, and whether the clock is frozen.
    package var reading: ClockReading { ClockReading(now: now, frozen: isFrozen) }

    /// Sets the time, freezes the clock, or lets it run on from its time.
    ///
    /// - Throws: ``AdministrationProblem`` (409) for a time out of range.
    package func change(_ change: ClockChange) async throws -> ClockReading {
        try await update { state, base in
            if let frozen = change.frozen { state.setFrozen(frozen, over: base) }
            if let now = change.now { state.set(to: now, over: base) }
        }
    }

    /// Moves the time, forwards or with negative seconds backwards.
    ///
    /// - Throws: ``AdministrationProblem`` (409) for a time out of range.
    package func advance(by seconds: TimeInterval) async throws -> ClockReading {
        try await update { state, base in state.set(to: state.time(over: base) + seconds, over: base) }
    }

    /// Sets the clock to the time of the base clock again.
    package func reset() async throws -> ClockReading { try await update { state, _ in state = ClockState() } }

    /// Writes the state before it shows the new time: a time that a client saw survives a kill.
    private func update(_ change: @escaping @Sendable (inout ClockState, Date) -> Void) async throws -> ClockReading {
        let base = base()
        return try await database.write { [self] database in
            let before = state.withLock { $0 }
            var after = before
            change(&after, base)
            let (earlier, later) = (before.time(over: base), after.time(over: base))
            guard Self.range.contains(later) else { throw AdministrationProblem(.conflict, Self.rangeRule) }
            try after.keep(in: database)
            try WaitingTimes.shorten(from: earlier, to: later, in: database)
            let kept = after
            database.afterNextTransaction(onCommit: { [self] _ in state.withLock { $0 = kept } })
            return ClockReading(
                now: later, frozen: after.frozenAt != nil, note: later < earlier ? ClockReading.backwards : nil)
        }
    }

    /// Uses the state that a transaction wrote, once it is committed.
    ///
    /// - Throws: ``DocumentRefusal`` for a state with a time outside ``range``.
    package func follow(_ database: Database) throws {
        let written = try ClockState.kept(in: database)
        guard Self.range.contains(written.time(over: base())) else {
            throw DocumentRefusal(at: "/clock", Self.rangeRule, .conflict)
        }
        database.afterNextTransaction(onCommit: { [self] _ in state.withLock { $0 = written } })
    }
}

/// The difference between a tenant's clock and its base clock.
package struct ClockState: Codable, Sendable, Hashable {
    /// Seconds that are added while the clock runs.
    package var offset: TimeInterval = 0
    /// The time at which the clock is frozen; `nil` while it runs.
    package var frozenAt: Date?

    package init(offset: TimeInterval = 0, frozenAt: Date? = nil) {
        (self.offset, self.frozenAt) = (offset, frozenAt)
    }

    /// The name of the state in the database.
    static let name = "clock"

    /// The state in the database; without one, the clock shows the base clock's time.
    package static func kept(in database: Database) throws -> ClockState {
        try TenantDatabase.state(name, in: database) ?? ClockState()
    }

    /// Writes the state to the database.
    package func keep(in database: Database) throws { try TenantDatabase.keep(self, as: Self.name, in: database) }

    func time(over base: Date) -> Date { frozenAt ?? base + offset }

    mutating func set(to time: Date, over base: Date) {
        if frozenAt == nil { offset = time.timeIntervalSince(base) } else { frozenAt = time }
    }

    mutating func setFrozen(_ isFrozen: Bool, over base: Date) {
        let time = time(over: base)
        frozenAt = isFrozen ? time : nil
        if !isFrozen { offset = time.timeIntervalSince(base) }
    }
}

extension Date {
    /// Whole seconds since 1970, as tokens count. RFC 7519 §2
    package var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    /// The time without its fraction: sign-ins are kept to the second, and a sign-in of the same second must count.
    package var wholeSeconds: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Whether the time is at most so many seconds before now, in whole seconds.
    ///
    /// A time in the future is not: the clock may have been moved back since then.
    package func isWithin(_ limit: TimeInterval, before now: Date) -> Bool {
        let age = TimeInterval(now.seconds - seconds)
        return age >= 0 && age <= limit
    }
}
