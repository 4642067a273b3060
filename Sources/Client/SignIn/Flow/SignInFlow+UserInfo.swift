// SPDX-License-Identifier: Apache-2.0
import OAuth
public import Provider

extension SignInFlow {
    /// What the provider tells about a person now, beyond what the ID token said at sign-in.
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
        // Where each API has a token of its own, so has the provider: the one for the scopes of OpenID Connect alone.
        let scopes =
            provider.rules.sendsScopesToTokenEndpoint ? registration.scopes.openIDConnectPart : registration.scopes
        let token = try await session(of: account).accessToken(for: scopes)
        return try await UserInfoEndpoint(of: provider, over: accounts.transport, now: accounts.time.date)
            .userInfo(of: account.identity, for: registration.clientID, with: token)
    }
}
