// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
package import HTTPTransport
package import OAuthMessages
package import PortableFoundation

/// The settings with which a local tenant starts.
package struct TenantSettings: Sendable {
    /// The tenant's names, and whether other machines reach it; its issuer follows from the base URL.
    package var names: ServerNames
    /// The address at which clients present certificates (RFC 8705 §5); `nil` if the tenant asks for none.
    ///
    /// It is one of the names, and not the base URL: a browser there would ask the person to choose a certificate.
    package var certificateBase: BaseURL?
    /// The folder of its data; `nil` keeps everything in memory.
    package var dataFolder: URL?
    /// Whether a new tenant begins with the samples; `false` if a tenant file follows.
    package var addsSamples = true
    /// The bearer token for the API under `/tessera/v1`; without one, only this machine can use the API.
    package var administrationKey: String?
    /// The first signing key of a new tenant, as private JWK; `nil` generates one.
    ///
    /// It does not replace a stored key.
    package var signingKey: Data?
    package var keys: SigningKeySource
    /// Makes all random values repeat in each run, except new keys; `nil` for unpredictable values.
    package var seed: UInt64?
    /// The limit of the work for one request to Graph, as a ``QueryBudget``: a second or two at most.
    package var graphInstructions = 20_000_000
    /// Waits for a fault rule with a delay.
    package var pause: @Sendable (Duration) async throws -> Void
    /// The log of requests that this tenant refuses; a demo logs those of its other servers there too.
    package var refusals = RefusalLog()
    package var now: @Sendable () -> Date
    package var random: RandomSource
    /// Sends requests to other services: issuers of federated credentials, and apps with a logout URL.
    package var transport: any Transport

    /// Creates settings of a tenant that listens at an address, which is also its name unless `names` is given.
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

    /// A cookie of this tenant; its name carries the port, because browsers send cookies to every port of a host.
    package func cookie(_ name: String) -> BrowserCookie {
        BrowserCookie("tessera-\(name)-\(names.base.authority.port)", isSecure: names.base.isSecure)
    }

    /// The tenant's base URL, without a slash at the end.
    package var baseURL: String { names.base.description }
}

/// Sends over the network, with one connection per request: the tenant seldom sends requests.
///
/// The tenant's own client waits for the response too, so it must come soon and be short.
package struct OutgoingTransport: Transport {
    /// Requests fail after five seconds, and for responses over 256 KiB.
    package static let limits = TransportLimits(deadline: .seconds(5), maximumResponseBytes: 256 << 10)

    package init() {}

    /// Sends a request.
    ///
    /// - Throws: `TransportError`.
    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await withSystemTransport(limits: Self.limits) { try await $0.send(request, body: body) }
    }
}
