// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import PortableFoundation
package import SQLiteRecords
import Synchronization
package import TenantControl

/// A base clock with an offset, or a frozen time; its state is stored, so a killed tenant continues at the same time.
package final class TenantClock: Sendable {
    /// Tokens count seconds since 1970, and a time after 9000 plus a lifetime could need a five-digit year.
    static let range = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 221_845_392_000)
    static let rangeRule = "The tenant's clock must be between the years 1970 and 9000."

    private let base: @Sendable () -> Date
    private let database: TenantDatabase
    private let state: Mutex<ClockState>

    package init(over base: @escaping @Sendable () -> Date, in database: TenantDatabase) throws {
        self.base = base
        self.database = database
        state = Mutex(try database.readNow { try ClockState.kept(in: $0) })
    }

    package var now: Date { state.withLock { $0 }.time(over: base()) }

    /// While the clock is frozen, waiting is impossible, so no response demands it.
    package var isFrozen: Bool { state.withLock { $0 }.frozenAt != nil }

    package var reading: ClockReading { ClockReading(now: now, frozen: isFrozen) }

    package func change(_ change: ClockChange) async throws -> ClockReading {
        try await update { state, base in
            if let frozen = change.frozen { state.setFrozen(frozen, over: base) }
            if let now = change.now { state.set(to: now, over: base) }
        }
    }

    package func advance(by seconds: TimeInterval) async throws -> ClockReading {
        try await update { state, base in state.set(to: state.time(over: base) + seconds, over: base) }
    }

    package func reset() async throws -> ClockReading { try await update { state, _ in state = ClockState() } }

    /// Stores the state before it becomes visible, so a time that a client saw survives a kill.
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

    /// Uses the state that this transaction wrote, once it is committed.
    package func follow(_ database: Database) throws {
        let written = try ClockState.kept(in: database)
        guard Self.range.contains(written.time(over: base())) else {
            throw DocumentRefusal(at: "/clock", Self.rangeRule, .conflict)
        }
        database.afterNextTransaction(onCommit: { [self] _ in state.withLock { $0 = written } })
    }
}

package struct ClockState: Codable, Sendable, Hashable {
    /// In seconds, while the clock runs.
    package var offset: TimeInterval = 0
    package var frozenAt: Date?

    package init(offset: TimeInterval = 0, frozenAt: Date? = nil) {
        (self.offset, self.frozenAt) = (offset, frozenAt)
    }

    static let name = "clock"

    package static func kept(in database: Database) throws -> ClockState {
        try TenantDatabase.state(name, in: database) ?? ClockState()
    }

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
    /// Whole seconds since 1970, as in tokens. RFC 7519 §2
    package var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    /// Without the fraction: sign-ins are stored in whole seconds, and a sign-in of the same second must count.
    package var wholeSeconds: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// Compares whole seconds; a time in the future is not within, because the clock may have been moved back.
    package func isWithin(_ limit: TimeInterval, before now: Date) -> Bool {
        let age = TimeInterval(now.seconds - seconds)
        return age >= 0 && age <= limit
    }
}
