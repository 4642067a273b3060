// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL

/// The state that OpenSSL keeps for the whole process.
package enum Runtime {
    /// Prepares OpenSSL; each function here does it itself. A program calls it before other code first uses OpenSSL.
    ///
    /// Without it, `exit` frees OpenSSL's state while other threads still use it, and the process ends with a fault.
    package static func prepare() { _ = isPrepared }

    static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// The number of errors that OpenSSL keeps for this thread; our functions leave it as it was.
    package static var hasPendingError: Bool { ERR_peek_error() != 0 }
}

/// An object of OpenSSL that lives as long as the process.
struct Fixed: Sendable {
    /// Never changed after it was made, and OpenSSL counts its references with atomic operations.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// - Returns: Nil for an algorithm that the system's OpenSSL does not offer, as under FIPS 140.
    init?(_ make: () -> OpaquePointer?) {
        Runtime.prepare()
        guard let pointer = make() else { return nil }
        self.pointer = pointer
    }

    /// An algorithm of each OpenSSL; without it no signature could be made or checked.
    init(required name: String, _ make: () -> OpaquePointer?) {
        guard let fixed = Fixed(make) else { fatalError("OpenSSL does not offer \(name).") }
        self = fixed
    }
}

/// A key of OpenSSL, shared by the copies of a value and freed with the last.
final class KeyHandle: Sendable {
    /// OpenSSL locks what it computes later for a key; nothing else of it changes.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a key; `nil` if there is none.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}

/// The reason that a key, a text or a sealed content is refused.
package enum CryptographyError: Error {
    /// The bytes are no key of this kind, or their numbers do not belong together.
    case invalidKey
    /// The bytes are too few or too many.
    case invalidSize
    /// The content was changed, or sealed with another key.
    case authenticationFailure
    /// The system's OpenSSL does not offer the algorithm, or refuses to use it.
    case unavailable
}
