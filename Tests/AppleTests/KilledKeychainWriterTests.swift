// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Glibc
import SignIn
import SystemSignIn
import Testing

/// As iOS may do at any moment.
@Suite struct KilledKeychainWriterTests {
    /// `KILLS` sets another number, such as 1000, which takes three minutes.
    private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 160

    init() throws { try StandInKeychainProcess.start() }

    @Test func `every save that was confirmed is there after each of many kills`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { try await Self.killWriters(Self.kills / 4, seed: number) }
            }
            try await group.waitForAll()
        }
    }

    /// Two programs save the same account at once, and one of them is killed: the other's saves survive.
    @Test func `a killed program leaves the account to the other one`() async throws {
        let service = "kills.\(UUID().uuidString)"
        let storage = KeychainAccountStorage(service: service)
        var latest: [Int] = []
        for round in 0..<10 {
            async let one = Self.killWriter(of: service, after: 3, plus: round * 97)
            async let other = Self.killWriter(of: service, after: 3, plus: round * 131)
            let confirmed = try await one + other
            // No generation was confirmed twice.
            #expect(Set(confirmed).count == confirmed.count)
            latest.append(try #require(confirmed.max()))
            let kept = try #require(try await storage.record(SampleAccount.record().id))
            #expect(kept.generation >= latest[round] && kept.generation <= latest[round] + 2)
        }
        #expect(latest == latest.sorted())
        #expect(try await storage.damagedAccounts().isEmpty)
    }

    private static func killWriters(_ count: Int, seed: Int) async throws {
        let service = "kills.\(UUID().uuidString)"
        let storage = KeychainAccountStorage(service: service)
        var last = 0
        for round in 0..<count {
            let confirmed = try await killWriter(of: service, after: 1 + round % 3, plus: (round * 397 + seed) % 4000)
            let newest = try #require(confirmed.last)
            #expect(newest > last && confirmed == confirmed.sorted())
            let kept = try #require(try await storage.record(SampleAccount.record().id))
            #expect(kept.generation == newest || kept.generation == newest + 1)
            #expect(try await storage.records() == [kept])
            last = kept.generation
        }
        #expect(try await storage.damagedAccounts().isEmpty)
    }

    /// Kills a saving program some microseconds after a number of saves, and returns the confirmed generations.
    private static func killWriter(of service: String, after count: Int, plus delay: Int) async throws -> [Int] {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "KeychainWorker")
        process.arguments = [service]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        let account = try SampleAccount.record().content()
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        try input.fileHandleForWriting.write(contentsOf: account)
                        try input.fileHandleForWriting.close()
                        let confirmed = try read(output.fileHandleForReading, until: count) {
                            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) {
                                kill(process.processIdentifier, SIGKILL)
                            }
                        }
                        process.waitUntilExit()
                        return confirmed
                    })
            }
        }
    }

    /// Reads the confirmed generations, and kills the program after this many.
    private static func read(_ output: FileHandle, until count: Int, _ end: () -> Void) throws -> [Int] {
        var (text, hasEnded) = ("", false)
        while let part = try output.read(upToCount: 4096), !part.isEmpty {
            text += String(decoding: part, as: UTF8.self)
            guard !hasEnded, text.count(where: { $0 == "\n" }) >= count else { continue }
            hasEnded = true
            end()
        }
        return text.split(separator: "\n").compactMap { Int($0.dropFirst("saved ".count)) }
    }
}
