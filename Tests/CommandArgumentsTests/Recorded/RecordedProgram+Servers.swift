// SPDX-License-Identifier: Apache-2.0
import CommandArguments

extension RecordedProgram {
    struct DemoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "demo", abstract: "Run a local tenant, a task API and the app in a browser.",
            discussion:
                "Everything stays on this machine. Ctrl-C ends it; the people and their tasks are there next time."
        )
        @Option("--port <number>", help: "The tenant's port; 0 takes a free one. Without it: 4400, or a free one.")
        var port: Int?
        @Option(
            "--tasks-port <number>", help: "The task API's port; 0 takes a free one. Without it: 3000, or a free one.")
        var tasksPort: Int?
        @Option(
            "--web-port <number>",
            help: "The port of the app in a browser; 0 takes a free one. Without it: 4500, or a free one.")
        var webPort: Int?
        @Flag("--open", help: "Open the app in the browser.")
        var open = false
        @Option("--data <folder>", help: "Where the demo keeps its data.")
        var data: String?
        @OptionGroup var repeating: RepeatOptions
        @OptionGroup var output: JSONOption
    }

    struct WebCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "web", abstract: "Run the app in a browser: people search, tasks, accounts.",
            discussion: """
                Each settings.plist names a registration with a secret, with a redirect URI at the app's address; \
                docs/settings.md says how. Without --settings, it is a second process of the running demo's app, with the \
                same sessions.

                SIGHUP rereads these files, that of --database and the certificates of --tls. In a terminal it ends the \
                program, since a window that closes sends it.
                """,
            subcommands: [WebSessionsCommand.self])
        @Option("--settings <file>", help: "A settings.plist; once for people search, once for tasks.")
        var settings: [String] = []
        @OptionGroup var place: ServerAddressOptions
        @OptionGroup var storage: WebDataOption
        @OptionGroup(title: "For operators")
        var operators: OperatorOptions
        @Flag("--open", help: "Open the app in the browser.")
        var open = false
        @OptionGroup var output: JSONOption
    }

    struct WebSessionsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sessions", abstract: "List the sessions of the app, or end them.",
            subcommands: [ListSessionsCommand.self, EndSessionsCommand.self],
            defaultSubcommand: ListSessionsCommand.self)
    }

    struct ListSessionsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the sessions in which people are signed in.")
        @OptionGroup var storage: WebDataOption
        @OptionGroup var output: JSONOption
    }

    struct EndSessionsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End sessions: their browsers must sign in again.")
        @Argument("<session>", help: "The sessions, as `list` names them.")
        var sessions: [String] = []
        @Flag("--all", help: "End every session.")
        var all = false
        @OptionGroup var storage: WebDataOption

        func validate() throws {
            guard all != !sessions.isEmpty else {
                throw ValidationError("Name the sessions to end, or end every one with --all.")
            }
        }
    }

    struct ServerAddressOptions: ParsableArguments {
        @Option(
            "--port <number>",
            help:
                "The port; 0 takes a free one. Without it: 4400 for the tenant; 4500 for the app, or a free one if that is "
                + "in use.")
        var port: Int?
        @Option(
            "--listen <address>",
            help:
                "The address to listen at. Beyond 127.0.0.1, everybody on the network can reach it, and sign in as anybody "
                + "at a local tenant.")
        var listen: String = "127.0.0.1"
        @Flag("--tls", help: "Serve https, with a certificate of a local authority.")
        var tls = false
        @Option(
            "--base-url <url>",
            help:
                "What the server is called in addresses that it gives, if that is not where it listens: behind a proxy, "
                + "or in a container.")
        var baseURL: String?
        @Option(
            "--allow-host <host>",
            help: "Another host that leads to it, such as a container's name; without a port, the port of the server. "
                + "May be given several times.")
        var allowHost: [String] = []
    }

    struct OperatorOptions: ParsableArguments {
        @Option("--metrics-port <number>", help: "A port for metrics, health and readiness; 0 takes a free one.")
        var metricsPort: Int?
        @Option("--metrics-address <address>", help: "The address of that port.")
        var metricsAddress = "127.0.0.1"
        @Option("--traces <url>", help: "An OTLP/HTTP collector, which gets traces.")
        var traces: String?
        @Option("--log-format <json|text>", help: "The form of the log.")
        var logFormat: String?
        @Flag(
            "--proxy-trusted",
            help: "Only a proxy of yours can reach the port: its X-Request-ID is taken as the id of the request.")
        var proxyTrusted = false
        @Option(
            "--drain-seconds <seconds>",
            help: "How long the app serves on after SIGTERM, not ready: as long as the balancer needs to notice.")
        var drainSeconds = 0
    }

    struct WebDataOption: ParsableArguments {
        @Option(
            "--data <folder>",
            help: "Where the sessions are kept.",
            more: "Without it: with the running demo, else in a folder of its own.")
        var data: String?
        @Option(
            "--database <file>",
            help:
                "A file with the address of PostgreSQL, postgres://USER@HOST/DATABASE, which keeps the sessions for any "
                + "number of instances; in place of --data. TESSERA_DATABASE may hold the address itself.")
        var databaseFile: String?
    }

    struct RepeatOptions: ParsableArguments {
        @Option(
            "--keys <name>",
            help: "The signing keys: own, or development, which everybody knows and which never change.")
        var keys: SigningKeySource = .own
        @Option("--seed <number>", help: "Makes codes and ids the same in every run on an empty folder; for tests.")
        var seed: UInt64?

        enum SigningKeySource: String, CaseIterable, ExpressibleByArgument {
            case own
            case development
            case developmentBeyondLoopback = "development-beyond-loopback"
        }
    }
}
