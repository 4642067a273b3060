// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Something that shows a person the page at an address.
public struct Browser: Sendable {
    private let show: @Sendable (URL) async throws -> Void

    /// Creates a browser from a function that shows an address; in a test it may follow the address itself.
    ///
    /// The address is one of this machine, which redirects to the provider's page, once.
    ///
    /// The task it runs in is cancelled as soon as the redirect has been answered.
    public init(_ show: @escaping @Sendable (URL) async throws -> Void) {
        self.show = show
    }

    /// Shows the page at an address, without waiting for anything that happens there.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`browserMissing`), or what the function throws.
    public func open(_ url: URL) async throws { try await show(url) }
}
