// SPDX-License-Identifier: Apache-2.0

/// Where a token that is asked for in exchange will be used.
///
/// RFC 8693 §2.1, RFC 8707 §2
public struct TokenTarget: Sendable, Hashable {
    /// The addresses of the services.
    public var resources: [String]
    /// The services by the names that the provider has for them.
    public var audiences: [String]

    /// Names services; with none, the provider decides.
    public init(resources: [String] = [], audiences: [String] = []) {
        self.resources = resources
        self.audiences = audiences
    }
}
