// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Shows that whatever walks through foreign text takes eight times as long for eight times as much of it.
///
/// A quadratic walk takes sixty-four times as long. It ends with 1 if one takes more than three times its share.
@main
struct GrowthBenchmark {
    private static let short = 16 << 10
    private static let factor = 8
    /// The share is eight; caches, memory and the clock explain a factor of three, and never of eight.
    private static let bound = 24.0
    /// Below it, the clock says more about the machine than about the reader.
    private static let shortest = 0.000_3

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let corpus = arguments.first else {
            say("usage: GrowthBenchmark CORPUS [NAME]")
            exit(2)
        }
        let readers = try await Reader.parsers(corpus: URL(filePath: corpus)) + TenantReaders().all
        let asked = arguments.dropFirst().first
        var failures = 0
        for reader in readers where asked.map({ reader.name.contains($0) }) ?? true {
            let worst = await worstGrowth(of: reader)
            guard let worst else {
                say("too quick to measure  \(reader.name)")
                continue
            }
            let isLinear = worst.ratio <= bound
            if !isLinear { failures += 1 }
            let unit = String(reflecting: worst.text.unit)
            say("\(String(format: "%6.1f", worst.ratio))  \(reader.name)  \(unit)\(isLinear ? "" : "  NOT LINEAR")")
        }
        say("\(failures) readers take more than \(Int(bound)) times as long for \(factor) times as much")
        let dependent = try await endpointsThatDepend(named: asked)
        say("\(dependent) endpoints take more than \(StoredGrowth.bound) times as long for what strangers left")
        exit(failures + dependent == 0 ? 0 : 1)
    }

    private static func endpointsThatDepend(named name: String?) async throws -> Int {
        var failures = 0
        try await StoredGrowth().ratios(named: name) { endpoint, ratios in
            let depends = ratios.contains { $0 > StoredGrowth.bound }
            if depends { failures += 1 }
            let figures = ratios.map { String(format: "%5.2f", $0) }.joined(separator: " ")
            say("\(figures)  \(endpoint)\(depends ? "  DEPENDS ON STRANGERS" : "")")
        }
        return failures
    }

    /// Writes a line at once: a run takes minutes, and may be cut off.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private static func worstGrowth(of reader: Reader) async -> (ratio: Double, text: ForeignText)? {
        var worst: (ratio: Double, text: ForeignText)?
        for text in reader.seeds.flatMap(ForeignText.all) {
            var ratio = await growth(of: reader, by: text, rounds: 1)
            // Another program may have been at work: what was seen once must be seen again.
            if ratio > bound { ratio = await growth(of: reader, by: text, rounds: 5) }
            if ratio > worst?.ratio ?? 0 { worst = (ratio, text) }
        }
        return worst
    }

    /// How many times as long the long input takes; 0 if that is too quick to say.
    private static func growth(of reader: Reader, by text: ForeignText, rounds: Int) async -> Double {
        let long = await time(of: reader, reading: text.grown(to: short * factor), rounds: rounds)
        guard long >= shortest else { return 0 }
        return long / max(await time(of: reader, reading: text.grown(to: short), rounds: rounds + 1), shortest / 64)
    }

    /// The least time of the processor that reading takes in some rounds, in seconds.
    private static func time(of reader: Reader, reading input: Data, rounds: Int) async -> Double {
        var least = Double.infinity
        for _ in 0..<rounds {
            let start = ProcessorTime.now
            await reader.read(input)
            least = min(least, ProcessorTime.now - start)
        }
        return least
    }
}
