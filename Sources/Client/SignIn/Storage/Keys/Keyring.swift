// SPDX-License-Identifier: Apache-2.0
/// A service of the system that keeps keys for a logged-in person.
protocol Keyring: Sendable {
    /// The key of a name; `nil` if the keyring has none.
    ///
    /// - Throws: ``KeyringFailure``.
    func key(named name: String) async throws -> SealingKey?

    /// Keeps a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - name: The name to find it by.
    ///   - label: The text that a person sees in the keyring.
    /// - Throws: ``KeyringFailure``.
    func keep(_ key: SealingKey, named name: String, label: String) async throws

    /// Removes a key.
    ///
    /// - Throws: ``KeyringFailure``.
    func forget(named name: String) async throws
}

/// The reason of a keyring's failure, in its own words.
struct KeyringFailure: Error {
    let reason: String
}
