// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandArguments

/// Parses command lines, and rejects invalid ones.
@Suite struct ArgumentReaderTests {
    typealias Check = @Sendable (CopyCommand) -> Bool

    private static func parse(_ words: [String]) throws -> CopyCommand {
        try #require(try SampleProgram.parseAsRoot(["copy"] + words).command as? CopyCommand)
    }

    private static let accepted: [(words: [String], check: Check)] = [
        (["a"], { $0.source == "a" && $0.targets == [] && $0.mode == .safe && $0.owners == ["root"] && !$0.isVerbose }),
        (["a", "b", "c"], { $0.source == "a" && $0.targets == ["b", "c"] }),
        (["a", "--log", "f", "b"], { $0.log == "f" && $0.targets == ["b"] }),
        (["--log=f", "a"], { $0.log == "f" && $0.source == "a" }),
        (["a", "--log=x=y"], { $0.log == "x=y" }),
        (["a", "--log=--count"], { $0.log == "--count" }),
        (["a", "--log", ""], { $0.log == "" }),
        (["a", "--log", "-"], { $0.log == "-" }),
        (["a", "--log", "f", "--log", "g"], { $0.log == "g" }),
        (["-"], { $0.source == "-" }),
        ([""], { $0.source == "" }),
        // Whatever follows `--` is positional, also names and a further `--`.
        (["--", "--log", "--", "-h"], { $0.source == "--log" && $0.targets == ["--", "-h"] && $0.log == nil }),
        (["a", "-m", "fast"], { $0.mode == .fast }),
        (["a", "-mfast"], { $0.mode == .fast }),
        (["a", "-m=fast"], { $0.mode == .fast }),
        (["a", "-t", ""], { $0.tags == [""] }),
        (["a", "-t==x"], { $0.tags == ["=x"] }),
        (["a", "-vn"], { $0.isVerbose && $0.isDryRun }),
        (["a", "-vvm", "fast"], { $0.isVerbose && !$0.isDryRun && $0.mode == .fast }),
        (["a", "-vmfast"], { $0.isVerbose && $0.mode == .fast }),
        (["a", "-t", "x", "-ty", "--tag=z"], { $0.tags == ["x", "y", "z"] }),
        (["a", "--tag", "x", "b"], { $0.tags == ["x"] && $0.targets == ["b"] }),
        (["a", "--owner", "x", "y", "-v"], { $0.owners == ["x", "y"] && $0.isVerbose }),
        (["a", "--owner", "x", "--owner=y", "b"], { $0.owners == ["x", "y"] && $0.targets == ["b"] }),
        (["a", "--owner", "x", "--", "b"], { $0.owners == ["x"] && $0.targets == ["b"] }),
        // A number can begin with a minus.
        (["a", "--count", "-3"], { $0.count == -3 }),
        (["a", "--count=-3"], { $0.count == -3 }),
        (["a", "--delay", "-.5"], { $0.delay == -0.5 }),
        (["a", "--count", "9223372036854775807"], { $0.count == Int.max }),
        (["a", "--seed", "18446744073709551615"], { $0.seed == UInt64.max }),
        (["a", "--even", "4"], { $0.even == 4 }),
        // With a combining mark, the equals sign and the dash are parts of other characters.
        (["a", "--log=\u{301}x"], { $0.log == "\u{301}x" }),
        (["a", "-m=fast", "-t\u{301}"], { $0.tags == ["\u{301}"] }),
    ]

    @Test(arguments: accepted)
    func `words become values`(_ words: [String], _ check: Check) throws {
        #expect(check(try Self.parse(words)), "\(words)")
    }

    private static let rejected: [(words: [String], message: String)] = [
        (["copy"], "Missing expected argument '<source>'"),
        (["copy", "a", "--log"], "Missing value for '--log <file>'"),
        (["copy", "a", "--log", "--", "f"], "Missing value for '--log <file>'"),
        (["copy", "a", "--log", "-v"], "Missing value for '--log <file>'"),
        (["copy", "a", "--log="], "Missing value for '--log <file>'"),
        (["copy", "a", "-t="], "Missing value for '--tag <tag>'"),
        (["copy", "a", "-vm="], "Missing value for '--mode <mode>'"),
        (["copy", "a", "-m"], "Missing value for '--mode <mode>'"),
        (["copy", "a", "--owner"], "Missing value for '--owner <name>'"),
        (["copy", "a", "--count", "-v"], "Missing value for '--count <number>'"),
        (["copy", "a", "--count", "1.5"], "The value '1.5' is invalid for '--count <number>'"),
        (["copy", "a", "--count", "-1.5"], "The value '-1.5' is invalid for '--count <number>'"),
        (
            ["copy", "a", "--count", "9223372036854775808"],
            "The value '9223372036854775808' is invalid for '--count <number>'"
        ),
        (["copy", "a", "--seed", "-5"], "The value '-5' is invalid for '--seed <number>'"),
        (["copy", "a", "--delay", "soon"], "The value 'soon' is invalid for '--delay <seconds>'"),
        // These would be numbers that no comparison bounds.
        (["copy", "a", "--delay", "nan"], "The value 'nan' is invalid for '--delay <seconds>'"),
        (["copy", "a", "--delay", "inf"], "The value 'inf' is invalid for '--delay <seconds>'"),
        (["copy", "a", "--delay", "-inf"], "The value '-inf' is invalid for '--delay <seconds>'"),
        (["copy", "a", "--delay=1e999"], "The value '1e999' is invalid for '--delay <seconds>'"),
        // A number can begin with a minus only where a number is expected, and only as the value of an option.
        (["copy", "-5"], "Unknown option '-5'"),
        (["copy", "a", "--log", "-5"], "Missing value for '--log <file>'"),
        (["copy", "a", "--even", "3"], "The value '3' is invalid for '--even <number>': '3' is not even."),
        (
            ["copy", "a", "--mode", "slow"],
            "The value 'slow' is invalid for '--mode <mode>'. Please provide one of 'fast' or 'safe'."
        ),
        (["copy", "a", "--mod", "fast"], "Unknown option '--mod'. Did you mean '--mode'?"),
        (["copy", "a", "--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
        (["copy", "a", "-verbose"], "Unknown option '-verbose'. Did you mean '--verbose'?"),
        (["copy", "a", "-x"], "Unknown option '-x'"),
        (["copy", "a", "-log"], "Unknown option '-log'. Did you mean '--log'?"),
        (["copy", "a", "-vx"], "Unknown option '-vx'"),
        (["copy", "a", "--verbose=yes"], "The option '--verbose' does not take any value, but 'yes' was specified."),
        (["copy", "a", "-v=yes"], "The option '-v' does not take any value, but 'yes' was specified."),
        (["copy", "a", "-nv="], "The option '-v' does not take any value, but '' was specified."),
        (["copy", "a", "--=x"], "Unknown option '--'"),
        (["copy", "a", "-\u{301}"], "Unknown option '-\u{301}'"),
        (["copi"], "Unexpected argument 'copi'. Did you mean 'copy'?"),
        (["nonsense"], "Unexpected argument 'nonsense'"),
        (["keys", "nonsense"], "Unexpected argument 'nonsense'"),
        // Without a name of a subcommand, the arguments are those of the default one.
        (["keys", "rotat"], "Unexpected argument 'rotat'. Did you mean 'rotate'?"),
        (["keys", "--json", "rotate"], "Unexpected argument 'rotate'. Place the subcommand before all options."),
        (["keys", "rotate", "now"], "Unexpected argument 'now'"),
        (["serve", "--port", "1", "stop"], "Unexpected argument 'stop'. Place the subcommand before all options."),
        (["keys", "--", "--help"], "Unexpected argument '--help'"),
        (["keys", "--", "x", "--help"], "Unexpected argument 'x'"),
        (["keys", "x", "--", "--help"], "Unexpected argument 'x'"),
    ]

    @Test(arguments: rejected)
    func `invalid values are named in the error`(_ words: [String], _ message: String) throws {
        let error = try #require(throws: ArgumentError.self) { try SampleProgram.parseAsRoot(words) }
        #expect(error.description.hasPrefix("Error: \(message)\n"), "\(error.description)")
    }

    @Test(arguments: [
        (["copy", "--help"], "copy"), (["copy", "-h"], "copy"), (["copy", "a", "-vh"], "copy"),
        (["copy", "a", "--log", "--help"], "copy"), (["copy", "a", "--count", "x", "-h"], "copy"),
        (["copy", "a", "--verbose=1", "--help"], "copy"), (["copy", "a", "--log=", "--help"], "copy"),
        (["copy", "--help=yes"], "copy"), (["copy", "--nonsense", "--help"], "copy"), (["copy", "-xh", "-h"], "copy"),
        (["nonsense", "--help"], ""), (["keys", "nonsense", "--help"], "keys list"),
        (["keys", "--help", "nonsense"], "keys"), (["keys", "--json", "--help"], "keys list"),
        (["--help", "copy"], ""), (["-h"], ""), (["help"], ""), (["help", "nonsense"], ""), (["help", "--help"], ""),
        (["help", "keys"], "keys"), (["help", "keys", "list"], "keys list"), (["help", "copy", "a"], "copy"),
    ])
    func `help can be requested anywhere before the end of the options`(_ words: [String], _ command: String) throws {
        let help = try #require(throws: Conclusion.self) { try SampleProgram.parseAsRoot(words) }
        let name = command.isEmpty ? "sample" : "sample \(command)"
        #expect(help.text.contains(try Regex("(?m)^USAGE: \(name)( [<\\[][^\\n]*)?$")), "\(help.text)")
    }

    @Test(arguments: [
        ["--version"], ["copy", "--version"], ["keys", "--version"], ["copy", "--nonsense", "--version"],
    ])
    func `the version is that of the program`(_ words: [String]) throws {
        let version = try #require(throws: Conclusion.self) { try SampleProgram.parseAsRoot(words) }
        #expect(version.text == "1.2.3")
    }

    @Test func `there is no --version option without a version`() throws {
        let error = try #require(throws: ArgumentError.self) { try CopyCommand.parseAsRoot(["a", "--version"]) }
        #expect(error.description.hasPrefix("Error: Unknown option '--version'\n"), "\(error.description)")
    }

    @Test func `an error shows the mistake, the help of the parameter, the usage, and the next step`() throws {
        let error = try #require(throws: ArgumentError.self) {
            try SampleProgram.parseAsRoot(["serve", "--port", "x"])
        }
        #expect(
            error.description == """
                Error: The value 'x' is invalid for '--port <number>'
                Help:  --port <number>  The port.
                Usage: sample serve [--port <number>] <subcommand>
                  See 'sample serve --help' for more information.
                """)
    }

    @Test func `a command runs as the default only if no other is named`() throws {
        #expect(try SampleProgram.parseAsRoot(["keys"]).command is KeysCommand.List)
        #expect(try SampleProgram.parseAsRoot(["keys", "--json"]).command is KeysCommand.List)
        #expect(try SampleProgram.parseAsRoot(["keys", "rotate"]).command is KeysCommand.Rotate)
    }
}
