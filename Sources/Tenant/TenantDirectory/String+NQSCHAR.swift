// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether it can be a scope or the text of an error: `NQSCHAR`, printable ASCII without quotes and backslashes.
    ///
    /// RFC 6749, appendix A; such a text can stand in a header field too.
    package var isNQSCHARText: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
