// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Measures how close the local tenant comes to what its signatures cost by themselves.
///
/// Both sides run in turns in one process, on as many cores, so that their ratio says something on a noisy machine.
/// `TenantBenchmark searches FOLDER` measures searches in a tenant's data folder instead.
@main
struct TenantBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "searches", let folder = arguments.dropFirst().first {
            return try await PeopleSearches(folder: URL(filePath: folder)).report()
        }
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
        try await measureSignIns()
    }

    /// Measures the processor time of sign-ins, as multiples of a bare signature.
    private static func measureSignIns() async throws {
        let signatures = try BareSignatures()
        for people in [0, 100_000] {
            let folder = URL.temporaryDirectory.appending(path: "tessera-benchmark-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            let signIns = try await SignIns(people: people, folder: folder)
            var (whole, refreshes): ([Double], [Double]) = ([], [])
            for _ in 1...5 {
                let bare = try await processorTime(of: 300) { try signatures.sign() }
                whole.append(try await processorTime(of: 100) { try await signIns.signIn() } / bare)
                refreshes.append(try await processorTime(of: 100) { try await signIns.refresh() } / bare)
            }
            print(
                "\(people) people more: a sign-in with a session costs \(text(whole.sorted()[2])) signatures (goal 8), "
                    + "a refresh \(text(refreshes.sorted()[2])) (goal 4)")
        }
    }

    /// Seconds of the processor for one run, in all threads.
    private static func processorTime(of count: Int, _ work: () async throws -> Void) async throws -> Double {
        let start = clock()
        for _ in 0..<count { try await work() }
        return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(count)
    }

    private static func text(_ ratio: Double) -> String { String(format: "%.2f", ratio) }
}
