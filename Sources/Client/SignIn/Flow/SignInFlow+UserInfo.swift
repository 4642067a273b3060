// SPDX-License-Identifier: Apache-2.0
import OAuth
public import Provider

extension SignInFlow {
    /// The claims that the provider has about a person now, beyond those of the ID token.
    ///
    /// - Parameter account: The person.
    /// - Returns: Claims about exactly that person.
    /// - Throws: ``Refusal`` (`userInfoUnsupported`, `userInfoMalformed`, `claimMissing`, `subjectMismatch`, those of a
    ///   signed reply, `signInRequired`); `ServerError`, `TransportError`, `AccountStorageError`.
    ///
    /// OpenID Connect Core §5.3
    public func userInfo(of account: Account) async throws -> UserInfo {
        let provider = try await discover()
        guard provider.metadata.userInfoEndpoint != nil else { throw UserInfoEndpoint.unsupported(by: provider) }
        // If each API needs a token of its own, the UserInfo endpoint needs the one for OpenID Connect's scopes alone.
        let scopes =
            provider.rules.sendsScopesToTokenEndpoint ? registration.scopes.openIDConnectPart : registration.scopes
        let token = try await session(of: account).accessToken(for: scopes)
        return try await UserInfoEndpoint(of: provider, over: accounts.transport, now: accounts.time.date)
            .userInfo(of: account.identity, for: registration.clientID, with: token)
    }
}
