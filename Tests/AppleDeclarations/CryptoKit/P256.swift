// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/cryptokit/p256
@available(iOS 13.0, macOS 10.15, *)
public enum P256: Sendable {
    // documentation/cryptokit/p256/signing
    public enum Signing: Sendable {
        // documentation/cryptokit/p256/signing/ecdsasignature
        public struct ECDSASignature: Sendable {
            // documentation/cryptokit/p256/signing/ecdsasignature/init(rawrepresentation:)
            public init<D: DataProtocol>(rawRepresentation: D) throws { onlyCompiled() }
            // documentation/cryptokit/p256/signing/ecdsasignature/rawrepresentation
            public var rawRepresentation: Data { onlyCompiled() }
        }

        // documentation/cryptokit/p256/signing/publickey
        public struct PublicKey: Sendable {
            // documentation/cryptokit/p256/signing/publickey/init(rawrepresentation:)
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { onlyCompiled() }
            // documentation/cryptokit/p256/signing/publickey/init(x963representation:)
            public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws { onlyCompiled() }
            // documentation/cryptokit/p256/signing/publickey/rawrepresentation
            public var rawRepresentation: Data { onlyCompiled() }
            // documentation/cryptokit/p256/signing/publickey/x963representation
            public var x963Representation: Data { onlyCompiled() }
            // documentation/cryptokit/p256/signing/publickey/isvalidsignature(_:for:)
            public func isValidSignature<D: Digest>(_ signature: P256.Signing.ECDSASignature, for digest: D) -> Bool {
                onlyCompiled()
            }
            public func isValidSignature<D: DataProtocol>(_ signature: P256.Signing.ECDSASignature, for data: D) -> Bool
            {
                onlyCompiled()
            }
        }

        // documentation/cryptokit/p256/signing/privatekey
        public struct PrivateKey: Sendable {
            // documentation/cryptokit/p256/signing/privatekey/init(compactrepresentable:)
            public init(compactRepresentable: Bool = true) { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/init(rawrepresentation:)
            public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/init(pemrepresentation:)
            @available(iOS 14.0, macOS 11.0, *)
            public init(pemRepresentation: String) throws { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/rawrepresentation
            public var rawRepresentation: Data { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/pemrepresentation
            @available(iOS 14.0, macOS 11.0, *)
            public var pemRepresentation: String { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/publickey
            public var publicKey: P256.Signing.PublicKey { onlyCompiled() }
            // documentation/cryptokit/p256/signing/privatekey/signature(for:)
            public func signature<D: Digest>(for digest: D) throws -> P256.Signing.ECDSASignature { onlyCompiled() }
            public func signature<D: DataProtocol>(for data: D) throws -> P256.Signing.ECDSASignature { onlyCompiled() }
        }
    }
}
