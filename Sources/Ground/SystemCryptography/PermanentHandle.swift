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

    /// Takes an object that every OpenSSL offers; without it, no signature could be created or verified.
    init(required name: String, _ pointer: OpaquePointer?) {
        guard let pointer else {
            fatalError("OpenSSL does not offer \(name); its configuration must load a provider that does.")
        }
        self.pointer = pointer
    }
}
#endif
