// SPDX-License-Identifier: Apache-2.0
import LocalTenant
public import OAuth
public import TenantControl

extension InProcessTenant {
    /// Makes the tenant fail from now on until ``withdrawFaults()``.
    ///
    /// - Parameters:
    ///   - fault: The failure, such as ``Fault/wrongNonce``.
    ///   - endpoint: The endpoint that fails; by default the endpoints that the fault applies to.
    ///   - after: How many requests pass first.
    ///   - next: How many requests fail then; by default all.
    /// - Returns: The rule, with its number.
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func inject(
        _ fault: Fault, at endpoint: FaultRule.Endpoint? = nil, after: Int? = nil, next: Int? = nil
    ) async throws -> FaultReport {
        try await inject(FaultRule(fault, at: endpoint, after: after, next: next))
    }

    /// Makes the tenant fail by a rule.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    @discardableResult
    public func inject(_ rule: FaultRule) async throws -> FaultReport {
        try await administration.send(.post, "faults", rule)
    }

    /// The fault rules, with the number of requests that each applied to.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func faults() async throws -> [FaultReport] {
        let list: FaultList = try await administration.send(.get, "faults")
        return list.faults
    }

    /// Removes all fault rules.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func withdrawFaults() async throws {
        try await administration.send("DELETE", "faults")
    }

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

    /// A token without any sign-in, valid or with chosen defects.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func token(_ request: TestTokenRequest) async throws -> Redacted<String> {
        let reply: TestTokenReply = try await administration.send(.post, "tokens", request)
        return Redacted(reply.token)
    }

    /// Makes the tenant answer an app's authorization requests at once, without any page.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func signInAutomatically(_ rule: AutomaticSignIn) async throws {
        let _: AutomaticSignIn = try await administration.send(.post, "automatic-sign-ins", rule)
    }

    /// An address that signs a browser in, once.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func signInAddress(for signIn: OneTimeSignIn) async throws -> OneTimeSignInReply {
        try await administration.send(.post, "sign-ins", signIn)
    }
}
