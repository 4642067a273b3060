// SPDX-License-Identifier: Apache-2.0
/// Where unguessable values come from; a parameter, so that tests can repeat a sign-in.
public struct RandomSource: Sendable {
    private let generate: @Sendable (Int) -> [UInt8]

    /// Creates a source from a function that gives as many bytes as it is asked for.
    public init(_ generate: @escaping @Sendable (Int) -> [UInt8]) {
        self.generate = generate
    }

    /// The system's cryptographic generator.
    public static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// `count` random bytes.
    public func bytes(_ count: Int) -> [UInt8] { generate(count) }

    /// A text of URL-safe characters that carries `count` random bytes.
    public func text(bytes count: Int = 32) -> String { generate(count).unpaddedBase64URL }
}
