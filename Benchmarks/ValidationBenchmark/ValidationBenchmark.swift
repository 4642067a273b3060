// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How many ID tokens are validated in a second, all checks, with warm keys, and how many bare signatures are verified;
/// how many requests get a proof of possession, and how many bare signatures are made; how many requests an API judges,
/// with a bearer token and with a bound one.
///
///     ValidationBenchmark export FOLDER                  makes a token and the keys for it
///     ValidationBenchmark validate FOLDER MILLISECONDS   prints how often a second
///     ValidationBenchmark bare FOLDER MILLISECONDS
///     ValidationBenchmark prove FOLDER MILLISECONDS
///     ValidationBenchmark sign FOLDER MILLISECONDS
///     ValidationBenchmark bearer FOLDER MILLISECONDS
///     ValidationBenchmark bound FOLDER MILLISECONDS
@main enum ValidationBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first, let path = arguments.dropFirst().first else { return usage() }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let time = Duration.milliseconds(arguments.last.flatMap { Int($0) } ?? 300)
        switch mode {
        case "export":
            try SampleToken().write(to: folder)
        case "validate":
            let sample = try await SampleSignIn(SampleToken(in: folder))
            print(try await rate(for: time) { try await sample.validate() })
        case "bare":
            let bare = try BareVerification(SampleToken(in: folder))
            print(try await rate(for: time) { guard bare.verify() else { throw Wrong() } })
        case "prove", "sign":
            let proofs = ProofMaking()
            print(
                try await rate(for: time) {
                    guard mode == "prove" ? try proofs.prove() : try proofs.sign() else { throw Wrong() }
                })
        case "bearer", "bound":
            let requests = try BoundRequests(bound: mode == "bound", count: Int(time / .milliseconds(1)) * 40)
            print(try await rate(for: time) { try await requests.judge() })
        default: usage()
        }
    }

    private struct Wrong: Error {}

    private static func usage() {
        FileHandle.standardError.write(
            Data("ValidationBenchmark export|validate|bare|prove|sign|bearer|bound FOLDER [MILLISECONDS]\n".utf8))
        exit(2)
    }

    /// On the pool, where servers validate: each step to another thread and back would be counted otherwise.
    @concurrent private static func rate(
        for time: Duration, _ work: @Sendable () async throws -> Void
    ) async throws -> Double {
        for _ in 0..<100 { try await work() }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < time {
            for _ in 0..<100 { try await work() }
            count += 100
        }
        return Double(count) / ((clock.now - start) / .seconds(1))
    }
}
