// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The state of a tenant's clock.
///
/// ```swift
/// let reading = try await tenant.advanceTenantClock(by: .seconds(-600))
/// #expect(reading.now < tenant.clock.now)
/// #expect(reading.note != nil)  // the clock was moved back
/// ```
public struct ClockReading: Codable, Sendable, Hashable {
    /// The current time.
    public let now: Date
    /// Whether the clock is frozen.
    public let frozen: Bool
    /// A warning if the change moved the clock back; otherwise `nil`.
    public let note: String?

    package init(now: Date, frozen: Bool, note: String? = nil) {
        (self.now, self.frozen, self.note) = (now, frozen, note)
    }

    package static let backwards =
        "The clock went back: existing tokens, codes, and sessions are now from the future, and some clients reject "
        + "them."
}

/// A change to a tenant's clock; `nil` values stay unchanged.
///
/// ```swift
/// var change = ClockChange(frozen: true)
/// change.now = tenant.clock.now.addingTimeInterval(86_400)
/// try await tenant.changeTenantClock(change)
/// ```
public struct ClockChange: Codable, Sendable, Hashable {
    /// The time to set.
    public var now: Date?
    /// Whether to freeze the clock.
    public var frozen: Bool?

    /// Creates a change.
    public init(now: Date? = nil, frozen: Bool? = nil) { (self.now, self.frozen) = (now, frozen) }
}

/// A relative change to a tenant's clock.
///
/// ```swift
/// let hour = ClockAdvance(seconds: 3600)
/// let content = try JSONEncoder().encode(hour)
/// try await tenant.administration.send("POST", "clock/advance", content)
/// ```
public struct ClockAdvance: Codable, Sendable, Hashable {
    /// The number of seconds; negative values move the clock back.
    public var seconds: Double

    /// Creates a relative change.
    public init(seconds: Double) { self.seconds = seconds }
}
