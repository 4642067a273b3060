// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import Foundation
import TenantCommands

/// The `tessera` program: reads the arguments, runs a command, and reports each error in one place.
public enum TesseraProgram {
    /// Runs the program and ends it with an exit code of ``ExitStatus``.
    public static func main() async -> Never {
        // A reader may close the pipe, as in `tessera people find A | head -1`: no signal must end the program.
        signal(SIGPIPE, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            try await RootCommand.parseAsRoot(arguments).run()
            return .done
        } catch let conclusion as Conclusion {
            Terminal.page(conclusion.text)
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

/// The command `tessera`, the root of all others.
package struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "Sign in, find people, keep tasks – and try all of it without a cloud.",
        discussion: discussion,
        version: "0.1.0",
        groupedSubcommands: ClientCommandGroups.all + [ServerCommandGroup.group])

    private static var discussion: String {
        """
        Begin with `tessera demo` in one terminal, then `tessera sign-in` in another.

        ENVIRONMENT:
          TESSERA_HOME      the folder where accounts and servers' data are kept
          XDG_DATA_HOME     the folder for data on Linux, in which it is tessera
                            unless TESSERA_HOME names one
          TESSERA_SETTINGS  the settings.plist to use, or demo, or demo-b2c
          TESSERA_DATABASE  the address of PostgreSQL for the sessions of
                            `tessera web`, in place of --database FILE
          TESSERA_LOG       how much servers log: trace, debug, info or warning
          BROWSER           the browser that shows the sign-in pages
          TESSERA_ACCOUNT_KEY_FILE, TESSERA_ACCOUNT_KEY
                            the key that seals accounts, on a server: a file of
                            its own, or the key itself
          TESSERA_ADMINISTRATION_KEY
                            what a tenant and a demo ask for at their API for
                            tests; never sent over plain http elsewhere

        EXIT CODES:
        \(exitCodes)
        """
    }

    /// One line for each exit code, with the numbers aligned to the right.
    private static var exitCodes: String {
        ExitStatus.allCases.map { status in
            let number = String(status.rawValue)
            return String(repeating: " ", count: 4 - number.count) + "\(number)  \(status.meaning)"
        }.joined(separator: "\n")
    }
}
