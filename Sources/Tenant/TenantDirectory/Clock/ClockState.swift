// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB

/// How a tenant's clock differs from the one below it.
package struct ClockState: Codable, Sendable, Hashable {
    /// Seconds that are added while the clock runs.
    package var offset: TimeInterval = 0
    /// The time at which it stands; `nil` while it runs.
    package var frozenAt: Date?

    package init(offset: TimeInterval = 0, frozenAt: Date? = nil) {
        (self.offset, self.frozenAt) = (offset, frozenAt)
    }

    /// The name under which it is kept.
    static let name = "clock"

    /// The state that is kept; a clock that nobody moved shows the time below it.
    package static func kept(in database: Database) throws -> ClockState {
        try TenantDatabase.state(name, in: database) ?? ClockState()
    }

    /// Keeps the state.
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
