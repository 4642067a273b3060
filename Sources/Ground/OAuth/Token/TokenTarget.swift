// SPDX-License-Identifier: Apache-2.0

/// The services that will receive a token from a token exchange.
///
/// RFC 8693 §2.1, RFC 8707 §2
package struct TokenTarget: Sendable, Hashable {
    /// The addresses of the services.
    package var resources: [String]
    /// The provider's names of the services.
    package var audiences: [String]

    /// Names services; without any, the provider decides.
    package init(resources: [String] = [], audiences: [String] = []) {
        self.resources = resources
        self.audiences = audiences
    }
}
