// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// The value of `Content-Range` for bytes: the part that a response holds, or the total length. RFC 9110 §14.4
package struct ContentRange: Sendable, Hashable {
    /// The positions of the part; `nil` in a refusal, which has only the total.
    package let part: ClosedRange<Int64>?
    package let total: Int64?

    /// Reads `bytes 0-99/200`, `bytes 0-99/*` or `bytes */200`; `nil` for anything else.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        total = Self.number(halves[1])
        guard total != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            part = nil
            if total == nil { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < total ?? .max else {
            return nil
        }
        part = first...last
    }

    private static func number(_ digits: Substring) -> Int64? { UInt64(digits: digits.utf8).map(Int64.init) }
}
