// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import SignInProvider

extension SignInFlow {
    /// Signs a user in through another device, where they open the shown URL and enter the code, and stores the
    /// account.
    ///
    /// Use it on a machine without a browser. Otherwise prefer ``signIn(with:options:)``, because an attacker can trick
    /// users into entering the attacker's code. To stop waiting, cancel the task. If an account is continued, the same
    /// user must sign in, and its other tokens stay.
    ///
    /// - Throws: ``Refusal`` (`deviceAuthorizationUnsupported`, `deviceAuthorizationMalformed`, `hostMalformed`,
    ///   `addressInsecure`, `deviceCodeExpired`, `subjectMismatch` if another user signs in, `registrationUnknown` for
    ///   an account of another registration, `securityProfileUnmet` for one with a security profile, and those of the
    ///   ID token); `ServerError`, such as `authorizationDeclined` when the user declines; `TransportError`;
    ///   `AccountStorageError`; `CancellationError`; or an error of `show`.
    ///
    /// RFC 8628
    public func signInWithDeviceCode(
        continuing account: Account? = nil,
        showing show: @Sendable (DeviceAuthorization) async throws -> Void
    ) async throws -> Account {
        try account.map(check)
        guard registration.profile == nil else {
            throw SecurityProfile.unmet("it does not allow sign-in with a device code; use signIn(with:)")
        }
        let provider = try await prepare()
        let key = registration.dpopBoundAccessTokens ? try await heldKey(of: account) ?? DPoPKey() : nil
        let authorization = try await tokenEndpoint(of: provider).deviceAuthorization()
        let polling = DevicePolling(authorization, now: accounts.time.date())
        try await show(authorization)
        let tokens = try await poll(for: authorization, at: provider, boundTo: key, polling)
        var nonce: Redacted<String>?
        let identity = try await identity(in: tokens, boundTo: key, at: provider) { validator in
            let told = try await validator.validateIDToken(ofDeviceCode: tokens, for: registration.clientID)
            nonce = told.nonce
            return told.identity
        }
        try account?.identity.checkContinued(by: identity)
        return try await accounts.keep(
            identity, tokens, for: registration, scopes: registration.scopes, boundTo: key,
            nonce: nonce, continuing: account != nil)
    }

    /// RFC 8628 §3.4.
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
