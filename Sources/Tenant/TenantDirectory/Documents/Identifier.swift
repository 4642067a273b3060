// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// The ids of directories, people, groups and apps.
package enum Identifier {
    /// Whether a text is a GUID in its usual form.
    package static func isWellFormed(_ text: String) -> Bool {
        text.wholeMatch(of: #/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#) != nil
    }

    /// Whether a text can be an app's id: the real service does not accept the empty GUID.
    package static func canBeApp(_ text: String) -> Bool {
        isWellFormed(text) && text.contains { $0 != "0" && $0 != "-" }
    }

    /// The id of an object without an id in a file: the same name has the same id in every run.
    static func of(_ kind: String, _ name: String) -> String {
        let hash = SHA256.hash(data: Data("\(kind) \(EmailAddress.folded(name))".utf8))
        return RandomSource { Array(hash.prefix($0)) }.identifier()
    }
}
