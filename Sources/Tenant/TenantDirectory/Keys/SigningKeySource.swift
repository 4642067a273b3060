// SPDX-License-Identifier: Apache-2.0

/// Where the keys of a tenant come from.
package enum SigningKeySource: String, Sendable, CaseIterable {
    /// Made by the tenant and known to nobody else.
    case own
    /// The named development key ring, whose private halves everybody knows; for a tenant on loopback only.
    case development
    /// The same at an address that other machines reach: everybody there can forge tokens.
    case developmentBeyondLoopback = "development-beyond-loopback"
}
