// SPDX-License-Identifier: Apache-2.0
import Provider

/// How many ID tokens are validated in a second, all checks, with warm keys; and how many bare signatures are verified.
///
/// The two take turns in one run, in one task, so that whatever else the machine does meets both. The ratio is the
/// figure: `swift run -c release ValidationBenchmark`.
@main enum ValidationBenchmark {
    static func main() async throws {
        let sample = try await SampleSignIn()
        let bare = try BareVerification(sample)
        _ = try await sample.validator.identity(of: sample.tokens, answering: sample.answer)
        var rates: [(validations: Double, verifications: Double)] = []
        for _ in 0..<rounds {
            let verifications = try await rate { guard bare.verify() else { throw Wrong() } }
            let validations = try await rate {
                _ = try await sample.validator.identity(of: sample.tokens, answering: sample.answer)
            }
            rates.append((validations, verifications))
        }
        let middle = rates.sorted { $0.validations / $0.verifications < $1.validations / $1.verifications }[rounds / 2]
        print("ID tokens validated (RS256, 2048 bits)  \(Int(middle.validations)) a second")
        print("bare verifications by swift-crypto      \(Int(middle.verifications)) a second")
        let hundredths = Int((100 * middle.validations / middle.verifications).rounded())
        print("ratio                                   \(Double(hundredths) / 100)   (goal 0.5)")
    }

    private static let rounds = 11

    private struct Wrong: Error {}

    /// On the pool, where servers validate: each step to another thread and back would be counted otherwise.
    @concurrent private static func rate(_ work: @Sendable () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < .milliseconds(300) {
            for _ in 0..<100 { try await work() }
            count += 100
        }
        return Double(count) / ((clock.now - start) / .seconds(1))
    }
}
