// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

extension PlatformContext {
    package var ledger: GrantLedger { GrantLedger(database: database, random: settings.random) }
    package var consents: ConsentLedger { ConsentLedger(database: database) }
    var devices: DeviceLedger {
        DeviceLedger(database: database, random: settings.random, isTimeFrozen: clock.isFrozen)
    }
    var guesses: UserCodeGuesses { UserCodeGuesses(database: database) }
    package var sessions: BrowserSessions { BrowserSessions(platform: self) }
    package var tokens: TokenIssuer { TokenIssuer(platform: self) }

    /// The meaning of scopes in a directory.
    func scopeResolution(at tenant: TenantSelector) async throws -> ScopeResolution {
        ScopeResolution(resources: try await resources, tenantName: tenant.name)
    }
}
