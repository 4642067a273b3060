// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

extension SignInFlow {
    /// What the provider tells about a person now, beyond what the ID token said at sign-in.
    ///
    /// - Parameter account: The person.
    /// - Returns: Claims about exactly that person.
    /// - Throws: ``Refusal`` (`userInfoUnsupported`, `userInfoMalformed`, `subjectMismatch`, `signInRequired`);
    ///   `ServerError`, `TransportError`, `AccountStorageError`.
    ///
    /// OpenID Connect Core §5.3
    public func userInfo(of account: Account) async throws -> UserInfo {
        let provider = try await discover()
        // The scopes of OpenID Connect alone: the token is the provider's own, and that of no API is shown to it.
        let scopes = registration.scopes.openIDConnectPart
        let token = try await session(of: account).accessToken(for: scopes)
        return try await UserInfoEndpoint(of: provider, over: accounts.transport, now: accounts.time.date)
            .userInfo(of: account.identity, for: registration.clientID, with: token)
    }
}
