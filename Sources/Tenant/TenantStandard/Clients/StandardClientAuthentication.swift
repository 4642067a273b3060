// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import OAuth
import TenantAuthorization
import TenantDirectory

/// Authenticates the client of a request.
///
/// RFC 6749 §2.3, RFC 7523 §2.2
struct StandardClientAuthentication: Sendable {
    let provider: StandardProvider

    /// The client that sent a form, after its authentication.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - fields: The header fields.
    ///   - endpoint: The endpoint; an assertion may name its address as the audience.
    /// - Returns: The client.
    /// - Throws: ``StandardError`` (`invalid_request` for two methods at once, else `invalid_client`).
    func client(
        of form: FormParameters, _ fields: HTTPFields, at endpoint: StandardEndpoint
    ) async throws -> StandardClient {
        if let assertion = try form.optional("client_assertion") {
            guard fields[.authorization] == nil, try form.optional("client_secret") == nil else { throw twoWays }
            return try await client(assertion, form, at: endpoint)
        }
        guard try form.optional("client_assertion_type") == nil else { throw StandardError.missing("client_assertion") }
        let presented: ClientCredentials
        do {
            presented = try ClientCredentials(form, fields)
        } catch is RequestRefusal where form["client_secret"] != nil {
            throw twoWays
        } catch is RequestRefusal {
            throw refusal
        }
        guard let id = presented.id, let client = try await provider.client(id) else { throw refusal }
        RefusalNote.about(app: client.id)
        let method: ClientMetadata.AuthenticationMethod =
            fields[.authorization] != nil ? .secretBasic : presented.secret.isEmpty ? .none : .secretPost
        guard client.metadata.authenticationMethods.contains(method) else {
            throw StandardError(.invalidClient, "The client proves itself by another method than it registered.")
        }
        guard method == .none || client.accepts(secret: presented.secret) else { throw refusal }
        return client
    }

    private func client(
        _ text: String, _ form: FormParameters, at endpoint: StandardEndpoint
    ) async throws -> StandardClient {
        guard try form.demanded("client_assertion_type") == StandardClientAssertion.type,
            let assertion = StandardClientAssertion(text),
            try form.optional("client_id").map({ $0 == assertion.subject }) ?? true,
            let client = try await provider.client(assertion.subject),
            client.metadata.authenticationMethods.contains(.privateKey),
            let proof = assertion.judged(
                by: client,
                audiences: [provider.issuer, provider.url(endpoint), provider.url(.token)],
                now: provider.settings.now()),
            try await provider.usedIdentifiers.take(
                "assertion of \(client.id) \(proof.identifier)", until: proof.expiresAt)
        else { throw refusal }
        return client
    }

    private var twoWays: StandardError {
        .malformed("The client proves itself in more than one way; choose one. RFC 6749 section 2.3")
    }

    private var refusal: StandardError {
        StandardError(
            .invalidClient,
            "The client is unknown, or does not prove itself in the way it registered. Check client id, secret, "
                + "and the key, audience, jti and times of an assertion.")
    }
}
