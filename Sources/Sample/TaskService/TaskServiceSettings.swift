// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
package import HTTPServing
package import HTTPTransport
import OAuthMessages
package import PortableFoundation
package import SignInProvider

package struct TaskServiceSettings: Sendable {
    package var accepted: [AcceptedTokens]
    package var scope: String
    package var hosts: Set<HostAndPort>
    package var maximumTaskCount: Int
    package var address: URL?
    package var allowedOrigins: Set<Origin>
    package var requestLimits: (any RequestLimits)?
    /// Required to remove all tasks.
    package var maximumSignInAge: Duration

    /// The rules of the providers must not give two users the same caller ID; clients read lists of up to 4 MiB, which
    /// limits `maximumTaskCount`.
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
