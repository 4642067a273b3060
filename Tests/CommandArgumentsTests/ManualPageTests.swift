// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import CommandArguments

@Suite struct ManualPageTests {
    /// A program with characters that mean something to groff.
    private struct NotesProgram: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notes", abstract: "Keep notes.",
            discussion: """
                Start `notes add`. C:\\notes isn't read.
                .notes is, unless ~/.notes exists.

                EXIT CODES:
                  0  done
                """,
            version: "2.0", subcommands: [Add.self])

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a note.")
            @Argument("<text>", help: "The text.") var words: [String]
            @Option("-t, --tag <tag>", help: "A tag.", more: "Without it: none.") var tag: String?
            @Option("--place <place>", help: "The place.") var place = Place.end
            enum Place: String, CaseIterable, ExpressibleByArgument { case start, end }
        }
    }

    private static func page(_ words: [String]) throws -> String {
        try #require(throws: Conclusion.self) {
            try NotesProgram.parseAsRoot(["--generate-manual-page"] + words)
        }.text
    }

    @Test func `a program has a page of its purpose and commands, as plain text for groff`() throws {
        #expect(
            try Self.page([]) == #"""
                .TH "NOTES" 1 "" "notes 2.0"
                .SH NAME
                notes \- Keep notes.
                .SH SYNOPSIS
                notes <subcommand>
                .SH DESCRIPTION
                .PP
                Start \(ganotes add\(ga. C:\enotes isn\(aqt read.
                .br
                \&.notes is, unless \(ti/.notes exists.
                .PP
                .nf
                EXIT CODES:
                .br
                  0  done
                .fi
                .SH COMMANDS
                .TP
                \fBadd\fR
                Add a note.
                .SH SEE ALSO
                .BR notes\-add (1)
                """#)
    }

    @Test func `a command has a page of its parameters`() throws {
        #expect(
            try Self.page(["add"]) == #"""
                .TH "NOTES-ADD" 1 "" "notes 2.0"
                .SH NAME
                notes\-add \- Add a note.
                .SH SYNOPSIS
                notes add <text> ... [\-\-tag <tag>] [\-\-place <place>]
                .SH OPTIONS
                .TP
                \fB<text>\fR
                The text.
                .TP
                \fB\-t, \-\-tag <tag>\fR
                A tag.
                .IP
                Without it: none.
                .TP
                \fB\-\-place <place>\fR
                The place. (values: start, end; default: end)
                .SH SEE ALSO
                .BR notes (1)
                """#)
    }
}
