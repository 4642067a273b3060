// SPDX-License-Identifier: Apache-2.0
import CommandArguments

extension RecordedProgram {
    struct PeopleCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "people", abstract: "Find, show and export people of your organization.",
            subcommands: [FindPeopleCommand.self, ShowPersonCommand.self, ExportPeopleCommand.self])
    }

    struct FindPeopleCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "find", abstract: "Find people by the beginning of a name or an address.",
            discussion: "It looks at given name, surname, display name, mail address and user name.")
        @Argument("<text>", help: "What the name begins with; several words need no quotes.")
        var words: [String]
        @Option("--limit <people>", help: "Where to stop.")
        var limit: Int = 500
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }

    struct ShowPersonCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one person, with manager and reports.")
        @Argument("<who>", help: "The person's user name, id, or the beginning of a name; `me` is you.")
        var who: String
        @Option("--photo <file>", help: "Where to write the person's photo.")
        var photo: String?
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions
        @OptionGroup var output: JSONOption
    }

    struct ExportPeopleCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all people of your organization to a file.",
            discussion: """
                csv is for spreadsheets: no cell can be a formula. json is one object a line. vcard is for address books.

                With --output, an export that was interrupted goes on where it ended, when you repeat the command. The file \
                appears when it is complete; only you can read it.
                """)
        @Option("--format <format>", help: "The format: csv, json or vcard.")
        var format: ExportFormat = .csv
        @Option("--output <file>", help: "The file to write; without it, standard output.")
        var output: String?
        @Option("--photos <folder>", help: "Where to write photos, each named by the person's id.")
        var photos: String?
        @OptionGroup var account: AccountOptions
        @OptionGroup var options: SettingsOptions

        enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
            case csv
            case json
            case vcard
        }
    }

    struct TasksCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tasks", abstract: "Keep a list of tasks that nobody else sees.",
            subcommands: [ListTasksCommand.self, AddTaskCommand.self, CompleteTaskCommand.self, RemoveTaskCommand.self])
    }

    struct ListTasksCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show your tasks, the oldest first.")
        @Flag("--undone", help: "Leave out the tasks that are done.")
        var undone = false
        @OptionGroup var options: TaskOptions
    }

    struct AddTaskCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a task.")
        @Argument("<text>", help: "What is to be done; several words need no quotes.")
        var words: [String]
        @OptionGroup var options: TaskOptions
    }

    struct CompleteTaskCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "done", abstract: "Tick tasks off, or take that back.")
        @Argument("<id>", help: "The tasks' ids, or enough of their beginnings.")
        var ids: [String]
        @Flag("--undo", help: "The tasks are not done after all.")
        var undo = false
        @OptionGroup var options: TaskOptions
    }

    struct RemoveTaskCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove tasks.")
        @Argument("<id>", help: "The tasks' ids, or enough of their beginnings.")
        var ids: [String]
        @OptionGroup var options: TaskOptions
    }

    struct CallCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "call", abstract: "Call any API that says who issues its tokens.",
            discussion: """
                Like curl, but it signs in by itself. If the API refuses the request, its answer leads to the provider of \
                its tokens. You are asked before you sign in at a provider that no settings name. Afterwards the account is \
                remembered, sealed, and the next call asks nothing.

                tessera call https://api.example.com/notes
                tessera call https://api.example.com/notes -d '{"text":"Milk"}' -H 'Content-Type: application/json'
                tessera call https://api.example.com/films/1 -T film.mp4

                An answer with status 400 or more is printed too, and the exit code is 1. The \
                account of an API: tessera accounts --registration ADDRESS; to forget it: tessera sign-out with the same.
                """)
        @Argument("<url>", help: "The address to call.")
        var address: String
        @OptionGroup var content: CallContentOptions
        @OptionGroup var output: CallOutputOptions
        @OptionGroup(title: "Sign-in")
        var provider: CallProviderOptions
        @OptionGroup var options: SettingsOptions
    }

    struct CallContentOptions: ParsableArguments {
        @Option("-X, --request <method>", help: "The method.")
        var method: String?
        @Option("-H, --header <name: value>", help: "A header field; may be repeated.")
        var fields: [String] = []
        @Option(
            "-d, --data <text>",
            help: "The content, or @FILE, or @- for standard input; the method is then POST unless named.")
        var data: String?
        @Option("-T, --upload-file <file>", help: "Send this file, of any size; the method is then PUT unless named.")
        var file: String?
    }

    struct CallOutputOptions: ParsableArguments {
        @Option(
            "-o, --output <file>",
            help:
                "Write the content to this file when it is whole; - is standard output, also for content that is no text."
        )
        var output: String?
        @Flag("-i, --include", help: "Print the status and the header fields before the content.")
        var include = false
    }

    struct CallProviderOptions: ParsableArguments {
        @Option("--trust <issuer>", help: "A provider at which to sign in without a question, if the API names it.")
        var trust: [String] = []
        @Option(
            "--client-id <id>",
            help: "The client id that the provider gave to the app, for a provider that registers none by itself.")
        var clientId: String?
        @Option(
            "--client-secret-file <file>", help: "A file that holds the client secret and that nobody else can read.")
        var clientSecretFile: String?
        @Option(
            "--client-metadata <url>",
            help:
                "The address of the app's metadata document, which is its client id where providers read such documents."
        )
        var clientMetadata: String?
    }
}
