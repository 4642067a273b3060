// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandArguments

/// Where the lines of the help break.
@Suite struct HelpLayoutTests {
    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static let texts: [(text: String, indentation: Int, lines: [String])] = [
        ("", 0, [""]),
        ("one", 0, ["one"]),
        ("one two", 8, ["        one two"]),
        // A line has at most 79 characters.
        (letters(77) + " y", 0, [letters(77) + " y"]),
        (letters(78) + " y", 0, [letters(78), "y"]),
        (letters(69) + " y", 8, ["        " + letters(69) + " y"]),
        (letters(70) + " y", 8, ["        " + letters(70), "        y"]),
        // A longer word is not broken.
        ("y " + letters(90) + " z", 0, ["y", letters(90), "z"]),
        // Line breaks, empty lines, and columns stay; the continuation of a line keeps its indentation.
        ("one\n\ntwo", 2, ["  one", "", "  two"]),
        ("  name   text", 0, ["  name   text"]),
        ("  " + letters(76) + " y", 0, ["  " + letters(76), "  y"]),
    ]

    @Test(arguments: texts)
    func `a text is wrapped`(_ text: String, _ indentation: Int, _ lines: [String]) {
        #expect(HelpLayout.wrapped(text, indentedBy: indentation) == lines.joined(separator: "\n"))
    }

    private static let margin = String(repeating: " ", count: 26)

    private static let rows: [(name: String, explanation: String, lines: [String])] = [
        ("--port", "The port.", ["  --port                  The port."]),
        ("--port", "", ["  --port"]),
        // A name of 23 characters leaves a space before its explanation; a longer one has a line of its own.
        (letters(23), "The port.", ["  " + letters(23) + " The port."]),
        (letters(24), "The port.", ["  " + letters(24), margin + "The port."]),
        (letters(24), "", ["  " + letters(24)]),
        // An explanation fills 54 characters, but only 53 if it continues.
        ("--port", letters(52) + " y", ["  --port                  " + letters(52) + " y"]),
        ("--port", letters(53) + " y", ["  --port                  " + letters(53), margin + "y"]),
        ("--port", letters(52) + " y z", ["  --port                  " + letters(52), margin + "y z"]),
    ]

    @Test(arguments: rows)
    func `an explanation is beside its name, or below it`(_ name: String, _ explanation: String, _ lines: [String]) {
        #expect(HelpLayout.row(name, explanation) == lines.joined(separator: "\n"))
    }
}
