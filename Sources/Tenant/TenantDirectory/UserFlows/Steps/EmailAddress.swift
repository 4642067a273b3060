// SPDX-License-Identifier: Apache-2.0

/// An e-mail address as somebody types it; whether it exists is for the code to find out.
package enum EmailAddress {
    /// Whether a text looks like one: RFC 5321 allows more, but no form of the real service does.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= 254 && !text.unicodeScalars.contains(where: \.isInvisible)
            && text.wholeMatch(of: #/[^\s@<>()\[\]\,;:"]+@[^\s@<>()\[\]\,;:"']+\.[^\s@<>()\[\]\,;:"'.]+/#) != nil
    }

    /// The address in small letters of ASCII, as the database compares it.
    ///
    /// Unicode would fold more, the Kelvin sign to a k, and then the code for one mailbox would open another's account.
    package static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
