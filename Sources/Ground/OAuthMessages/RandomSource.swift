// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures

/// A source of random values; a parameter, so that tests can repeat a sign-in.
package struct RandomSource: Sendable {
    private let generate: @Sendable (Int) -> [UInt8]

    package init(_ generate: @escaping @Sendable (Int) -> [UInt8]) { self.generate = generate }

    package static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        // Each `next()` is a system call, so the loop takes all eight bytes of one.
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
        }
        return bytes
    }

    package func bytes(_ count: Int) -> [UInt8] { generate(count) }

    package func text(bytes count: Int = 32) -> String { generate(count).unpaddedBase64URL }
}

extension Sequence<UInt8> {
    /// Base64url without padding; `Base64URL` reads it. RFC 4648 §5
    package var unpaddedBase64URL: String { Base64URL.encode(Array(self)) }

    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
