// SPDX-License-Identifier: Apache-2.0
import Foundation
package import OAuth

/// The 32 bytes that accounts are sealed with; they cannot be printed.
///
/// ``SealedAccountStorage`` derives all its keys from them. Without them the accounts cannot be opened, and their
/// owners stay unknown.
///
/// ```swift
/// let line = try String(contentsOf: keyFile, encoding: .utf8)  // as `openssl rand -base64 32` writes it
/// guard let key = SealingKey(line.trimmingCharacters(in: .newlines)) else {
///     throw AccountStorageError(.keyMissing, "\(keyFile.path) does not hold a key")
/// }
/// let storage = SealedAccountStorage(folder: folder, key: key)
/// ```
public struct SealingKey: Sendable, Hashable {
    let bytes: Redacted<[UInt8]>

    /// How many bytes a key has.
    public static let byteCount = 32

    /// Takes a key from its text: base64url or base64 of 32 bytes, padded or not; `nil` for anything else.
    public init?(_ text: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while base64.hasSuffix("=") { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), data.count == Self.byteCount else { return nil }
        bytes = Redacted([UInt8](data))
    }

    /// Makes a new key from random bytes of the system.
    public init() { self.init(random: .system) }

    package init(random: RandomSource) {
        bytes = Redacted(random.bytes(Self.byteCount))
    }

    /// The key as text, for files and keyrings.
    var text: Redacted<String> { Redacted(bytes.revealed.unpaddedBase64URL) }
}
