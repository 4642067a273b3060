// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProgramLifecycle
import Synchronization
import Testing

@testable import ServerTelemetry

@Suite struct LogOutputTests {
    private final class Lines: Sendable {
        private let text = Mutex("")
        var content: String { text.withLock { $0 } }
        func write(_ line: String) { text.withLock { $0 += line } }
    }

    private let lines = Lines()

    private func output(_ format: LogOutput.Format = .json, from level: Log.Level = .info) -> LogOutput {
        LogOutput(format, from: level, writing: { [lines] in lines.write($0) })
    }

    private func objects() throws -> [[String: String]] {
        try lines.content.split(separator: "\n").map {
            try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
        }
    }

    @Test func `a line is one JSON object with time, level, logger, message and metadata`() throws {
        var logger = output().logger("tasks")
        logger[metadataKey: "requestId"] = "7"
        logger.warning("slow", metadata: ["store": "\(3) s", "rows": "\(["1", "2"])"])
        let line = try #require(try objects().first)
        #expect(lines.content.hasPrefix("{\"time\":\"20"))
        #expect(line["time"]?.hasSuffix("Z") == true)
        #expect(
            line.filter { $0.key != "time" } == [
                "level": "warning", "logger": "tasks", "message": "slow", "requestId": "7", "store": "3 s",
                "rows": "[\"1\", \"2\"]",
            ])
    }

    @Test func `metadata cannot stand in for a member of the line`() throws {
        output().logger("tasks").info("real", metadata: ["message": "forged", "level": "debug"])
        let line = try #require(try objects().first)
        #expect((line["message"], line["level"], line["metadata.message"]) == ("real", "info", "forged"))
    }

    @Test(arguments: [
        "two\nlines", "\r\n", "quote \" and \\", "\u{0}\u{1b}[31m\u{7f}\u{85}", "\u{2028}\u{2029}", "ä € 😀",
    ]) func `any text stays one line, and reads as it was`(_ text: String) throws {
        output().logger("tasks").info("\(text)", metadata: ["k": "\(text)"])
        #expect(lines.content.unicodeScalars.filter { $0 == "\n" }.count == 1)
        #expect(!lines.content.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
        let line = try #require(try objects().first)
        #expect(line["message"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(line["k"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test func `plain text stays one line too`() {
        output(.text).logger("tasks").info("a\nb\u{1b}", metadata: ["k": "v"])
        #expect(lines.content.hasSuffix(" info a b  k=v\n"))
    }

    @Test func `the level changes for loggers that exist`() throws {
        let output = output(from: .info)
        let logger = output.logger("tasks")
        logger.debug("one")
        output.currentLevel = .debug
        logger.debug("two")
        output.currentLevel = .error
        logger.warning("three")
        logger.error("four")
        #expect(try objects().map { $0["message"] } == ["two", "four"])
    }

    @Test func `a level that a logger sets for itself stays its own`() throws {
        let output = output(from: .info)
        var own = output.logger("own")
        own.level = .trace
        own.trace("one")
        output.logger("other").trace("two")
        #expect(try objects().map { $0["message"] } == ["one"])
    }
}
