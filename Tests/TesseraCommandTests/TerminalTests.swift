// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// Names and server messages are untrusted: none may control the terminal or imitate our own output.
@Suite struct TerminalTests {
    @Test(arguments: [
        ("Ana\u{1B}[31m", "Ana\u{FFFD}[31m"),
        ("a\u{7F}\u{85}\u{9B}b", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
        ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}e", "abcde"),
        ("a\u{200B}\u{FEFF}\u{AD}\u{E0041}b", "ab"),
        ("a\u{2028}b\u{2029}c", "a b c"),
        ("می\u{200C}خواهم 👩\u{200D}🚀", "می\u{200C}خواهم 👩\u{200D}🚀"),
        ("one\ntwo", "one\ntwo"),
    ])
    func `a text cannot command the terminal`(_ text: String, shown: String) {
        #expect(Terminal.clean(text) == shown)
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{85}b", "a\u{2028}b", "a\u{B}b", "a\u{C}b", "a\tb"])
    func `a name cannot begin a line`(_ text: String) {
        #expect(Terminal.singleLine(text) == "a b")
    }

    @Test func `a cell of a table cannot begin a line`() {
        let table = Table(heading: ["NAME"], rows: [["Ana\nhint: run this"]])
        #expect(table.lines == ["NAME", "Ana hint: run this"])
    }

    @Test func `JSON commands no terminal, and loses nothing`() throws {
        let text = "a\u{7F}\u{9B}\u{202E}\u{2028}\u{E0041}\u{200D}é👩"
        let json = Terminal.escaped(String(decoding: try JSONEncoder().encode([text]), as: UTF8.self))
        #expect(json == #"["a\u007f\u009b\u202e\u2028\udb40\udc41\#u{200D}é👩"]"#)
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test(arguments: [
        ("tessera", "tessera"), (".build/debug/tessera", ".build/debug/tessera"), ("", "''"),
        ("/Users/ana/My Apps/tessera", "'/Users/ana/My Apps/tessera'"), ("a'b$(c)", #"'a'\''b$(c)'"#),
        ("~/tessera", "'~/tessera'"),
    ])
    func `a command can be copied as it is`(_ program: String, word: String) {
        #expect(program.shellWord == word)
    }

    @Test(arguments: [
        (0.0, 0), (0.5, 15), (1.0, 30), (-1.0, 0), (7.0, 30),
    ]) func `a progress bar has as many full cells as there is work done`(_ finished: Double, cells: Int) {
        let line = ProgressBar.text("adding 5 people", finished, after: .seconds(10))
        #expect(line.hasPrefix("adding 5 people  "))
        #expect(line.count(where: { $0 == "█" }) == cells && line.count(where: { $0 == "░" }) == 30 - cells)
        #expect(line.contains(" \(min(100, max(0, Int(finished * 100)))) %"))
    }

    @Test func `a progress bar estimates the rest as soon as it can`() {
        #expect(ProgressBar.text("", 0.25, after: .seconds(10)).hasSuffix("25 %, 30 s left"))
        #expect(ProgressBar.text("", 0.01, after: .seconds(10)).hasSuffix(" 1 %"))
        #expect(ProgressBar.text("", 1, after: .seconds(10)).hasSuffix("100 %"))
    }
}
