// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation
package import SystemCryptography
import TenantDirectory

/// The time and strength of a sign-in, encrypted in `aio`; on-behalf-of requests need it with version 2 tokens.
package struct SealedSignIn: Sendable, Hashable {
    package let authenticatedAt: Date
    package let secondFactorAt: Date?

    private static let prefix = "AX"
    /// Empty, so that notes of older versions stay readable.
    private static let purpose = ""
    private static let noFactor = UInt64.max

    package init(authenticatedAt: Date, secondFactorAt: Date?) {
        (self.authenticatedAt, self.secondFactorAt) = (authenticatedAt, secondFactorAt)
    }

    init?(_ text: String, with key: SymmetricKey) {
        guard text.hasPrefix(Self.prefix),
            let content = key.opened(text.dropFirst(Self.prefix.count), for: Self.purpose), content.count == 16
        else { return nil }
        let (first, second) = (Self.number(content.prefix(8)), Self.number(content.suffix(8)))
        authenticatedAt = Date(timeIntervalSinceReferenceDate: Double(bitPattern: first))
        secondFactorAt =
            second == Self.noFactor ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: second))
    }

    package func sealed(with key: SymmetricKey, random: RandomSource) throws -> String {
        let times = [
            authenticatedAt.timeIntervalSinceReferenceDate.bitPattern,
            secondFactorAt?.timeIntervalSinceReferenceDate.bitPattern ?? Self.noFactor,
        ]
        let content = times.flatMap { time in withUnsafeBytes(of: time.bigEndian, Array.init) }
        return try Self.prefix + key.sealed(content, for: Self.purpose, random: random)
    }

    private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
