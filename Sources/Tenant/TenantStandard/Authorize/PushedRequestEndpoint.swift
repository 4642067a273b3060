// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import JOSE
import OAuth
import TenantAuthorization

/// Takes authorization requests from clients directly, so that no browser can change or read them.
///
/// RFC 9126 §2
struct PushedRequestEndpoint: Sendable {
    let provider: StandardProvider

    /// The parameters that authenticate the client, and are no part of the request. RFC 9126 §2.1
    private static let credentials: Set = ["client_secret", "client_assertion", "client_assertion_type"]

    func add(to router: Router<ServingContext>) {
        provider.takeForms(at: .pushedRequest, of: router, push)
    }

    private func push(_ form: FormParameters, _ request: Request) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, at: .pushedRequest)
        guard try form.optional("request_uri") == nil else {
            throw StandardError.malformed("A pushed request cannot name another one. RFC 9126 section 2.1")
        }
        let proof = try await DPoPJudge(provider: provider).proof(
            in: request, at: .pushedRequest, demandsNonce: client.metadata.requiresDPoPNonce)
        var parameters = FormParameters()
        for pair in form.pairs where !Self.credentials.contains(pair.name) && pair.name != "client_id" {
            parameters.append(pair.name, pair.value)
        }
        parameters.append("client_id", client.id)
        if let proof {
            let named = try form.thumbprint()
            guard named ?? proof.thumbprint == proof.thumbprint else {
                throw StandardError(.invalidDPoPProof, "The proof is of another key than dpop_jkt names.")
            }
            if named == nil { parameters.append("dpop_jkt", proof.thumbprint) }
        }
        guard !parameters.isTooLong else { throw StandardError.requestTooLong }
        try await judge(parameters)
        let uri = try await PushedRequests(provider: provider).keep(parameters, of: client)
        var response = StandardReply.json(
            ["request_uri": .string(uri), "expires_in": .integer(Int(PushedRequests.lifetime))], status: .created)
        if proof != nil { StandardReply(provider: provider).addNonce(to: &response) }
        return response
    }

    /// Checks the request like the authorization endpoint, so that clients learn of errors early. RFC 9126 §2.1
    private func judge(_ parameters: FormParameters) async throws {
        do {
            let target = try await StandardTarget(parameters, in: provider)
            _ = try StandardAuthorizationRequest(
                parameters, isPushed: true, to: target, keys: provider.keys, issuer: provider.issuer)
        } catch let problem as StandardProblem {
            throw problem.error
        }
    }
}
