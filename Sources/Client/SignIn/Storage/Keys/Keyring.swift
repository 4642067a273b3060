// SPDX-License-Identifier: Apache-2.0
/// A place of the system that keeps keys for a person who is logged in.
protocol Keyring: Sendable {
    /// The key of a name; `nil` if the keyring has none.
    ///
    /// - Throws: ``KeyringFailure``.
    func key(named name: String) async throws -> SealingKey?

    /// Keeps a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - name: What it is found by.
    ///   - label: What a person who looks into the keyring reads.
    /// - Throws: ``KeyringFailure``.
    func keep(_ key: SealingKey, named name: String, label: String) async throws

    /// Forgets a key.
    ///
    /// - Throws: ``KeyringFailure``.
    func forget(named name: String) async throws
}

/// Why a keyring did not answer, in its own words.
struct KeyringFailure: Error {
    let reason: String
}
