// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A way to show a person the page at an address.
///
/// ```swift
/// let browser = Browser { url in try await openLink(url) }  // as the app opens other links
/// let agent = LoopbackUserAgent(browser: browser, returningTo: "Tasks")
/// let account = try await flow.signIn(with: agent)
/// ```
public struct Browser: Sendable {
    private let show: @Sendable (URL) async throws -> Void

    /// Creates a browser from a function that shows an address; in a test it may follow the address itself.
    ///
    /// The address is on this machine, and redirects to the provider's page, once.
    ///
    /// The task of the function is cancelled as soon as the redirect has been answered.
    public init(_ show: @escaping @Sendable (URL) async throws -> Void) {
        self.show = show
    }

    /// Shows the page at an address, without waiting for anything that happens there.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`browserMissing`), or the errors of the function.
    public func open(_ url: URL) async throws { try await show(url) }
}
