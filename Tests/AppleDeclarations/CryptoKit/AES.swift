// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/cryptokit/aes
@available(iOS 13.0, macOS 10.15, *)
public enum AES: Sendable {
    // documentation/cryptokit/aes/gcm
    public enum GCM: Sendable {
        // documentation/cryptokit/aes/gcm/nonce
        public struct Nonce: ContiguousBytes, Sendable, Sequence {
            // documentation/cryptokit/aes/gcm/nonce/init()
            public init() { onlyCompiled() }
            // documentation/cryptokit/aes/gcm/nonce/init(data:)
            public init<D: DataProtocol>(data: D) throws { onlyCompiled() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                onlyCompiled()
            }
            public func makeIterator() -> StandInBytes { onlyCompiled() }
        }

        // documentation/cryptokit/aes/gcm/sealedbox
        public struct SealedBox: Sendable {
            // documentation/cryptokit/aes/gcm/sealedbox/init(combined:)
            public init<D: DataProtocol>(combined: D) throws { onlyCompiled() }
            // documentation/cryptokit/aes/gcm/sealedbox/combined
            public var combined: Data? { onlyCompiled() }
            // documentation/cryptokit/aes/gcm/sealedbox/nonce
            public var nonce: AES.GCM.Nonce { onlyCompiled() }
            // documentation/cryptokit/aes/gcm/sealedbox/ciphertext
            public var ciphertext: Data { onlyCompiled() }
            // documentation/cryptokit/aes/gcm/sealedbox/tag
            public var tag: Data { onlyCompiled() }
        }

        // documentation/cryptokit/aes/gcm/seal(_:using:nonce:authenticating:)
        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext, using key: SymmetricKey, nonce: AES.GCM.Nonce? = nil,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> AES.GCM.SealedBox { onlyCompiled() }
        // documentation/cryptokit/aes/gcm/open(_:using:authenticating:)
        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: AES.GCM.SealedBox, using key: SymmetricKey, authenticating authenticatedData: AuthenticatedData
        ) throws -> Data { onlyCompiled() }
    }
}
