// SPDX-License-Identifier: Apache-2.0
import JOSE

extension SigningKeys {
    /// The service as which a key set is published.
    enum Publisher: Sendable {
        case entraID, azureADB2C
    }

    /// From when the keys of Azure AD B2C are good, in seconds since 1970: the date of the key that the real service
    /// had for years.
    private static let notBefore = 1_493_763_266

    /// The key set to publish: with the keys that sign, those that soon will, and those whose tokens are not over yet.
    ///
    /// Members and their order are those of the real service: Entra ID names a key twice, Azure AD B2C says from when
    /// it is good. RFC 7517 §5
    func published(for publisher: Publisher) -> OrderedJSON {
        .object([
            ("keys", .array(ring.published.map { Self.published($0.privateKey.publicKey, for: publisher) }))
        ])
    }

    private static func published(_ key: JSONWebKey, for publisher: Publisher) -> OrderedJSON {
        let members = (try? StrictJSON.object(in: key.jsonData)) ?? [:]
        func text(_ name: String, of member: String? = nil) -> (String, OrderedJSON) {
            (name, .string(members[member ?? name]?.string ?? ""))
        }
        let use = ("use", OrderedJSON.string("sig"))
        return switch publisher {
        case .entraID: .object([text("kty"), use, text("kid"), text("x5t", of: "kid"), text("n"), text("e")])
        case .azureADB2C: .object([text("kid"), ("nbf", .number(notBefore)), use, text("kty"), text("e"), text("n")])
        }
    }
}
