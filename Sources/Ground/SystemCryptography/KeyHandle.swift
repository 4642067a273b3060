// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

/// A key of OpenSSL, shared by all copies of a value and freed with the last one.
final class KeyHandle: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer  // never changed; OpenSSL locks what it computes later for a key

    /// Takes ownership of a key; `nil` without one.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}
#endif
