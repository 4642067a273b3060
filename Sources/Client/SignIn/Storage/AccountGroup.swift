// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SystemCryptography

/// A name under which several programs of one user share their accounts.
///
/// In settings, its name is `keychain`. Every program that knows the name and can access the user's folder belongs to
/// the group: a group separates programs, but does not protect them.
///
/// ```swift
/// guard let group = AccountGroup("com.example.office") else { return nil }
/// let folder = URL.homeDirectory.appending(path: ".example-office")
/// let storage = SealedAccountStorage(folder: folder, group: group)  // the same in each program of the group
/// ```
public struct AccountGroup: Sendable, Hashable {
    /// The name, such as `com.example.tasks`.
    public let name: String

    /// Creates a group; `nil` for a name that is empty, longer than 255 bytes, or contains white space or control
    /// characters.
    public init?(_ name: String) {
        guard (1...255).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.properties.generalCategory != .control })
        else { return nil }
        self.name = name
    }

    /// A hash, because a name may contain characters that a path may not, and because some disks ignore case.
    var folderName: String { "group-" + SHA256.hash(data: Data(name.utf8)).prefix(16).hexadecimal }
}
