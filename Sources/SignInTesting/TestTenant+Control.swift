// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
public import LocalTenant
public import OAuth

extension TestTenant {
    /// Lets the tenant fail from now on, as ``withdrawFaults()`` ends it.
    ///
    /// - Parameters:
    ///   - fault: How it fails, such as ``Fault/wrongNonce``.
    ///   - endpoint: Where; those that the fault is about if none is named.
    ///   - after: How many requests pass first.
    ///   - next: How many requests fail then; all of them if it is not said.
    /// - Returns: The rule, with its number.
    /// - Throws: ``TestTenantError``.
    @discardableResult
    public func inject(
        _ fault: Fault, at endpoint: FaultRule.Endpoint? = nil, after: Int? = nil, next: Int? = nil
    ) async throws -> FaultReport {
        try await inject(FaultRule(fault, at: endpoint, after: after, next: next))
    }

    /// Lets the tenant fail by a rule.
    ///
    /// - Throws: ``TestTenantError``.
    @discardableResult
    public func inject(_ rule: FaultRule) async throws -> FaultReport {
        try await control.send(.post, "faults", rule)
    }

    /// The rules by which the tenant fails, with how often each was met.
    ///
    /// - Throws: ``TestTenantError``.
    public func faults() async throws -> [FaultReport] {
        let list: FaultList = try await control.send(.get, "faults")
        return list.faults
    }

    /// Ends every failure.
    ///
    /// - Throws: ``TestTenantError``.
    public func withdrawFaults() async throws {
        try await control.send(.delete, "faults")
    }

    /// Moves the tenant's clock alone, so that it differs from the app's; ``clock`` moves both.
    ///
    /// - Throws: ``TestTenantError``.
    @discardableResult
    public func advanceTenantClock(by seconds: Double) async throws -> ClockReading {
        try await control.send(.post, "clock/advance", ClockAdvance(seconds: seconds))
    }

    /// Sets or freezes the tenant's clock alone.
    ///
    /// - Throws: ``TestTenantError``.
    @discardableResult
    public func changeTenantClock(_ change: ClockChange) async throws -> ClockReading {
        try await control.send(.put, "clock", change)
    }

    /// Publishes a new signing key, which begins to sign in so many seconds.
    ///
    /// - Throws: ``TestTenantError``.
    @discardableResult
    public func rotateKeys(publishedFor seconds: Double = 86_400) async throws -> KeyRingReport {
        try await control.send(.post, "keys/rotate", KeyRotation(publishedFor: seconds))
    }

    /// A token without any sign-in, good or precisely broken.
    ///
    /// - Throws: ``TestTenantError``.
    public func token(_ request: TestTokenRequest) async throws -> Redacted<String> {
        let reply: TestTokenReply = try await control.send(.post, "tokens", request)
        return Redacted(reply.token)
    }

    /// Lets the tenant answer the app's authorization requests at once, without any page.
    ///
    /// - Throws: ``TestTenantError``.
    public func signInAutomatically(as person: TestPerson, consent: Bool = true) async throws {
        try await signInAutomatically(
            AutomaticSignIn(clientID: registration.clientID, person: person.username, consent: consent))
    }

    /// Lets the tenant answer an app's authorization requests at once, without any page.
    ///
    /// - Throws: ``TestTenantError``.
    public func signInAutomatically(_ rule: AutomaticSignIn) async throws {
        let _: AutomaticSignIn = try await control.send(.post, "automatic-sign-ins", rule)
    }

    /// An address that signs a browser in, once.
    ///
    /// - Throws: ``TestTenantError``.
    public func signInAddress(for signIn: OneTimeSignIn) async throws -> OneTimeSignInReply {
        try await control.send(.post, "sign-ins", signIn)
    }

    private var control: TenantControl { TenantControl(base: graph, transport: transport) }
}
