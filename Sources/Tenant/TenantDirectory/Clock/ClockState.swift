// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB

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
