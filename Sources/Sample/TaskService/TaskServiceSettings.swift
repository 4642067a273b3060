// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
package import HTTPServing
package import HTTPTransport
import OAuthMessages
package import PortableFoundation
package import SignInProvider

/// The providers and scope that the task API accepts, its host names and its limits.
package struct TaskServiceSettings: Sendable {
    package var accepted: [AcceptedTokens]
    package var scope: String
    package var hosts: Set<HostAndPort>
    package var maximumTaskCount: Int
    package var address: URL?
    package var allowedOrigins: Set<Origin>
    package var requestLimits: (any RequestLimits)?
    package var maximumSignInAge: Duration

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - accepted: The accepted providers. Their rules must give no two people the same caller id.
    ///   - scope: The scope that a token must have.
    ///   - hosts: The host names of the API; see `ServerAddress.authorities`.
    ///   - maximumTaskCount: The largest number of tasks of one owner; clients read a list of 4 MiB at most.
    ///   - address: The address under which clients know the API, without a path.
    ///   - allowedOrigins: The origins of the pages that may call the API from a browser.
    ///   - requestLimits: Counts the requests of each person; `nil` for no limit.
    ///   - maximumSignInAge: The longest time since the sign-in of a person who removes the whole list.
    package init(
        accepting accepted: [AcceptedTokens], scope: String = "Tasks.ReadWrite", hosts: Set<HostAndPort>,
        maximumTaskCount: Int = 500, at address: URL? = nil, allowedOrigins: Set<Origin> = [],
        requestLimits: (any RequestLimits)? = nil, maximumSignInAge: Duration = .seconds(300)
    ) {
        self.accepted = accepted
        self.scope = scope
        self.hosts = hosts
        self.maximumTaskCount = maximumTaskCount
        self.address = address
        self.allowedOrigins = allowedOrigins
        self.requestLimits = requestLimits
        self.maximumSignInAge = maximumSignInAge
    }

    /// The judge of the API's tokens.
    package func protection(over transport: any Transport, time: TimeSource = .system) -> BearerProtection {
        let metadata = address.map { address in
            let audiences: [String] = accepted.flatMap(\.rules.audiences)
            let scopes = Set(audiences).filter { $0.contains("://") }.map { "\($0)/\(scope)" }
            return ProtectedResourceMetadata(
                resource: address, authorizationServers: accepted.map(\.provider.issuer),
                scopes: ScopeSet(scopes.sorted()))
        }
        return BearerProtection(accepting: accepted, describedBy: metadata, over: transport, time: time)
    }
}
