// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A browser that shows a URL to the user.
///
/// ```swift
/// let browser = Browser { url in try await openLink(url) }  // as the app opens other links
/// let agent = LoopbackUserAgent(browser: browser, returningTo: "Tasks")
/// let account = try await flow.signIn(with: agent)
/// ```
public struct Browser: Sendable {
    private let show: @Sendable (URL) async throws -> Void

    /// Creates a browser from a function that shows a URL; in a test, the function can follow the URL itself.
    ///
    /// The URL is on this machine, and redirects to the provider's page once. The function's task is canceled when the
    /// redirect has been answered.
    public init(_ show: @escaping @Sendable (URL) async throws -> Void) { self.show = show }

    /// Shows a URL, without waiting for the user.
    ///
    /// If a command from `BROWSER` fails within two seconds, the next one is tried.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`browserMissing`), or an error of the function.
    public func open(_ url: URL) async throws { try await show(url) }
}

#if os(macOS) || os(Linux)
extension Browser {
    /// The browser in the environment variable `BROWSER`, or the system browser.
    public static var environment: Browser { environment(ProcessInfo.processInfo.environment) }

    /// Returns the browser in this environment's `BROWSER`, or the system browser.
    ///
    /// `BROWSER` contains commands, separated by colons. The first one that does not fail within two seconds is used.
    /// Words can have quotes and backslashes. `%s` stands for the URL and `%%` for a percent sign; without `%s`, the
    /// URL comes last. No shell runs the command.
    public static func environment(_ environment: [String: String]) -> Browser {
        let commands = BrowserCommand.all(in: environment)
        return Browser { url in
            var lastError: (any Error)?
            for command in commands {
                do {
                    if try await command.start(showing: url) { return }
                } catch {
                    lastError = error
                }
            }
            let names = commands.map { "'\($0.text)'" }.joined(separator: ", ")
            throw LoopbackUserAgentError(
                .browserMissing,
                "no browser could be started (tried \(names)); set BROWSER to one",
                cause: lastError)
        }
    }
}
#endif
