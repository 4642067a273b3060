// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Foundation

extension Browser {
    /// The browser that the environment names in `BROWSER`, or else the system's own.
    public static var environment: Browser { environment(ProcessInfo.processInfo.environment) }

    /// The browser that this environment names in `BROWSER`, or else the system's own.
    ///
    /// `BROWSER` holds commands, separated by colons; the first that starts is used. `%s` stands for the address;
    /// without it, the address comes last. No shell runs the command.
    public static func environment(_ environment: [String: String]) -> Browser {
        let commands = BrowserCommand.all(in: environment)
        return Browser { url in
            var lastError: (any Error)?
            for command in commands {
                do {
                    if try command.start(showing: url) { return }
                } catch {
                    lastError = error
                }
            }
            let names = commands.map { "'\($0.text)'" }.joined(separator: ", ")
            throw LoopbackUserAgentError(
                .browserMissing,
                "no browser could be started (tried \(names)); name one in BROWSER",
                cause: lastError)
        }
    }
}
#endif
