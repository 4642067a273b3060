// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A source of the sealing key for a folder of accounts.
///
/// A ``SealingKey`` is itself a source, for a program that has one from elsewhere. ``SystemSealingKey`` finds one. A
/// folder has one key, the same for every program that shares it.
package protocol SealingKeySource: Sendable {
    /// The key of the accounts in a folder; `nil` if none exists yet. It creates nothing.
    ///
    /// - Throws: ``AccountStorageError``: `keyMissing` if accounts are there without their key, or the key is not
    ///   valid; `unreadable`.
    func existingKey(of folder: URL) async throws -> SealingKey?

    /// The key of the accounts in a folder. It creates key and folder if no key exists yet.
    ///
    /// - Throws: ``AccountStorageError``: as ``existingKey(of:)``; `unwritable`.
    func key(of folder: URL) async throws -> SealingKey
}

extension SealingKey: SealingKeySource {
    /// This key, for any folder.
    package func existingKey(of folder: URL) -> SealingKey? { self }

    /// This key, for any folder.
    package func key(of folder: URL) -> SealingKey { self }
}
