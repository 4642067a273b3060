// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the files of one account are called.
///
/// Digits and small letters only: some disks do not tell `A` from `a`.
package struct AccountFileName: Sendable, Hashable {
    /// What the names of all its files begin with.
    let stem: String

    /// The sealed account.
    package var sealed: String { stem + Self.sealedSuffix }
    /// What was found damaged under that name, set aside.
    var damaged: String { stem + Self.damagedSuffix }
    /// The lock of whoever works on the account.
    var accessLock: String { stem + ".lock" }
    /// The lock of whoever writes the file, held for a moment.
    ///
    /// One for many accounts: a folder should not hold two locks for each.
    var savingLock: String { "saving-\(stem.prefix(1)).lock" }

    /// What binds a sealed content to its name.
    var associatedData: Data { Data(sealed.utf8) }

    static let sealedSuffix = ".sealed"
    static let damagedSuffix = ".damaged"
}
