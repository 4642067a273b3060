// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandArguments

@Suite struct HelpTextTests {
    struct TitledCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "titled",
            abstract: "Show an abstract that is so long that it needs two lines, since the first is full.")
        @OptionGroup(title: "Places") var places: Places
        @Argument("<name>", help: "The name.") var name: String

        struct Places: ParsableArguments {
            @Argument("<source>", help: "The source.") var source: String
            @OptionGroup var target: Target
        }

        struct Target: ParsableArguments {
            @Option("--target <place>", help: "The target.", more: "Without it: none.") var target: String
        }
    }

    @Test func `a section with a title has all parameters of its group and of inner groups`() {
        #expect(
            HelpText(CommandPath(root: TitledCommand.self)).description == """
                OVERVIEW: Show an abstract that is so long that it needs two lines, since the
                first is full.

                USAGE: titled <source> --target <place> <name>

                ARGUMENTS:
                  <name>                  The name.

                PLACES:
                  <source>                The source.
                  --target <place>        The target.
                        Without it: none.

                OPTIONS:
                  -h, --help              Show help information.
                """)
    }

    @Test func `a command without texts has only its usage and the help option`() {
        struct SilentCommand: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "silent")
        }
        #expect(
            HelpText(CommandPath(root: SilentCommand.self)).description == """
                USAGE: silent

                OPTIONS:
                  -h, --help              Show help information.
                """)
    }

    /// Creates options and one positional argument; the first option is required.
    private static func parameters(_ optionCount: Int) -> [Parameter] {
        let options = (0..<optionCount).map { number in
            Parameter(.option(takesSeveral: false), "--o\(number) <x>", help: "", isRequired: number == 0) { _ in }
        }
        return options + [Parameter(.argument, "<y>", help: "", isRequired: true) { _ in }]
    }

    @Test func `a usage line is abridged from the thirteenth parameter on`() {
        let path = CommandPath(root: CopyCommand.self)
        let names = (1...10).map { "[--o\($0) <x>]" }.joined(separator: " ")
        #expect("\(UsageLine(path, Self.parameters(11)))" == "copy --o0 <x> \(names) <y>")
        #expect("\(UsageLine(path, Self.parameters(12)))" == "copy [<options>] --o0 <x> <y>")
        let flags = (0..<13).map { number in Parameter(.flag, "--f\(number)", help: "") { _ in } }
        #expect("\(UsageLine(path, flags))" == "copy <options>")
    }

    @Test func `an outline has all commands with their parameters`() {
        let outline = CommandOutline(SampleProgram.self)
        #expect(outline.all.map(\.name) == ["sample", "copy", "keys", "list", "rotate", "serve", "stop"])
        #expect(outline.subcommands[0].abstract == "Copy a file.")
        #expect(outline.subcommands[0].parameters[2].title == "-m, --mode <mode>")
        #expect(outline.subcommands[0].parameters[2].help == "The mode.")
    }
}

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
