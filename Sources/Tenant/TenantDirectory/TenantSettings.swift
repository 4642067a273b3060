// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
package import HTTPTransport
package import OAuthMessages
package import PortableFoundation

package struct TenantSettings: Sendable {
    package var names: ServerNames
    /// Where clients present certificates (RFC 8705 §5); at the base URL, browsers would ask people to choose one.
    package var certificateBase: BaseURL?
    /// `nil` keeps everything in memory.
    package var dataFolder: URL?
    /// `false` if a tenant file follows.
    package var addsSamples = true
    /// The bearer token for the API under `/tessera/v1`; without one, only this machine can use the API.
    package var administrationKey: String?
    /// The first signing key of a new tenant, as private JWK; `nil` generates one, and a stored key stays.
    package var signingKey: Data?
    package var keys: SigningKeySource
    /// Makes all random values reproducible, except new keys; `nil` for unpredictable values.
    package var seed: UInt64?
    /// The limit of work per Graph request, as a ``QueryBudget``: a second or two at most.
    package var graphInstructions = 20_000_000
    /// Waits for a fault rule with a delay.
    package var pause: @Sendable (Duration) async throws -> Void
    /// A demo logs the rejected requests of its other servers there too.
    package var refusals = RefusalLog()
    package var now: @Sendable () -> Date
    package var random: RandomSource
    /// For issuers of federated credentials, and apps with a logout URL.
    package var transport: any Transport

    package init(
        address: ServerAddress, names: ServerNames? = nil, dataFolder: URL? = nil,
        signingKey: Data? = nil, keys: SigningKeySource = .own, seed: UInt64? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> Date = { Date() }, random: RandomSource = .system,
        transport: any Transport = OutgoingTransport()
    ) {
        self.names = names ?? ServerNames(address)
        self.dataFolder = dataFolder
        self.signingKey = signingKey
        self.keys = keys
        self.seed = seed
        self.pause = pause
        self.now = now
        self.random = random
        self.transport = transport
    }

    /// The name contains the port, because browsers send cookies to every port of a host.
    package func cookie(_ name: String) -> BrowserCookie {
        BrowserCookie("tessera-\(name)-\(names.base.authority.port)", isSecure: names.base.isSecure)
    }

    /// Without a trailing slash.
    package var baseURL: String { names.base.description }
}

/// Uses one connection per request, because the tenant rarely sends any; its own client waits too, so limits are low.
package struct OutgoingTransport: Transport {
    package static let limits = TransportLimits(deadline: .seconds(5), maximumResponseBytes: 256 << 10)

    package init() {}

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await withSystemTransport(limits: Self.limits) { try await $0.send(request, body: body) }
    }
}
