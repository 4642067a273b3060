// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// The 32-byte key that encrypts accounts; it cannot be printed.
///
/// ``SealedAccountStorage`` derives all its keys from it. Without it, the accounts cannot be decrypted, and their users
/// stay unknown.
///
/// ```swift
/// let line = try String(contentsOf: keyFile, encoding: .utf8)  // as printed by `openssl rand -base64 32`
/// guard let key = SealingKey(line.trimmingCharacters(in: .newlines)) else {
///     throw AccountStorageError(.keyMissing, "\(keyFile.path) does not hold a key")
/// }
/// let storage = SealedAccountStorage(folder: folder, key: key)
/// ```
public struct SealingKey: Sendable, Hashable {
    let bytes: Redacted<[UInt8]>

    package static let byteCount = 32

    /// Creates a key from base64url or base64 text of 32 bytes, with or without padding; `nil` for anything else.
    public init?(_ text: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while base64.hasSuffix("=") { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), data.count == Self.byteCount else { return nil }
        bytes = Redacted([UInt8](data))
    }

    /// Creates a new random key.
    public init() { self.init(random: .system) }

    package init(random: RandomSource) { bytes = Redacted(random.bytes(Self.byteCount)) }

    var text: Redacted<String> { Redacted(bytes.revealed.unpaddedBase64URL) }
}

/// A source of the sealing key for a folder of accounts, the same for each program that shares the folder.
package protocol SealingKeySource: Sendable {
    /// Returns the key, or `nil` if there is none; creates nothing.
    ///
    /// - Throws: ``AccountStorageError``: `keyMissing` if there are accounts without their key, or the key is invalid;
    ///   `unreadable`.
    func existingKey(of folder: URL) async throws -> SealingKey?

    /// Creates the key and the folder if there is no key.
    ///
    /// - Throws: ``AccountStorageError``: as ``existingKey(of:)``; `unwritable`.
    func key(of folder: URL) async throws -> SealingKey
}

extension SealingKey: SealingKeySource {
    package func existingKey(of folder: URL) -> SealingKey? { self }

    package func key(of folder: URL) -> SealingKey { self }
}
