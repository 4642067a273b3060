// SPDX-License-Identifier: Apache-2.0

/// Where an app finds a user flow.
package struct UserFlowAddresses: Sendable, Hashable {
    /// The authorization endpoint.
    package let authorization: String
    /// The token endpoint.
    package let token: String
    /// The end-session endpoint.
    package let logout: String
    /// The provider metadata.
    package let metadata: String
    /// What the addresses of the pages begin with.
    package let login: String
}
