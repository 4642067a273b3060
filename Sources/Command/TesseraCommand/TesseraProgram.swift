// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import Foundation

/// The `tessera` program: reads the arguments, runs a command, and reports each error in one place.
public enum TesseraProgram {
    /// Runs the program and ends it with an exit code of ``ExitStatus``.
    public static func main() async -> Never {
        // A reader may close the pipe, as in `tessera people find A | head -1`: no signal must end the program.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try RootCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            RootCommand.exit()
        } catch {
            guard let text = ErrorText(error) else { RootCommand.exit(withError: error) }
            Terminal.error(text.repeatingSettings(of: CommandLine.arguments).description)
            RootCommand.exit(withError: ExitCode(text.status.rawValue))
        }
    }
}
