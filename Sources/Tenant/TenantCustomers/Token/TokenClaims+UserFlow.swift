// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantEntra

extension TokenClaims {
    /// Adds the claims that a flow issues about a customer.
    mutating func add(_ customer: Customer, as flow: UserFlow, isNew: Bool) {
        for name in flow.claims { self[name] = Self.claim(name, of: customer, isNew: isNew) }
    }

    private static func claim(_ name: String, of customer: Customer, isNew: Bool) -> JSONValue? {
        switch name {
        case "oid": .string(customer.id)
        case "name": .string(customer.displayName)
        case "given_name": customer.givenName.map(JSONValue.string)
        case "family_name": customer.surname.map(JSONValue.string)
        case "emails": .array([.string(customer.email)])
        case "newUser": isNew ? .boolean(true) : nil
        // Local accounts have a password here, so no other identity provider is named.
        case "idp": nil
        default: customer.attributes[name]?.json
        }
    }
}
