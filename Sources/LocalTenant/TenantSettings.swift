// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPServing
package import OAuth

/// What a local tenant is told when it starts.
package struct TenantSettings: Sendable {
    /// Where it listens; its issuer follows from it.
    package var address: ServerAddress
    /// Where it keeps its data; `nil` keeps everything in memory.
    package var dataFolder: URL?
    /// Whether a new tenant begins with the samples; not if a tenant file follows.
    package var addsSamples = true
    /// What the API under `/tessera/v1` asks for as bearer token; without one it is open, but only on loopback.
    package var administrationKey: String?
    /// What the home page shows beside the people.
    package var home: HomePageContent
    /// The signing key of a tenant that has none yet, as private JWK; `nil` makes one.
    ///
    /// A key that is kept stays.
    package var signingKey: Data?
    /// The clock.
    package var now: @Sendable () -> Date
    /// Where unguessable values come from.
    package var random: RandomSource

    /// Creates settings.
    package init(
        address: ServerAddress, dataFolder: URL? = nil, home: HomePageContent = HomePageContent(),
        signingKey: Data? = nil, now: @escaping @Sendable () -> Date = { Date() }, random: RandomSource = .system
    ) {
        self.address = address
        self.dataFolder = dataFolder
        self.home = home
        self.signingKey = signingKey
        self.now = now
        self.random = random
    }
}
