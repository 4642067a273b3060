// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether it can be a scope or an error text: `NQSCHAR`, printable ASCII without quotes and backslashes.
    ///
    /// RFC 6749, appendix A; such a text is also valid in a header field.
    package var isNQSCHARText: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
