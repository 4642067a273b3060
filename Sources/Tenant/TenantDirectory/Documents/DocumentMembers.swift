// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import JOSE

/// The members of a JSON object that the tenant writes.
package struct DocumentMembers {
    /// The reader of the object.
    package enum Audience: Sendable {
        /// A tenant file: with the hashes of secrets, and without default values.
        case file
        /// A client of the API: with all values, but without hashes of secrets.
        case program
    }

    package let audience: Audience
    package private(set) var values: [String: JSONValue] = [:]

    package init(for audience: Audience) {
        self.audience = audience
    }

    /// The object.
    package var object: JSONValue { .object(values) }

    /// Adds a member.
    package mutating func add(_ name: String, _ value: JSONValue, ordinarily ordinary: JSONValue = .null) {
        if audience == .file, value == ordinary { return }
        values[name] = value
    }

    /// Adds a text.
    package mutating func add(_ name: String, _ text: String?, ordinarily ordinary: String? = nil) {
        add(name, text.map(JSONValue.string) ?? .null, ordinarily: ordinary.map(JSONValue.string) ?? .null)
    }

    /// Adds true or false.
    package mutating func add(_ name: String, _ flag: Bool, ordinarily ordinary: Bool) {
        add(name, .boolean(flag), ordinarily: .boolean(ordinary))
    }

    /// Adds a list of texts.
    package mutating func add(_ name: String, _ texts: [String]) {
        add(name, .array(texts.map(JSONValue.string)), ordinarily: .array([]))
    }

    /// Adds a list of objects.
    package mutating func add(_ name: String, _ elements: [JSONValue]) {
        add(name, .array(elements), ordinarily: .array([]))
    }

    /// Adds a time.
    package mutating func add(_ name: String, _ date: Date?) {
        add(name, date.map(DocumentDate.text))
    }

    /// Adds an object; to a file only if it has members.
    package mutating func add(_ name: String, _ fill: (inout DocumentMembers) -> Void) {
        var inner = DocumentMembers(for: audience)
        fill(&inner)
        add(name, inner.object, ordinarily: .object([:]))
    }

    /// Adds the hash of a secret, to a file only.
    package mutating func addHash(_ name: String, _ hash: String?) {
        if audience == .file { add(name, hash) }
    }
}
