// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import JOSE
import OAuth
import Provider

extension AcceptedProvider {
    /// Asks the provider about a token; the API's own rules judge the answer, as they judge a token.
    ///
    /// - Throws: ``Refusal`` of the rules; `ServerError`, `TransportError` and ``Refusal`` of the provider.
    func ask(about token: Redacted<String>, by introspection: TokenIntrospection) async throws -> VerifiedTokens.Verdict
    {
        let provider = try await provider()
        let form: FormParameters = [
            "token": token.revealed, "token_type_hint": "access_token", "client_id": introspection.clientID,
        ]
        let authenticated = try await AuthenticatedForm(
            Redacted(form), to: try ProviderMetadata.secure(introspection.endpoint), of: introspection.clientID,
            by: introspection.authentication, at: provider, now: time.date())
        let response = try await transport.send(authenticated.request, body: authenticated.body)
        let answer = try IntrospectionAnswer(
            status: response.status.code, body: response.body, issuer: provider.metadata.issuer)
        let now = time.date()
        guard case .active(let claims) = answer else {
            let refusal = Refusal(.expired, "the provider does not know the token, or it was revoked; get a new one")
            return .refused(refusal, until: now.addingTimeInterval(introspection.refusedUse.timeInterval))
        }
        // The response describes an access token, in any form of the token.
        let verified = VerifiedToken(header: JWSHeader(algorithm: .rs256, type: "at+jwt"), claims: claims)
        let times = provider.rules.times
        let caller = try rules.caller(from: verified, provider: provider, times: times, now: now)
        let end = now.addingTimeInterval(introspection.longestUse.timeInterval)
        return .accepted(
            VerifiedTokens.Entry(caller, times: times, until: end, grounds: .answer, current: { .answer }))
    }
}
