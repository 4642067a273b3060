// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The state of a tenant's clock.
///
/// ```swift
/// let reading = try await tenant.advanceTenantClock(by: .seconds(-600))
/// #expect(reading.now < tenant.clock.now)
/// #expect(reading.note != nil)  // the clock went back
/// ```
public struct ClockReading: Codable, Sendable, Hashable {
    /// The time.
    public let now: Date
    /// Whether the clock is frozen.
    public let frozen: Bool
    /// A warning if the change moved the clock back; else `nil`.
    public let note: String?

    package init(now: Date, frozen: Bool, note: String? = nil) {
        (self.now, self.frozen, self.note) = (now, frozen, note)
    }

    package static let backwards =
        "The clock went back: tokens, codes and sessions from before are from the future now, and some clients refuse "
        + "them."
}

/// A change to the clock of a tenant; missing values stay unchanged.
///
/// ```swift
/// var change = ClockChange(frozen: true)
/// change.now = tenant.clock.now.addingTimeInterval(86_400)
/// try await tenant.changeTenantClock(change)
/// ```
public struct ClockChange: Codable, Sendable, Hashable {
    /// The time to show.
    public var now: Date?
    /// Whether to freeze the clock.
    public var frozen: Bool?

    /// Creates a change.
    public init(now: Date? = nil, frozen: Bool? = nil) {
        (self.now, self.frozen) = (now, frozen)
    }
}

/// A movement of the clock of a tenant.
///
/// ```swift
/// let hour = ClockAdvance(seconds: 3600)
/// let content = try JSONEncoder().encode(hour)
/// try await tenant.administration.send("POST", "clock/advance", content)
/// ```
public struct ClockAdvance: Codable, Sendable, Hashable {
    /// Seconds; negative ones move the clock back.
    public var seconds: Double

    /// Creates a movement.
    public init(seconds: Double) {
        self.seconds = seconds
    }
}
