// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where the key of a folder of accounts comes from.
///
/// A ``SealingKey`` is a source itself, for a program that has one from elsewhere. ``SystemSealingKey`` finds one. The
/// key of a folder is the same for every program that shares it, and as long as it exists.
public protocol SealingKeySource: Sendable {
    /// The key of the accounts in a folder; `nil` as long as nobody has made one. Nothing is made by looking.
    ///
    /// - Throws: ``AccountStorageError``: `keyMissing` if accounts are there and their key is not, or what should be
    ///   one is none; `unreadable`.
    func existingKey(of folder: URL) async throws -> SealingKey?

    /// The key of the accounts in a folder, made, and the folder with it, if nobody has made one yet.
    ///
    /// - Throws: ``AccountStorageError``: as ``existingKey(of:)``; `unwritable`.
    func key(of folder: URL) async throws -> SealingKey
}

extension SealingKey: SealingKeySource {
    /// This key, whatever the folder.
    public func existingKey(of folder: URL) -> SealingKey? { self }

    /// This key, whatever the folder.
    public func key(of folder: URL) -> SealingKey { self }
}
