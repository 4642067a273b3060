// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
package import Foundation
package import HTTPServing
package import HTTPTransport
import OAuth
package import Provider

/// The providers and scope that the task API accepts, its host names and its limit.
package struct TaskServiceSettings: Sendable {
    /// The providers that the API accepts, with the rules for their tokens.
    package var accepted: [AcceptedTokens]
    /// The scope that a token must have.
    package var scope: String
    /// The host names of the API.
    package var hosts: Set<HostAndPort>
    /// The largest number of tasks of one owner.
    package var maximumTaskCount: Int
    /// The address under which clients know the API, without a path; `nil` publishes no description of it.
    package var address: URL?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - accepted: The accepted providers. Their rules must give no two people the same caller id.
    ///   - scope: The scope that a token must have.
    ///   - hosts: The host names of the API; see `ServerAddress.authorities`.
    ///   - maximumTaskCount: The largest number of tasks of one owner; clients read a list of 4 MiB at most.
    ///   - address: The address under which clients know the API, without a path.
    package init(
        accepting accepted: [AcceptedTokens], scope: String = "Tasks.ReadWrite", hosts: Set<HostAndPort>,
        maximumTaskCount: Int = 500, at address: URL? = nil
    ) {
        self.accepted = accepted
        self.scope = scope
        self.hosts = hosts
        self.maximumTaskCount = maximumTaskCount
        self.address = address
    }
    /// The judge of the API's tokens.
    ///
    /// - Parameters:
    ///   - transport: The transport for the provider's metadata and keys.
    ///   - time: The clocks.
    /// - Returns: The judge, which fetches metadata and keys for the first token, or when asked to prepare.
    package func protection(over transport: any Transport, time: TimeSource = .system) -> BearerProtection {
        let metadata = address.map { address in
            let scopes = Set(accepted.flatMap(\.rules.audiences)).filter { $0.contains("://") }
                .map { "\($0)/\(scope)" }
            return ProtectedResourceMetadata(
                resource: address, authorizationServers: accepted.map(\.provider.issuer),
                scopes: ScopeSet(scopes.sorted()))
        }
        return BearerProtection(accepting: accepted, describedBy: metadata, over: transport, time: time)
    }
}
