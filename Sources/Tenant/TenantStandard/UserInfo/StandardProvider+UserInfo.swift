// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

extension StandardProvider {
    /// OpenID Connect Core §5.3; RFC 6750 §2, §3; RFC 9449 §7; RFC 8705 §3.
    func addUserInfo(to router: Router<ServingContext>) {
        let (access, path) = (CrossOriginAccess.everyPage, StandardEndpoint.userInfo.routerPath)
        access.add(path, to: router)
        for method in [HTTPRequest.Method.get, .post] {
            router.on(path, method: method) { request, context in
                try await access.answer(request, by: self) { try await answer(request, context.connection) }
            }
        }
    }

    private func answer(_ request: Request, _ connection: ClientConnection) async throws -> Response {
        var presented: PresentedToken?
        do {
            presented = try await PresentedToken(request)
            guard let presented else {
                RefusalNote.refuse(RefusalNote.Rule("token_absent", reason: "The request has no access token."))
                return challenge(nil, nil)
            }
            return try await answer(request, presented, PresentedCertificate(of: connection))
        } catch {
            guard let error = StandardError(answering: error) else { throw error }
            error.note()
            return challenge(error, presented)
        }
    }

    private func answer(
        _ request: Request, _ presented: PresentedToken, _ certificate: PresentedCertificate?
    ) async throws -> Response {
        let unusable = StandardError(
            .invalidToken, "The access token is unknown, expired, revoked, or presented in the wrong way.")
        guard let found = try await grantStore.accessToken(presented.token),
            presented.isBound == (found.token.thumbprint != nil),
            found.token.certificateThumbprint == nil || found.token.certificateThumbprint == certificate?.thumbprint,
            let client = try await client(found.grant.clientID)
        else { throw unusable }
        if let thumbprint = found.token.thumbprint {
            let proof = try proof(in: request, at: .userInfo, of: client, accessToken: presented.token)
            guard proof?.thumbprint == thumbprint else {
                throw StandardError(.invalidDPoPProof, "The proof of the token's key is missing.")
            }
            try await use(proof, of: client)
        }
        guard found.grant.personID != nil, found.token.scopes.contains("openid") else {
            throw StandardError(.insufficientScope, "The access token lacks the scope openid.")
        }
        guard let person = try await person(of: found.grant) else { throw unusable }
        var claims = PersonClaims(of: person).claims(for: found.token.scopes, and: found.grant.claimsRequest.userInfo)
        claims["sub"] = .string(person.id)
        var response = try content(claims, for: client)
        if presented.isBound { StandardReply(provider: self).addNonce(to: &response) }
        return response
    }

    /// JSON, or signed if the client registered that. OpenID Connect Core §5.3.2
    private func content(_ claims: [String: JSONValue], for client: StandardClient) throws -> Response {
        guard let algorithm = client.metadata.userInfoAlgorithm else { return StandardReply.json(claims) }
        var claims = claims
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(client.id)
        let token = try keys.sign(claims, by: algorithm, type: nil)
        return Response(
            status: .ok, headers: [.contentType: "application/jwt", .cacheControl: "no-store"],
            body: ResponseBody(token))
    }

    /// A challenge for the accepted schemes; without a token, it has no error. RFC 6750 §3.1
    private func challenge(_ error: StandardError?, _ presented: PresentedToken?) -> Response {
        let usesProof = presented?.isBound ?? false
        var parts = ["realm=\"\(issuer)\""]
        if let error {
            parts += ["error=\"\(error.code.rawValue)\"", "error_description=\"\(error.description)\""]
            if error.code == .insufficientScope { parts.append("scope=\"openid\"") }
        }
        let algorithms = TokenAlgorithm.allCases.map(\.rawValue).joined(separator: " ")
        let bound = "DPoP " + ((usesProof ? parts : []) + ["algs=\"\(algorithms)\""]).joined(separator: ", ")
        let bearer = "Bearer " + parts.joined(separator: ", ")
        let isProofAtFault = error.map { [.invalidDPoPProof, .useDPoPNonce].contains($0.code) } ?? false
        var response = Response(status: isProofAtFault ? .unauthorized : error?.status ?? .unauthorized)
        for value in usesProof ? [bound] : [bearer, bound] {
            response.headers.append(HTTPField(name: .wwwAuthenticate, value: value))
        }
        if error?.code == .useDPoPNonce { StandardReply(provider: self).addNonce(to: &response) }
        return response
    }
}

/// The access token of a request, from the field `Authorization` or a form. RFC 6750 §2.1, §2.2; RFC 9449 §7.1
///
/// Tokens in a query are ignored, because logs contain URLs (RFC 9700 §4.3.2).
struct PresentedToken: Sendable {
    let token: String
    let isBound: Bool
}

extension PresentedToken {
    /// - Throws: ``StandardError`` (`invalid_request`) for several tokens, or a malformed one.
    init?(_ request: Request) async throws {
        let several = StandardError.malformed("Send one access token, in one way. RFC 6750 section 2")
        let fields = request.headers[values: .authorization]
        var inForm: String?
        if request.method == .post, let type = request.headers[.contentType],
            type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        {
            inForm = try await RequestContent(of: request).form().optional("access_token")
        }
        guard fields.count + (inForm == nil ? 0 : 1) <= 1 else { throw several }
        if let inForm {
            self.init(token: inForm, isBound: false)
            return
        }
        guard let field = fields.first else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
        guard let scheme = parts.first?.lowercased(), ["bearer", "dpop"].contains(scheme) else { return nil }
        guard parts.count == 2, !parts[1].isEmpty else { throw several }
        self.init(token: parts[1], isBound: scheme == "dpop")
    }
}
