// SPDX-License-Identifier: Apache-2.0

/// The services that will receive a token from a token exchange.
///
/// RFC 8693 §2.1, RFC 8707 §2
public struct TokenTarget: Sendable, Hashable {
    /// The addresses of the services.
    public var resources: [String]
    /// The provider's names of the services.
    public var audiences: [String]

    /// Names services; without any, the provider decides.
    public init(resources: [String] = [], audiences: [String] = []) {
        self.resources = resources
        self.audiences = audiences
    }
}
