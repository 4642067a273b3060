// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPServing
package import HTTPTransport
package import OAuth

/// What a local tenant is told when it starts.
package struct TenantSettings: Sendable {
    /// What it is called, and whether other machines reach it; its issuer follows from the base URL.
    package var names: ServerNames
    /// Where it keeps its data; `nil` keeps everything in memory.
    package var dataFolder: URL?
    /// Whether a new tenant begins with the samples; not if a tenant file follows.
    package var addsSamples = true
    /// What the API under `/tessera/v1` asks for as bearer token; without one it is open to this machine alone.
    package var administrationKey: String?
    /// The signing key of a tenant that has none yet, as private JWK; `nil` makes one.
    ///
    /// A key that is kept stays.
    package var signingKey: Data?
    /// Where its signing keys come from.
    package var keys: SigningKeySource
    /// Makes everything repeat that is random otherwise, new keys apart; `nil` for values that nobody can guess.
    package var seed: UInt64?
    /// Waits, where a fault rule says so.
    package var pause: @Sendable (Duration) async throws -> Void
    /// Keeps the requests that this tenant refuses; a demo keeps those of its other servers there too.
    package var refusals = RefusalLog()
    /// The clock.
    package var now: @Sendable () -> Date
    /// Where unguessable values come from.
    package var random: RandomSource
    /// The way to other services: the issuers of federated credentials, and apps that hear of a sign-out.
    package var transport: any Transport

    /// Creates settings of a tenant that listens at an address; without names of its own it is called by that.
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

    /// A cookie of this tenant: browsers send cookies to every port of a host, so that the name carries the port.
    package func cookie(_ name: String) -> BrowserCookie {
        BrowserCookie("tessera-\(name)-\(names.base.authority.port)", isSecure: names.base.isSecure)
    }
}
