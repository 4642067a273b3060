// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures

/// Keeps the order of members: no client may rely on it (RFC 8259 §4), but recordings are easier to compare.
package enum OrderedJSON: Sendable {
    case object([(String, OrderedJSON)])
    case array([OrderedJSON])
    /// Any other value; the members of an object in it are sorted by name.
    case value(JSONValue)

    package static let null = value(.null)
    package static func string(_ value: String) -> OrderedJSON { .value(.string(value)) }
    package static func integer(_ value: Int) -> OrderedJSON { .value(.integer(value)) }
    package static func boolean(_ value: Bool) -> OrderedJSON { .value(.boolean(value)) }
    package static func texts(_ values: [String]) -> OrderedJSON { .value(.texts(values)) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            JSONValue.write(members, "{", "}", to: &bytes) { member, bytes in
                JSONValue.write(name: member.0, to: &bytes)
                member.1.write(to: &bytes)
            }
        case .array(let elements): JSONValue.write(elements, "[", "]", to: &bytes) { $0.write(to: &$1) }
        case .value(let value): value.write(to: &bytes)
        }
    }
}
