// SPDX-License-Identifier: Apache-2.0
public import OAuth
import Provider

extension SignInFlow {
    /// Signs a person in through another device, and keeps the account.
    ///
    /// For a machine without a browser. An attacker can persuade people to type the attacker's code, so prefer
    /// ``signIn(with:options:)`` where there is a browser. Cancel the task to stop waiting.
    ///
    /// - Parameters:
    ///   - account: The account; the same person must sign in, and its other tokens stay. `nil` accepts any person.
    ///   - show: Shows the person the address to open and the code to type.
    /// - Returns: The account, already stored.
    /// - Throws: ``Refusal`` (`deviceAuthorizationUnsupported`, `deviceAuthorizationMalformed`, `addressInsecure`,
    ///   `deviceCodeExpired`, `subjectMismatch` if another person signs in, `registrationUnknown` for an account of
    ///   another registration, `securityProfileUnmet` for one with a security profile, and those of the ID token);
    ///   `ServerError`, such as `authorizationDeclined` when the person declines; `TransportError`;
    ///   `AccountStorageError`; `CancellationError`; the errors of `show`.
    ///
    /// RFC 8628
    public func signInWithDeviceCode(
        continuing account: Account? = nil,
        showing show: @Sendable (DeviceAuthorization) async throws -> Void
    ) async throws -> Account {
        try account.map(check)
        guard registration.profile == nil else {
            throw SecurityProfile.unmet("it allows no sign-in by device code; use signIn(with:)")
        }
        let provider = try await prepare()
        let key = registration.dpopBoundAccessTokens ? try await heldKey(of: account) ?? DPoPKey() : nil
        let authorization = try await tokenEndpoint(of: provider).deviceAuthorization()
        let polling = DevicePolling(authorization, now: accounts.time.date())
        try await show(authorization)
        let tokens = try await poll(for: authorization, at: provider, boundTo: key, polling)
        let identity = try await identity(in: tokens, boundTo: key, at: provider) {
            try await $0.validateIDToken(ofDeviceCode: tokens, for: registration.clientID)
        }
        try account?.identity.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: registration.scopes, boundTo: key,
            continuing: account != nil)
    }

    /// Repeats the token request until the person has answered. RFC 8628 §3.4
    private func poll(
        for authorization: DeviceAuthorization, at provider: IdentityProvider, boundTo key: DPoPKey?,
        _ polling: DevicePolling
    ) async throws -> TokenResponse {
        let endpoint = tokenEndpoint(of: provider, proving: key)
        let request = TokenRequest(
            polling: authorization, clientID: registration.clientID, scopes: registration.scopes)
        var polling = polling
        while true {
            try await accounts.time.sleep(try polling.pause(now: accounts.time.date()))
            try Task.checkCancellation()
            do {
                return try await endpoint.send(request)
            } catch {
                try polling.take(error)
            }
        }
    }
}
