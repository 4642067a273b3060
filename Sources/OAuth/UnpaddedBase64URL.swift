// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Sequence<UInt8> {
    /// RFC 4648 §5 without padding; `JOSE` has a strict decoder, here text is only ever written.
    package var unpaddedBase64URL: String {
        Data(self).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
