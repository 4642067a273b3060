// SPDX-License-Identifier: Apache-2.0

/// An e-mail address as somebody types it; whether it exists is for the code to find out.
enum EmailAddress {
    /// Whether a text looks like one: RFC 5321 allows more, but no form of the real service does.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= 254
            && text.wholeMatch(of: #/[^\s@<>()\[\]\,;:"]+@[^\s@<>()\[\]\,;:"']+\.[^\s@<>()\[\]\,;:"'.]+/#) != nil
    }
}
