// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
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
        let response = try await transport.send(
            try request(introspection, provider), body: try await form(token, introspection, provider))
        let answer = try IntrospectionAnswer(
            status: response.status.code, body: response.body, issuer: provider.metadata.issuer)
        let now = time.date()
        guard case .active(let claims) = answer else {
            let refusal = Refusal(.expired, "the provider does not know the token, or it was revoked; get a new one")
            return .refused(refusal, until: now.addingTimeInterval(introspection.refusedUse.timeInterval))
        }
        // An answer describes an access token, whatever form the token has.
        let verified = VerifiedToken(header: JWSHeader(algorithm: .rs256, type: "at+jwt"), claims: claims)
        let times = provider.rules.times
        let caller = try rules.caller(from: verified, provider: provider, times: times, now: now)
        let end = now.addingTimeInterval(introspection.longestUse.timeInterval)
        return .accepted(
            VerifiedTokens.Entry(caller, times: times, until: end, grounds: .answer, current: { .answer }))
    }

    private func request(
        _ introspection: TokenIntrospection, _ provider: IdentityProvider
    ) throws -> HTTPRequest {
        let endpoint = try ProviderMetadata.secure(introspection.endpoint)
        var request = HTTPRequest(method: .post, url: endpoint)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.accept] = "application/json"
        guard case .secret(let secret, let method) = introspection.authentication,
            provider.secretMethod(registered: method) == .basic
        else { return request }
        // RFC 6749 §2.3.1
        let pair = [introspection.clientID, secret.revealed].map(FormParameters.encoded).joined(separator: ":")
        request.headerFields[.authorization] = "Basic \(Data(pair.utf8).base64EncodedString())"
        return request
    }

    private func form(
        _ token: Redacted<String>, _ introspection: TokenIntrospection, _ provider: IdentityProvider
    ) async throws -> Data {
        var form: FormParameters = ["token": token.revealed, "token_type_hint": "access_token"]
        switch introspection.authentication {
        case .none: form.append("client_id", introspection.clientID)
        case .secret(let secret, let method):
            guard provider.secretMethod(registered: method) == .post else { break }
            form.append("client_id", introspection.clientID)
            form.append("client_secret", secret.revealed)
        case .privateKeyJWT(let key):
            let assertion = ClientAssertion(
                of: introspection.clientID, to: introspection.endpoint, at: provider.metadata, now: time.date())
            try append(assertion.signed(with: key), to: &form)
        case .federatedAssertion(let assertion): append(try await assertion(), to: &form)
        }
        return Data(form.encoded.utf8)
    }

    // RFC 7523 §2.2
    private func append(_ assertion: Redacted<String>, to form: inout FormParameters) {
        form.append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        form.append("client_assertion", assertion.revealed)
    }
}
