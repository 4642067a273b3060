// SPDX-License-Identifier: Apache-2.0

/// The source of a tenant's keys.
package enum SigningKeySource: String, Sendable, CaseIterable {
    /// The tenant makes the keys and keeps them secret.
    case own
    /// The development key ring with public private halves; for a tenant on loopback only.
    case development
    /// The same at an address that other machines reach: each of them can forge tokens.
    case developmentBeyondLoopback = "development-beyond-loopback"
}
