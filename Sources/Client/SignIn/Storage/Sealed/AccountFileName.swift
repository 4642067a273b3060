// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// The names of an account's files.
///
/// Digits and small letters only: some disks ignore case.
package struct AccountFileName: Sendable, Hashable {
    /// The common beginning of the names.
    package let stem: String

    /// The first half of a hash of the account, in hexadecimal digits.
    init(_ hash: [UInt8]) {
        stem = hash.prefix(Self.byteCount).hexadecimal
    }

    /// Reads the name of a sealed account; `nil` for any other name.
    package init?(ofSealed name: String) { self.init(name, endingIn: Self.sealedSuffix) }

    /// Reads the name of a damaged file that was set aside; `nil` for any other name.
    init?(ofDamaged name: String) { self.init(name, endingIn: Self.damagedSuffix) }

    private init?(_ name: String, endingIn suffix: String) {
        // Scalars, since a combining mark after the last digit belongs to the same character.
        let (name, suffix) = (name.unicodeScalars, suffix.unicodeScalars)
        let stem = name.dropLast(suffix.count)
        guard stem.count == 2 * Self.byteCount, stem.allSatisfy(Self.digits.contains),
            name.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        self.stem = String(stem)
    }

    /// The sealed account.
    package var sealed: String { stem + Self.sealedSuffix }
    /// The damaged file of that name, set aside.
    package var damaged: String { stem + Self.damagedSuffix }
    /// The lock for exclusive access to the account.
    var accessLock: String { stem + ".lock" }
    /// The lock of a program that writes the file, held for a moment.
    ///
    /// One for many accounts: a folder should not hold two locks for each.
    var savingLock: String { "saving-\(stem.prefix(1)).lock" }

    /// Binds sealed content to its name.
    var associatedData: [UInt8] { Array(sealed.utf8) }

    private static let sealedSuffix = ".sealed"
    private static let damagedSuffix = ".damaged"
    private static let byteCount = 16
    private static let digits = Set("0123456789abcdef".unicodeScalars)
}
