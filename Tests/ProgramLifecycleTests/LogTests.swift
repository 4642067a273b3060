// SPDX-License-Identifier: Apache-2.0
import ProgramLifecycle
import Synchronization
import Testing

@Suite struct LogTests {
    private final class Lines: Sendable {
        private let entries = Mutex<[Log.Entry]>([])
        var all: [Log.Entry] { entries.withLock(\.self) }
        func add(_ entry: Log.Entry) { entries.withLock { $0.append(entry) } }
    }

    private let lines = Lines()

    private func log(from level: Log.Level) -> Log { Log("tests", to: Log.Output(from: { level }, lines.add)) }

    @Test(arguments: Log.Level.allCases) func `writes lines from the lowest level on`(_ lowest: Log.Level) {
        let log = log(from: lowest)
        for level in Log.Level.allCases { log.log(level: level, "a line") }
        #expect(lines.all.map(\.level) == Log.Level.allCases.filter { $0 >= lowest })
    }

    @Test func `each method writes its level`() {
        let log = log(from: .trace)
        log.trace("a line")
        log.debug("a line")
        log.info("a line")
        log.notice("a line")
        log.warning("a line")
        log.error("a line")
        log.critical("a line")
        #expect(lines.all.map(\.level) == Log.Level.allCases)
    }

    @Test func `a line that is not written is not evaluated`() {
        func unexpected() -> String {
            Issue.record("evaluated")
            return ""
        }
        log(from: .warning).info(unexpected(), metadata: ["fact": unexpected()])
        #expect(lines.all.isEmpty)
    }

    @Test func `a copy has separate metadata, which a line's metadata overrides`() throws {
        let base = log(from: .info)
        var copy = base
        copy[metadataKey: "request"] = "1"
        copy[metadataKey: "part"] = "log"
        copy.info("a line", metadata: ["part": "line"])
        base.info("another line")
        let entries = lines.all
        try #require(entries.count == 2)
        #expect(entries[0].label == "tests" && entries[0].message == "a line")
        #expect((entries[0].metadata, entries[1].metadata) == (["request": "1", "part": "line"], [:]))
    }

    @Test func `the level of a log takes the place of the output's`() {
        var log = log(from: .error)
        log.level = .debug
        #expect(log.writes(.debug) && !log.writes(.trace))
    }

    @Test func `the level of an output may change`() {
        let level = Mutex(Log.Level.error)
        let log = Log("tests", to: Log.Output(from: { level.withLock(\.self) }, lines.add))
        log.info("not written")
        level.withLock { $0 = .info }
        log.info("written")
        #expect(lines.all.map(\.message) == ["written"])
    }

    @Test func `settings name the levels in the order of their importance`() {
        let names = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
        #expect(names.compactMap(Log.Level.init) == Log.Level.allCases)
        for (index, level) in Log.Level.allCases.enumerated() {
            #expect(Log.Level.allCases.filter { $0 < level } == Array(Log.Level.allCases[..<index]))
        }
    }

    @Test func `a log without an output writes nothing`() {
        #expect(!Log("tests").writes(.error))
        Log("tests").critical("dropped")
    }
}
