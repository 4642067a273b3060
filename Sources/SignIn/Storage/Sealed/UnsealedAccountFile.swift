// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The names that an earlier version gave to the files of its accounts, which it did not seal.
struct UnsealedAccountFile {
    /// The account.
    let id: Account.ID

    /// Names the file of an account; `nil` for an id that could lead out of the folder, which no account has.
    init?(_ id: Account.ID) {
        guard (1...64).contains(id.rawValue.utf8.count), id.rawValue.utf8.allSatisfy(Self.isPlain) else { return nil }
        self.id = id
    }

    var name: String { id.rawValue + Self.suffix }
    /// The lock that the earlier version held while it worked on the account.
    var lock: String { id.rawValue + ".lock" }

    /// The account that a file of this name holds.
    static func id(ofFile name: String) -> Account.ID? {
        guard name.hasSuffix(suffix) else { return nil }
        return UnsealedAccountFile(Account.ID(rawValue: String(name.dropLast(suffix.count))))?.id
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static let suffix = ".account"
}
