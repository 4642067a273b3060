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
    /// Sends requests to the tenant, and to Microsoft Graph in it.
    var transport: InProcessTransport { get }
    /// The tenant's API for tests: people, apps, consent, and the messages to people.
    var administration: TenantAdministration { get }
    /// The tenant's address; authorities of its directories begin with it.
    var address: URL { get }
}

extension InProcessTenant {
    /// The rules of Entra ID, because the tenant takes its place.
    public var rules: ProviderRules { .entra }

    /// A user agent that signs a person in by sending the tenant's own forms.
    public func userAgent(signingIn username: String, password: String) -> ScriptedUserAgent {
        ScriptedUserAgent(over: transport, username: username, password: password)
    }

    /// A flow at one of the tenant's providers, which stores accounts in memory by default.
    ///
    /// - Parameters:
    ///   - registration: An app, at an authority under ``address``.
    ///   - storage: The storage of the accounts.
    /// - Returns: The flow, which uses the tenant's clock.
    public func signInFlow(
        _ registration: ClientRegistration, keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) -> SignInFlow {
        let time = TimeSource { [clock] in clock.now }
        return SignInFlow(
            registration,
            keepingIn: AccountStore(storage, registrations: [registration], over: transport, time: time))
    }
}
