// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/cryptokit/curve25519
@available(iOS 13.0, macOS 10.15, *)
public enum Curve25519: Sendable {
    // documentation/cryptokit/curve25519/signing
    public enum Signing: Sendable {
        // documentation/cryptokit/curve25519/signing/publickey
        public struct PublicKey: Sendable {
            // documentation/cryptokit/curve25519/signing/publickey/init(rawrepresentation:)
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/publickey/rawrepresentation
            public var rawRepresentation: Data { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/publickey/isvalidsignature(_:for:)
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
                onlyCompiled()
            }
        }

        // documentation/cryptokit/curve25519/signing/privatekey
        public struct PrivateKey: Sendable {
            // documentation/cryptokit/curve25519/signing/privatekey/init()
            public init() { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/privatekey/init(rawrepresentation:)
            public init<D: ContiguousBytes>(rawRepresentation data: D) throws { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/privatekey/rawrepresentation
            public var rawRepresentation: Data { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/privatekey/publickey
            public var publicKey: Curve25519.Signing.PublicKey { onlyCompiled() }
            // documentation/cryptokit/curve25519/signing/privatekey/signature(for:)
            public func signature<D: DataProtocol>(for data: D) throws -> Data { onlyCompiled() }
        }
    }
}
