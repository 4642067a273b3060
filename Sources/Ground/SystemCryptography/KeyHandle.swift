// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

/// A key of OpenSSL, shared by all copies of a value and freed with the last one.
final class KeyHandle: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer  // never changed; OpenSSL locks what it computes later for a key

    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}

/// An object of OpenSSL that lives as long as the process: an algorithm, or a key with a curve alone.
struct PermanentHandle: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer  // never changed; OpenSSL counts its references atomically

    /// `nil` for an algorithm that the system's OpenSSL does not offer, such as one outside FIPS 140.
    init?(_ make: @autoclosure () -> OpaquePointer?) {
        // OpenSSL leaves errors of a failed search in the thread's queue.
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let pointer = make() else { return nil }
        self.pointer = pointer
    }
}

/// Returns an object that every OpenSSL provides, and ends the process without it.
///
/// The callers have the signatures of CryptoKit, which do not throw, and a program without keys or digests must stop.
/// The operator needs the message, which `precondition` drops in optimized builds.
func required<Object>(_ name: String, _ object: Object?) -> Object {
    guard let object else {
        fatalError("OpenSSL does not provide \(name): check its configuration, and the memory of this process.")
    }
    return object
}
#endif
