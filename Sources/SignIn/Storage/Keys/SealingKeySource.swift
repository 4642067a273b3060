// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where the key of a folder of accounts comes from.
///
/// A ``SealingKey`` is a source itself, for a program that has one from elsewhere. ``SystemSealingKey`` finds one.
public protocol SealingKeySource: Sendable {
    /// The key of the accounts in a folder: the same for every program that shares it, and as long as it exists.
    ///
    /// - Parameters:
    ///   - folder: The folder of the accounts; it may not be there yet.
    ///   - isCreating: Whether to make a key, and the folder, where there is none.
    /// - Returns: The key; `nil` if there is none and none was to be made.
    /// - Throws: ``AccountStorageError``: `keyMissing` if accounts are there and their key is not, or what should be
    ///   one is none; `unreadable`, `unwritable`.
    func key(of folder: URL, creating isCreating: Bool) async throws -> SealingKey?
}

extension SealingKey: SealingKeySource {
    /// This key, whatever the folder.
    public func key(of folder: URL, creating isCreating: Bool) -> SealingKey? { self }
}
