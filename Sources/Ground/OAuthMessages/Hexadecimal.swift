// SPDX-License-Identifier: Apache-2.0
extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
