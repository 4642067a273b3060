// SPDX-License-Identifier: Apache-2.0
public import Foundation
import MicrosoftIdentity
import OAuth
public import Provider
public import SignIn

/// A local tenant in process: the real router, without sockets.
public protocol InProcessTenant: Sendable {
    /// The clock of the tenant and of the flows.
    var clock: TestClock { get }
    /// Reaches the tenant, and Microsoft Graph in it.
    var transport: InProcessTransport { get }
    /// The tenant's API for tests: people, apps, consent, and what people were sent.
    var administration: TenantAdministration { get }
    /// Where the tenant answers; authorities of its directories begin with it.
    var address: URL { get }
}

extension InProcessTenant {
    /// The rules of Entra ID, for which it stands in.
    public var rules: ProviderRules { .entra }

    /// A user agent that signs somebody in by sending the tenant's own forms.
    public func userAgent(signingIn username: String, password: String) -> ScriptedUserAgent {
        ScriptedUserAgent(over: transport, username: username, password: password)
    }

    /// A flow at any provider that the tenant is, which keeps accounts in memory, or where it is told.
    ///
    /// - Parameters:
    ///   - registration: An app, at an authority under ``address``.
    ///   - storage: Where accounts are kept.
    /// - Returns: The flow, whose clock is the tenant's.
    public func signInFlow(
        _ registration: ClientRegistration, keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) -> SignInFlow {
        let time = TimeSource { [clock] in clock.now }
        return SignInFlow(
            registration,
            keepingIn: AccountStore(storage, registrations: [registration], over: transport, time: time))
    }
}
