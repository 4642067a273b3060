// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Sequence<UInt8> {
    /// Base64url without padding (RFC 4648 §5); to read it, use the strict decoder of `JOSE`.
    package var unpaddedBase64URL: String {
        let text = Data(self).base64EncodedData().compactMap { character -> UInt8? in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: character
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
