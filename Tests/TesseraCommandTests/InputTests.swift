// SPDX-License-Identifier: Apache-2.0
import Foundation
import TaskListClient
import Testing

@testable import ClientCommands
@testable import CommandTerminal

@Suite struct InputTests {
    @Test(
        arguments: [
            ("1", 0), ("3", 2), (" 2 ", 1), ("2.", 1), ("2)", 1), ("03", 2), ("0", nil), ("4", nil), ("-1", nil),
            ("+1", nil), ("", nil), ("two", nil), ("1 2", nil), ("99999999999999999999", nil), ("٢", nil),
        ] as [(String, Int?)])
    func `a number picks a row`(_ typed: String, index: Int?) {
        #expect(Picker.index(typed, of: 3) == index)
    }

    @Test func `nothing can be picked from nothing`() {
        #expect(Picker.index("1", of: 0) == nil)
    }

    @Test(
        arguments: [
            ("abc\n", "abc"), ("abc\rdef", "abc"), ("abd\u{7F}c\n", "abc"), ("\u{8}a\n", "a"), ("\n", ""),
            ("abc", "abc"),
            ("\u{4}", nil), ("", nil), ("ä\n", "ä"), ("aä\u{7F}\n", "a"), ("ä€😀\u{8}\u{7F}o\n", "äo"),
            ("ä\u{7F}\u{7F}\n", ""),
        ] as [(String, String?)])
    func `backspace removes a whole character from a hidden line`(_ keys: String, line: String?) {
        var keys = Array(keys.utf8)[...]
        #expect(HiddenLine.line { keys.popFirst() } == line)
    }

    @Test func `a hidden line may be longer than a terminal's own`() {
        var keys = Array(repeating: UInt8(ascii: "x"), count: 20_000)[...] + [UInt8(ascii: "\n")]
        #expect(HiddenLine.line { keys.popFirst() }?.count == 20_000)
    }

    private static let tasks = ["aa11", "aa22", "bb33", "bb"].map {
        TaskItem(id: $0, owner: "o", text: "Task \($0)", date: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        ("a", ["aa11", "aa22"]), ("AA1", ["aa11"]), ("bb", ["bb"]), ("bb3", ["bb33"]), ("x", []), ("", []),
    ])
    func `the beginning of an id means every task that has it`(_ typed: String, ids: [String]) {
        #expect(TaskPrefix.matches(typed, among: Self.tasks).map(\.id) == ids)
    }

    @Test func `without a terminal an ambiguous id is an error`() async {
        let error = await #expect(throws: CommandError.self) {
            try await TaskPrefix.tasks(["bb33", "aa"], among: Self.tasks)
        }
        #expect(error?.message == "2 task ids begin with aa")
    }

    @Test func `a task that is named twice is meant once`() async throws {
        #expect(try await TaskPrefix.tasks(["aa1", "aa11", "bb3"], among: Self.tasks).map(\.id) == ["aa11", "bb33"])
    }

    @Test func `a task that is done has a mark`() {
        var done = Self.tasks[0]
        done.completed = true
        let lines = Table([done, Self.tasks[1]].map(TaskReport.init)).lines
        #expect(lines == ["ID    DONE  TASK", "aa11  ✓     Task aa11", "aa22        Task aa22"])
    }
}
