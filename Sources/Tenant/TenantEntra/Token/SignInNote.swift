// SPDX-License-Identifier: Apache-2.0
package import Crypto
package import Foundation
import JOSE
package import OAuth

/// When and how a person signed in, as an access token carries it in `aio`: for this service's own eyes.
///
/// An API that shows the token to get another one cannot know it otherwise, for tokens of the second form do not say.
package struct SignInNote: Sendable, Hashable {
    /// When the person signed in.
    package let authenticatedAt: Date
    /// When they gave a second factor; `nil` if they gave none.
    package let secondFactorAt: Date?

    private static let prefix = "AX"
    private static let noFactor = UInt64.max

    package init(authenticatedAt: Date, secondFactorAt: Date?) {
        self.authenticatedAt = authenticatedAt
        self.secondFactorAt = secondFactorAt
    }

    /// Opens the note of a token; `nil` if it is none of ours.
    init?(_ text: String, with key: SymmetricKey) {
        guard text.hasPrefix(Self.prefix), let bytes = try? Base64URL.decode(text.dropFirst(Self.prefix.count)),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let content = try? AES.GCM.open(box, using: key), content.count == 16
        else { return nil }
        let (first, second) = (Self.number(content.prefix(8)), Self.number(content.suffix(8)))
        authenticatedAt = Date(timeIntervalSinceReferenceDate: Double(bitPattern: first))
        secondFactorAt =
            second == Self.noFactor ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: second))
    }

    /// The text for a token.
    package func sealed(with key: SymmetricKey, random: RandomSource) throws -> String {
        let times = [
            authenticatedAt.timeIntervalSinceReferenceDate.bitPattern,
            secondFactorAt?.timeIntervalSinceReferenceDate.bitPattern ?? Self.noFactor,
        ]
        let content = times.flatMap { time in withUnsafeBytes(of: time.bigEndian, Array.init) }
        let nonce = try AES.GCM.Nonce(data: random.bytes(12))
        let box = try AES.GCM.seal(content, using: key, nonce: nonce)
        return Self.prefix + Base64URL.encode(Array(nonce) + box.ciphertext + box.tag)
    }

    private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
