// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The device, as a test lets it be for one service of the keychain.
public enum StandInDevice: String, Sendable, CaseIterable {
    case unlocked
    /// Locked after it was unlocked once.
    case locked
    /// Started, and never unlocked since: each call fails.
    case beforeFirstUnlock
    /// The same, where a read finds nothing in place of an error.
    case hidden

    /// Gives the device this state for a service.
    public func apply(to service: String) {
        _ = StandInKeychain.exchange(["operation": "device", "service": service, "state": rawValue])
    }
}
