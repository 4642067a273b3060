// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Measures how close the local tenant comes to what its signatures cost by themselves.
///
/// Both sides run in turns in one process, on as many cores, so that their ratio says something on a noisy machine.
@main
struct TenantBenchmark {
    static func main() async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let seconds = Double(CommandLine.arguments.dropFirst().first ?? "") ?? 3
        let rounds = 5
        let signatures = try BareSignatures()
        let tokens = try ClientCredentialsTokens()
        print("client-credentials tokens against bare RSA-2048 signatures, \(cores) at once, \(rounds) rounds")
        var ratios: [Double] = []
        for round in 1...rounds {
            let bare = try await Rate.measure(atOnce: cores, seconds: seconds) { try signatures.sign() }
            let whole = try await Rate.measure(atOnce: cores, seconds: seconds) { try await tokens.ask() }
            ratios.append(whole / bare)
            print(
                "round \(round): \(Int(bare)) signatures/s, \(Int(whole)) tokens/s, ratio \(Self.text(whole / bare))")
        }
        let sorted = ratios.sorted()
        print("ratio: median \(text(sorted[rounds / 2])), \(text(sorted[0])) to \(text(sorted[rounds - 1]))")
    }

    private static func text(_ ratio: Double) -> String { String(format: "%.2f", ratio) }
}
