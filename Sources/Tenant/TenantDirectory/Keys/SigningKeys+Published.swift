// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE

extension SigningKeys {
    /// The service as which a key set is published.
    package enum Publisher: Sendable {
        case entraID, azureADB2C
    }

    /// The `nbf` of the keys of Azure AD B2C, in seconds since 1970: the date of the key that the real service had for
    /// years.
    private static let notBefore = 1_493_763_266

    /// The key set to publish: the signing key, the next keys, and earlier keys with tokens that are still valid.
    ///
    /// Members and their order are those of the real service: Entra ID adds `x5t`, Azure AD B2C adds `nbf`. RFC 7517 §5
    ///
    /// - Parameters:
    ///   - publisher: The service that publishes the keys.
    ///   - issuer: The `issuer` of each key of Entra ID, which only addresses of version 2 have.
    /// - Returns: The document.
    /// - Throws: An error of the crypto library when it makes a certificate.
    package func published(for publisher: Publisher, issuer: String? = nil) throws -> OrderedJSON {
        .object([
            ("keys", .array(try ring.published.map { try published($0.privateKey, for: publisher, issuer: issuer) }))
        ])
    }

    private func published(
        _ key: JSONWebPrivateKey, for publisher: Publisher, issuer: String?
    ) throws -> OrderedJSON {
        let members = try StrictJSON.object(in: key.publicKey.jsonData)
        func text(_ name: String) -> (String, OrderedJSON) { (name, .string(members[name]?.string ?? "")) }
        let name = OrderedJSON.string(try self.name(of: key, at: publisher))
        let use = ("use", OrderedJSON.string("sig"))
        switch publisher {
        case .entraID:
            let certificate = Data(try ring.certificates.certificate(of: key).bytes).base64EncodedString()
            return .object(
                [text("kty"), use, ("kid", name), ("x5t", name), text("n"), text("e")]
                    + [("x5c", .strings([certificate]))] + (issuer.map { [("issuer", .string($0))] } ?? []))
        case .azureADB2C:
            return .object([("kid", name), ("nbf", .number(Self.notBefore)), use, text("kty"), text("e"), text("n")])
        }
    }
}
