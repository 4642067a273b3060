// SPDX-License-Identifier: Apache-2.0
import LocalTenant
import MicrosoftIdentity
public import OAuthMessages
public import PortableFoundation
public import SignIn
public import SignInProvider
public import TenantControl

/// A local tenant in the test's process: the real router, without sockets.
///
/// ```swift
/// func failNextRefresh(at tenant: some InProcessTenant) async throws {
///     try await tenant.inject(.failure(.serviceUnavailable, retryAfter: 30), at: .token, next: 1)
///     tenant.clock.advance(by: .seconds(2 * 3600))  // longer than any access token lasts
/// }
/// ```
public protocol InProcessTenant: Sendable {
    /// The clock that the tenant and the flows share.
    var clock: TestClock { get }
    /// The transport to the tenant and its Microsoft Graph.
    var transport: InProcessTransport { get }
    /// The tenant's API for tests: people, apps, consent, and messages to people.
    var administration: TenantAdministration { get }
    /// The tenant's base URL; authorities of its directories begin with it.
    var address: URL { get }
}

extension InProcessTenant {
    package var rules: ProviderRules { .entra }

    /// Returns a user agent that signs in a person with the tenant's own forms.
    public func userAgent(signingIn username: String, password: String) -> ScriptedUserAgent {
        ScriptedUserAgent(over: transport, username: username, password: password)
    }

    /// Returns a flow, with the tenant's clock, for an app with an authority under ``address``.
    public func signInFlow(
        _ registration: ClientRegistration, keepingIn storage: any AccountStorage = MemoryAccountStorage()
    ) -> SignInFlow {
        SignInFlow(
            registration,
            keepingIn: AccountStore(storage, registrations: [registration], over: transport, time: clock.time))
    }

    /// Makes the tenant fail until ``withdrawFaults()``.
    ///
    /// By default, all requests to the endpoints that the fault applies to fail; ``FaultRule`` describes the numbers.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func inject(
        _ fault: Fault, at endpoint: FaultRule.Endpoint? = nil, after: Int? = nil, next: Int? = nil
    ) async throws -> FaultReport {
        try await inject(FaultRule(fault, at: endpoint, after: after, next: next))
    }

    /// Makes the tenant fail according to a rule.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func inject(_ rule: FaultRule) async throws -> FaultReport {
        try await administration.send(.post, "faults", rule)
    }

    /// Returns the fault rules, with the number of requests that each applied to.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func faults() async throws -> [FaultReport] {
        let list: FaultList = try await administration.send(.get, "faults")
        return list.faults
    }

    /// Removes all fault rules.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func withdrawFaults() async throws { try await administration.send("DELETE", "faults") }

    /// Moves only the tenant's clock, so that it differs from the app's; ``InProcessTenant/clock`` moves both.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func advanceTenantClock(by duration: Duration) async throws -> ClockReading {
        try await administration.send(.post, "clock/advance", ClockAdvance(seconds: duration / .seconds(1)))
    }

    /// Sets or freezes only the tenant's clock.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func changeTenantClock(_ change: ClockChange) async throws -> ClockReading {
        try await administration.send(.put, "clock", change)
    }

    /// Publishes a new signing key, which the tenant signs with after the delay.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func rotateKeys(publishedFor delay: Duration = .seconds(86_400)) async throws -> KeyRingReport {
        try await administration.send(.post, "keys/rotate", KeyRotation(publishedFor: delay / .seconds(1)))
    }

    /// Returns a token without any sign-in, valid or with chosen defects.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func token(_ request: TestTokenRequest) async throws -> Redacted<String> {
        let reply: TestTokenReply = try await administration.send(.post, "tokens", request)
        return Redacted(reply.token)
    }

    /// Makes the tenant answer an app's authorization requests immediately, without any page.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func signInAutomatically(_ rule: AutomaticSignIn) async throws {
        let _: AutomaticSignIn = try await administration.send(.post, "automatic-sign-ins", rule)
    }

    /// Returns a single-use URL that signs in a browser.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func signInAddress(for signIn: OneTimeSignIn) async throws -> OneTimeSignInReply {
        try await administration.send(.post, "sign-ins", signIn)
    }
}
