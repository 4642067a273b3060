// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import PortableFoundation
import ProgramLifecycle
import TenantCommands

/// The `tessera` program, which parses the arguments, runs a command, and reports all errors in one place.
public enum TesseraProgram {
    /// Runs the program, and exits with an ``ExitStatus`` code.
    public static func main() async -> Never {
        StandardStreams.prepare()
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            do { try await RootCommand.parseAsRoot(arguments).run() } catch let conclusion as Conclusion {
                try Terminal.page(conclusion.text)
            }
            return .done
        } catch is Terminal.ReaderIsGone {
            return .done
        } catch let error as ArgumentError {
            Terminal.error(error.description)
            return .wrongArguments
        } catch {
            guard let text = ErrorText(error) else { return .failed }
            Terminal.error(text.repeatingSettings(of: CommandLine.arguments).description)
            return text.status
        }
    }
}

package struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "Sign in, find people, and manage tasks, with or without a cloud.",
        discussion: discussion,
        version: "0.1.0",
        groupedSubcommands: ClientCommandGroups.all + [ServerCommandGroup.group])

    private static var discussion: String {
        """
        Start `tessera demo` in one terminal, then run `tessera sign-in` in another.

        ENVIRONMENT:
          TESSERA_HOME      the folder for accounts and servers' data
          XDG_DATA_HOME     the parent of that folder on Linux, then called
                            tessera, unless TESSERA_HOME is set
          HOME              the home folder, used if neither of the two is set
          TESSERA_SETTINGS  the settings.plist to use, or demo, or demo-b2c
          TESSERA_DATABASE  the PostgreSQL URL for the sessions of
                            `tessera web`, instead of --database FILE
          TESSERA_LOG       the log level of servers: trace, debug, info, or
                            warning
          BROWSER           the browser for the sign-in pages
          TESSERA_ACCOUNT_KEY_FILE, TESSERA_ACCOUNT_KEY
                            the key that encrypts accounts on a server: its
                            file, or the key itself
          TESSERA_ADMINISTRATION_KEY
                            the key that a tenant and a demo require at their
                            test API; never sent to other machines over http

        EXIT CODES:
        \(exitCodes)
        """
    }

    private static var exitCodes: String {
        ExitStatus.allCases.map { status in
            let number = String(status.rawValue)
            return String(repeating: " ", count: 4 - number.count) + "\(number)  \(status.meaning)"
        }.joined(separator: "\n")
    }
}
