// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// The code that a device shows and a person types: nine letters without vowels.
///
/// RFC 8628 §6.1; nine letters, as at Entra ID, give 39 bits for the code's lifetime of 15 minutes.
package enum UserCode {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
    private static let length = 9

    /// A new code.
    package static func make(from random: RandomSource) -> String {
        String(
            (0..<length).map { _ in
                let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return alphabet[Int(number % UInt32(alphabet.count))]
            })
    }

    /// The code that the person meant, in any case and any grouping.
    package static func normalized(_ typed: String) -> String {
        String(typed.uppercased().filter { !$0.isWhitespace && !"-‐‑–—".contains($0) })
    }
}
