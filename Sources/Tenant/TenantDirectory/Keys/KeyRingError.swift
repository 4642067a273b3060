// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JOSE
import OAuth

/// A tenant is asked to use keys that it must not use.
package enum KeyRingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Everybody knows the development keys, and other machines reach this tenant, by its address or by a name.
    case developmentKeysBeyondLoopback
    /// The data have keys of their own.
    case keysAreOwn
    /// The data have the development keys, and nobody said that this is known.
    case keysAreOfDevelopment

    /// What is wrong and what to do, in a sentence.
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

    /// Refuses development keys where other machines reach the tenant.
    package static func check(_ settings: TenantSettings) throws {
        guard settings.keys == .development, !settings.names.isLoopback else { return }
        throw developmentKeysBeyondLoopback
    }

    /// Refuses keys of another kind than was asked for: nobody may take well-known keys for secret ones.
    static func check(_ keys: [RingKey], against source: SigningKeySource) throws {
        let known = Set(try DevelopmentKeys().ring.map(\.publicKey.thumbprint))
        let areKnown = keys.map { known.contains($0.privateKey.publicKey.thumbprint) }
        if source == .own, areKnown.contains(true) { throw keysAreOfDevelopment }
        if source != .own, areKnown.contains(false) { throw keysAreOwn }
    }
}
