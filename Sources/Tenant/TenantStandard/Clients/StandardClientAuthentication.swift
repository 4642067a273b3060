// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Client authentication. RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2
extension StandardProvider {
    /// Uses up an assertion, even of a client that registered itself: it takes room only from that client's own.
    /// OpenID Connect Core §9 (`jti`)
    ///
    /// - Throws: ``StandardError`` (`invalid_request` for two methods at once, else `invalid_client`).
    func client(
        of form: FormParameters, _ fields: HTTPFields, presenting certificate: PresentedCertificate?,
        at endpoint: StandardEndpoint
    ) async throws -> StandardClient {
        if let assertion = try form.optional("client_assertion") {
            guard fields[.authorization] == nil, try form.optional("client_secret") == nil else {
                throw StandardError.severalMethods
            }
            return try await client(assertion, form, at: endpoint)
        }
        return try await client(of: form, fields, certificate, at: endpoint)
    }

    private func client(
        of form: FormParameters, _ fields: HTTPFields, _ certificate: PresentedCertificate?,
        at endpoint: StandardEndpoint
    ) async throws -> StandardClient {
        guard try form.optional("client_assertion_type") == nil else { throw StandardError.missing("client_assertion") }
        let presented: ClientCredentials
        do {
            presented = try ClientCredentials(form, fields)
        } catch is RequestRefusal where form["client_secret"] != nil {
            throw StandardError.severalMethods
        } catch is RequestRefusal {
            throw StandardError.unknownClient
        }
        guard let id = presented.id, let client = try await client(id, at: endpoint) else {
            throw StandardError.unknownClient
        }
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        if fields[.authorization] == nil, presented.secret.isEmpty,
            client.metadata.authenticationMethods.contains(where: \.needsCertificate)
        {
            guard await certificate?.authenticates(client, now: now) == true else {
                throw StandardError(
                    .invalidClient,
                    "The client must present its registered certificate, at a URL in mtls_endpoint_aliases.")
            }
            return client
        }
        let method: ClientMetadata.AuthenticationMethod =
            fields[.authorization] != nil ? .secretBasic : presented.secret.isEmpty ? .none : .secretPost
        guard client.metadata.authenticationMethods.contains(method) else {
            throw StandardError(.invalidClient, "The client authenticates with a method other than the registered one.")
        }
        guard method == .none || client.accepts(secret: presented.secret) else { throw StandardError.unknownClient }
        return client
    }

    private func client(
        _ text: String, _ form: FormParameters, at endpoint: StandardEndpoint
    ) async throws -> StandardClient {
        guard try form.required("client_assertion_type") == StandardClientAssertion.type,
            let assertion = StandardClientAssertion(text),
            try form.optional("client_id").map({ $0 == assertion.subject }) ?? true,
            let client = try await client(assertion.subject, at: endpoint)
        else { throw StandardError.unknownClient }
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        guard client.metadata.authenticationMethods.contains(.privateKey),
            let proof = assertion.judged(by: client, audiences: audiences(of: endpoint), now: now),
            try await usedIdentifiers.take(proof, of: client)
        else { throw StandardError.unknownClient }
        return client
    }

    /// The first request of a sign-in needs the client's current metadata.
    private func client(_ id: String, at endpoint: StandardEndpoint) async throws -> StandardClient? {
        guard [.pushedRequest, .deviceAuthorization].contains(endpoint) else {
            return try await clientContinuing(id)
        }
        do {
            return try await clientAsking(id)
        } catch let problem as StandardProblem {
            throw problem.error
        }
    }
}

extension StandardError {
    fileprivate static let severalMethods = malformed(
        "The client authenticates in more than one way; use one. RFC 6749 section 2.3")
    fileprivate static let unknownClient = StandardError(
        .invalidClient,
        "The client is unknown, or its authentication is not as registered. Check client id, secret, "
            + "and the key, audience, jti, and times of an assertion.")
}

/// A client's JWT, for its authentication or a person's token. RFC 7521 §4; RFC 7523 §3; OpenID Connect Core §9
struct StandardClientAssertion: Sendable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The maximum lifetime.
    static let longestLife: TimeInterval = 3600

    private let token: String
    /// The unverified client or person.
    let subject: String

    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]),
            let subject = (try? StrictJSON.object(in: payload))?["sub"]?.string
        else { return nil }
        self.token = token
        self.subject = subject
    }

    /// Validates signature, issuer, audience (the issuer, or the URL of an endpoint), and times.
    func judged(by client: StandardClient, audiences: Set<String>, now: Date) -> UsedIdentifiers.Assertion? {
        guard let unverified = try? UnverifiedJWS(token, accepting: Set(TokenAlgorithm.allCases.map(\.signature))),
            let key = client.keys?.key(for: unverified.header), let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            claims["iss"]?.string == client.id,
            !audiences.isDisjoint(with: claims["aud"]?.stringOrStrings ?? []),
            let end = claims["exp"]?.numericDate, let identifier = claims["jti"]?.string,
            (1...256).contains(identifier.utf8.count)
        else { return nil }
        // A claim that is not a valid time counts as in the future.
        let starts = [claims["nbf"], claims["iat"]].compactMap { $0.map { $0.numericDate ?? .distantFuture } }
        guard end > now, end <= now + Self.longestLife, starts.allSatisfy({ $0 <= now + 60 }) else { return nil }
        return UsedIdentifiers.Assertion(identifier: identifier, expiresAt: end)
    }
}

extension JSONValue {
    /// The strings of a claim that is one string or an array. RFC 7519 §4.1.3
    var stringOrStrings: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }
}
