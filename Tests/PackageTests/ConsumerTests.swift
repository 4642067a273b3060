// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What an app that depends on `SignIn` alone has to fetch.
@Suite struct ConsumerTests {
    @Test func `an app that signs people in fetches nothing that only servers need`() throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Consumer")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", fixture.path, "--scratch-path", scratch.path, "resolve",
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let fetched = Set(
            try FileManager.default.contentsOfDirectory(atPath: scratch.appending(path: "checkouts").path))
        #expect(fetched.isSuperset(of: ["swift-crypto", "swift-http-types"]))
        #expect(
            fetched.isDisjoint(with: ["hummingbird", "GRDB.swift", "swift-mustache", "swift-argument-parser"])
        )
    }
}
