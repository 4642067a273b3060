// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JOSE
import OAuth

/// The settings ask for keys that the tenant must not use.
package enum KeyRingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The development keys are public, and other machines reach this tenant, by its address or by a name.
    case developmentKeysBeyondLoopback
    /// The database holds keys of its own.
    case keysAreOwn
    /// The database holds the development keys, and the settings do not accept them.
    case keysAreOfDevelopment

    /// The error and its remedy, in a sentence.
    package var description: String {
        switch self {
        case .developmentKeysBeyondLoopback:
            "everybody knows the development keys, so other machines could forge tokens of this tenant; listen on "
                + "loopback without a name beyond it, or say --keys development-beyond-loopback"
        case .keysAreOwn:
            "the data folder has signing keys of its own; for the development keys, choose an empty folder"
        case .keysAreOfDevelopment:
            "the data folder has the development keys, which everybody knows; say --keys development, or choose "
                + "another folder"
        }
    }

    /// Refuses development keys if other machines reach the tenant.
    package static func check(_ settings: TenantSettings) throws {
        guard settings.keys == .development, !settings.names.isLoopback else { return }
        throw developmentKeysBeyondLoopback
    }

    /// Refuses keys of another kind than the settings ask for: public keys must not be mistaken for secret ones.
    static func check(_ keys: [RingKey], against source: SigningKeySource) throws {
        let known = Set(try DevelopmentKeys().ring.map(\.publicKey.thumbprint))
        let areKnown = keys.map { known.contains($0.privateKey.publicKey.thumbprint) }
        if source == .own, areKnown.contains(true) { throw keysAreOfDevelopment }
        if source != .own, areKnown.contains(false) { throw keysAreOwn }
    }
}
