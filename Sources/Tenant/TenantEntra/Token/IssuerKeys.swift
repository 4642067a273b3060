// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import JOSE
import OAuth
import TenantDirectory

/// The keys of the issuers of federated tokens, which apps send instead of a secret.
struct IssuerKeys: Sendable {
    /// The transport to the issuer.
    let transport: any Transport

    /// The registered keys, or else the keys that the issuer publishes now.
    ///
    /// OpenID Connect Discovery §4: the metadata must name the same issuer.
    ///
    /// - Throws: ``EntraError`` (50166).
    func keys(of credential: FederatedIdentityCredential) async throws -> JSONWebKeySet {
        if let kept = credential.keySet {
            guard let keys = try? JSONWebKeySet(jsonData: Array(kept.utf8)) else {
                throw EntraError.issuerUnusable(credential.issuer, "the key set of the registration cannot be read")
            }
            return keys
        }
        return try await fetch(credential.issuer)
    }

    private func fetch(_ issuer: String) async throws -> JSONWebKeySet {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let document = try await get("\(base)/.well-known/openid-configuration", of: issuer)
        guard let metadata = try? StrictJSON.object(in: document), metadata["issuer"]?.string == issuer,
            let address = metadata["jwks_uri"]?.string
        else { throw EntraError.issuerUnusable(issuer, "its metadata name another issuer, or no keys") }
        guard let keys = try? JSONWebKeySet(jsonData: try await get(address, of: issuer)) else {
            throw EntraError.issuerUnusable(issuer, "its key set cannot be read")
        }
        return keys
    }

    private func get(_ address: String, of issuer: String) async throws -> Data {
        guard let url = URL(string: address), url.hasSecureTransport else {
            throw EntraError.issuerUnusable(issuer, "its addresses must begin with https://")
        }
        let response: TransportResponse
        do {
            response = try await transport.send(HTTPRequest(url: url))
        } catch let error as TransportError {
            throw EntraError.issuerUnusable(issuer, error.message)
        }
        guard response.status == .ok, response.body.count <= OutgoingTransport.limits.maximumResponseBytes else {
            throw EntraError.issuerUnusable(issuer, "it answers with status \(response.status.code)")
        }
        return response.body
    }
}
