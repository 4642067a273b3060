// SPDX-License-Identifier: Apache-2.0

/// The claims of a user flow's tokens, by their names on the wire.
struct UserFlowTokenClaims: Encodable {
    /// What a claim says.
    enum Value: Encodable, Sendable, Hashable {
        case one(AttributeValue)
        case list([String])

        static func text(_ text: String) -> Value { .one(.text(text)) }
        static func number(_ number: Int) -> Value { .one(.number(number)) }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .one(let value): try value.encode(to: encoder)
            case .list(let texts): try texts.encode(to: encoder)
            }
        }
    }

    private var values: [String: Value] = [:]

    /// A claim; `nil` is not written.
    subscript(name: String) -> Value? {
        get { values[name] }
        set { values[name] = newValue }
    }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    /// Adds what a flow tells of a customer.
    mutating func add(_ customer: Customer, as flow: UserFlow, isNew: Bool) {
        for name in flow.claims { self[name] = Self.claim(name, of: customer, isNew: isNew) }
    }

    private static func claim(_ name: String, of customer: Customer, isNew: Bool) -> Value? {
        switch name {
        case "oid": .text(customer.id)
        case "name": .text(customer.displayName)
        case "given_name": customer.givenName.map(Value.text)
        case "family_name": customer.surname.map(Value.text)
        case "emails": .list([customer.email])
        case "newUser": isNew ? .one(.boolean(true)) : nil
        // Those who sign in with a password of their own came from nowhere else.
        case "idp": nil
        default: customer.attributes[name].map(Value.one)
        }
    }
}
