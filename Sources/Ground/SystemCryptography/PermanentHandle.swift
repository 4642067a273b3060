// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// An object of OpenSSL that lives as long as the process: an algorithm, or a key with a curve alone.
struct PermanentHandle: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer  // never changed; OpenSSL counts its references atomically

    /// - Returns: `nil` for an algorithm that the system's OpenSSL does not offer, such as one outside FIPS 140.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    init(required name: String, _ pointer: OpaquePointer?) { self.pointer = SystemCryptography.required(name, pointer) }
}

/// Returns what every OpenSSL provides, and ends the process without it.
///
/// The callers have the signatures of CryptoKit, which do not throw. A program without keys or digests must not go on;
/// and unlike a precondition, this keeps its message in optimized builds.
func required<Object>(_ name: String, _ object: Object?) -> Object {
    guard let object else {
        fatalError("OpenSSL does not provide \(name): check its configuration, and the memory of this process.")
    }
    return object
}
#endif
