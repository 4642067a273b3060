// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// The claims about a person that the provider can issue.
///
/// OpenID Connect Core §5.1, §5.4
struct PersonClaims: Sendable {
    /// The claims of each scope, as far as the provider has data for them.
    static let byScope: [String: [String]] = [
        "profile": ["name", "given_name", "family_name", "preferred_username", "locale"],
        "email": ["email", "email_verified"],
        "phone": ["phone_number", "phone_number_verified"],
        "address": ["address"],
    ]

    /// The names of all claims.
    static var names: [String] { ScopeSet.openIDConnect.scopes.flatMap { byScope[$0] ?? [] } }

    private let person: DirectoryPerson

    init(of person: DirectoryPerson) {
        self.person = person
    }

    /// The claims of scopes and of individual requests; claims without a value, or without a requested value, are left
    /// out.
    func claims(for scopes: ScopeSet, and wishes: [String: ClaimsRequest.Wish]) -> [String: JSONValue] {
        let names = Set(scopes.scopes.flatMap { Self.byScope[$0] ?? [] }).union(wishes.keys)
        let values = all
        return names.reduce(into: [:]) { claims, name in
            guard let value = values[name], wishes[name]?.accepts(value) ?? true else { return }
            claims[name] = value
        }
    }

    private var all: [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "name": .string(person.displayName), "preferred_username": .string(person.userPrincipalName),
        ]
        claims["given_name"] = person.givenName.map(JSONValue.string)
        claims["family_name"] = person.surname.map(JSONValue.string)
        claims["locale"] = person.preferredLanguage.map(JSONValue.string)
        if let mail = person.mail {
            claims["email"] = .string(mail)
            claims["email_verified"] = .boolean(true)
        }
        if let phone = person.mobilePhone {
            claims["phone_number"] = .string(phone)
            claims["phone_number_verified"] = .boolean(true)
        }
        if let office = person.officeLocation { claims["address"] = .object(["formatted": .string(office)]) }
        return claims
    }
}
