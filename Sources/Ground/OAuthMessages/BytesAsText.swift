// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures

extension Sequence<UInt8> {
    /// Base64url without padding; `Base64URL` reads it. RFC 4648 §5
    package var unpaddedBase64URL: String { Base64URL.encode(Array(self)) }

    /// Two lower-case hexadecimal digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
