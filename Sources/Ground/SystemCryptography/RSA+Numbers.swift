// SPDX-License-Identifier: Apache-2.0

extension RSA {
    /// The numbers of a private key, big-endian; they cannot be printed. RFC 8017 §3.2
    package struct Numbers: Sendable {
        package var n: [UInt8]
        package var e: [UInt8]
        package var d: [UInt8]
        package var p: [UInt8]
        package var q: [UInt8]
        package var dp: [UInt8]
        package var dq: [UInt8]
        package var qi: [UInt8]

        /// The numbers are validated when they become a key.
        package init(
            n: [UInt8], e: [UInt8], d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]
        ) {
            self.n = n
            self.e = e
            self.d = d
            self.p = p
            self.q = q
            self.dp = dp
            self.dq = dq
            self.qi = qi
        }

        /// The numbers in the order of RFC 8017 §A.1.2.
        var inOrder: [[UInt8]] { [n, e, d, p, q, dp, dq, qi] }
    }
}

extension RSA.Numbers: CustomStringConvertible, CustomReflectable {
    package var description: String { "RSA private key" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
