// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// How the clock of a tenant stands.
public struct ClockReading: Codable, Sendable, Hashable {
    /// The time.
    public let now: Date
    /// Whether it stands still.
    public let frozen: Bool
    /// What a change means for what was given out before it, where it means anything.
    public let note: String?

    package init(now: Date, frozen: Bool, note: String? = nil) {
        self.now = now
        self.frozen = frozen
        self.note = note
    }

    package static let backwards =
        "The clock went back: tokens, codes and sessions from before are from the future now, and some clients refuse "
        + "them."
}

/// What to change about the clock of a tenant; what is missing stays as it is.
public struct ClockChange: Codable, Sendable, Hashable {
    /// The time to show.
    public var now: Date?
    /// Whether to stand still.
    public var frozen: Bool?

    /// Creates a change.
    public init(now: Date? = nil, frozen: Bool? = nil) {
        self.now = now
        self.frozen = frozen
    }
}

/// How far to move the clock of a tenant.
public struct ClockAdvance: Codable, Sendable, Hashable {
    /// Seconds; negative ones lead backwards.
    public var seconds: Double

    /// Creates a movement.
    public init(seconds: Double) {
        self.seconds = seconds
    }
}
