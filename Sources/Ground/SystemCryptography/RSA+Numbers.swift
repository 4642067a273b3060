// SPDX-License-Identifier: Apache-2.0

extension RSA {
    /// The numbers of a private key, big-endian; they cannot be printed. RFC 8017 §3.2
    package struct Numbers: Sendable {
        /// The modulus.
        package var n: [UInt8]
        /// The public exponent.
        package var e: [UInt8]
        /// The private exponent.
        package var d: [UInt8]
        /// The first prime.
        package var p: [UInt8]
        /// The second prime.
        package var q: [UInt8]
        /// The private exponent modulo p - 1.
        package var dp: [UInt8]
        /// The private exponent modulo q - 1.
        package var dq: [UInt8]
        /// The inverse of q modulo p.
        package var qi: [UInt8]

        /// Creates the numbers; they are validated when they become a key.
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
    /// The kind of key, without any of its numbers.
    package var description: String { "RSA private key" }

    /// An empty mirror, so that `dump` and debuggers show nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
