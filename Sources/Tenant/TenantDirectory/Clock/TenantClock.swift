// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB
import HTTPTypes
import Synchronization
package import TenantControl

/// The clock of a tenant: another clock with something added, or a time that stands still.
///
/// How it stands is kept in the database, so that a tenant that is killed goes on at the same time.
package final class TenantClock: Sendable {
    /// From 1970 to the year 9000: tokens name seconds since the one, and beyond the other no four digits would do once
    /// a lifetime is added.
    static let range = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 221_845_392_000)
    /// What is said of a time beyond ``range``.
    static let rangeRule = "The tenant's clock goes from 1970 to the year 9000; choose a time in between."

    private let base: @Sendable () -> Date
    private let database: TenantDatabase
    private let state: Mutex<ClockState>

    /// Goes on as it stood when the database was used last.
    ///
    /// - Parameters:
    ///   - base: The clock below: the system's, or a test's own.
    ///   - database: Where its state is kept.
    /// - Throws: `DatabaseError`.
    package init(over base: @escaping @Sendable () -> Date, in database: TenantDatabase) throws {
        self.base = base
        self.database = database
        state = Mutex(try database.queue.read { try ClockState.kept(in: $0) })
    }

    /// The time.
    package var now: Date { state.withLock { $0 }.time(over: base()) }

    /// Whether it stands still.
    ///
    /// Nobody can wait then, so nobody is told to.
    package var isFrozen: Bool { state.withLock { $0 }.frozenAt != nil }

    /// How it stands.
    package var reading: ClockReading { ClockReading(now: now, frozen: isFrozen) }

    /// Sets the time, or freezes the clock, or lets it run on from where it stands.
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

    /// Lets it show the time of the clock below again.
    package func reset() async throws -> ClockReading {
        try await update { state, _ in state = ClockState() }
    }

    /// Writes first, and shows the new time once it is written: a time that was seen survives a kill.
    private func update(_ change: @escaping @Sendable (inout ClockState, Date) -> Void) async throws -> ClockReading {
        let base = base()
        return try await database.queue.write { [self] database in
            let before = state.withLock { $0 }
            var after = before
            change(&after, base)
            let (earlier, later) = (before.time(over: base), after.time(over: base))
            guard Self.range.contains(later) else { throw AdministrationProblem(.conflict, Self.rangeRule) }
            try after.keep(in: database)
            let kept = after
            database.afterNextTransaction(onCommit: { [self] _ in state.withLock { $0 = kept } })
            return ClockReading(
                now: later, frozen: after.frozenAt != nil, note: later < earlier ? ClockReading.backwards : nil)
        }
    }

    /// Takes over the state that a transaction wrote, once it is kept.
    ///
    /// - Throws: ``DocumentRefusal`` for a state in which the clock would show no time that it can show.
    package func follow(_ database: Database) throws {
        let written = try ClockState.kept(in: database)
        guard Self.range.contains(written.time(over: base())) else {
            throw DocumentRefusal(
                at: "/clock", Self.rangeRule, .conflict)
        }
        database.afterNextTransaction(onCommit: { [self] _ in state.withLock { $0 = written } })
    }
}
