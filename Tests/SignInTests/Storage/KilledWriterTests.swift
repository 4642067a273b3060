// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures

@testable import SignIn

/// A killed program leaves an account that opens, with every confirmed save.
@Suite(.timeLimit(.minutes(3))) struct KilledWriterTests {
    private static let variable = "TESSERA_TEST_WRITES_IN"
    private static let folder = ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
    private static let key = SealingKey(random: .init { Array(repeating: 7, count: $0) })

    @Test(.enabled(if: folder != nil, "the other test runs this one, in a process of its own"))
    func `saves until it is killed`() async throws {
        let storage = SealedAccountStorage(folder: try #require(Self.folder), key: Self.key)
        let id = try SampleAccounts.record().id
        while true {
            try await storage.withExclusiveAccess(to: id) {
                let record = try await storage.record(id) ?? SampleAccounts.record()
                let saved = try await storage.save(record.refreshed(UUID().uuidString)).record
                FileHandle.standardOutput.write(Data("saved \(saved.generation)\n".utf8))
            }
        }
    }

    @Test(.enabled(if: folder == nil)) func `every save that was confirmed is there after a kill`() async throws {
        try await withFolder { folder in
            let storage = SealedAccountStorage(folder: folder, key: Self.key)
            let id = try SampleAccounts.record().id
            var confirmed = 0
            for round in 0..<12 {
                let last = try await Self.killWriter(in: folder, after: 1 + round % 4, plus: .microseconds(round * 397))
                #expect(last > confirmed)
                confirmed = last
                let kept = try #require(try await storage.record(id))
                #expect(kept.generation == confirmed || kept.generation == confirmed + 1)
                #expect(try await storage.records() == [kept])
                #expect(try await storage.damagedAccounts().isEmpty)
                // Its lock is gone too.
                let isFree = try await SealedAccountStorage(
                    folder: folder, keySource: Self.key, patience: LockPatience(limit: .zero)
                ).withExclusiveAccess(to: id) { true }
                #expect(isFree)
            }
        }
    }

    @Test(.enabled(if: folder == nil))
    func `content is on the disk before its name, and both before a save is confirmed`() async throws {
        try await withFolder { folder in
            let calls = try await DiskCalls()
            defer { calls.remove() }
            #expect(
                try await Self.killWriter(in: folder, after: 20, plus: .microseconds(0), environment: calls.environment)
                    >= 20)
            let found = try calls.found()
            let path = try #require(realpath(folder.path, nil))
            defer { free(path) }
            let place = String(cString: path)
            // Files whose last write was synced, and whether a rename is not.
            var (synced, isNameOpen, renameCount, confirmedCount) = (Set<String>(), false, 0, 0)
            for call in found {
                switch call {
                case .write(let file) where file.hasPrefix("/"): synced.remove(file)
                case .write:
                    #expect(!isNameOpen, "a save is confirmed before its name is on the disk")
                    confirmedCount += renameCount > confirmedCount ? 1 : 0
                case .sync(let file):
                    synced.insert(file)
                    if file == place { isNameOpen = false }
                case .rename(let file, let other):
                    #expect(synced.contains(file), "\(file) is not on the disk")
                    #expect(URL(filePath: other).deletingLastPathComponent().path == place)
                    (isNameOpen, renameCount) = (true, renameCount + 1)
                }
            }
            #expect(renameCount >= 20 && confirmedCount >= 20)
        }
    }

    /// Kills a saving process after a number of saves, and returns the last confirmed generation.
    private static func killWriter(
        in folder: URL, after count: Int, plus delay: DispatchTimeInterval, environment: [String: String] = [:]
    ) async throws -> Int {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [
            "--skip-build", "--disable-xctest", "--testing-library", "swift-testing", "--filter", "KilledWriterTests",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging([variable: folder.path]) { $1 }
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        var (text, isDying) = ("", false)
                        while let part = try output.fileHandleForReading.read(upToCount: 64), !part.isEmpty {
                            text += String(decoding: part, as: UTF8.self)
                            if !isDying, text.matches(of: /saved \d+\n/).count >= count {
                                isDying = true
                                DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
                                    kill(process.processIdentifier, SIGKILL)
                                }
                            }
                        }
                        process.waitUntilExit()
                        return text.matches(of: /saved (\d+)\n/).compactMap { Int($0.1) }.last ?? 0
                    })
            }
        }
    }
}
#endif
