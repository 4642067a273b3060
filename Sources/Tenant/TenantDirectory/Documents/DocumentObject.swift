// SPDX-License-Identifier: Apache-2.0
package import JOSE
import TenantControl

/// A reader of a JSON object in a tenant file or a request.
///
/// It collects all errors and continues with default values. Callers call ``finish()``, which throws the errors, before
/// they use a value. A member that is `null` counts as missing.
package struct DocumentObject {
    /// The place of the object, as a JSON pointer.
    package let pointer: String
    package private(set) var problems: [DocumentProblem] = []
    private let members: [String: JSONValue]
    private var known: [String] = []

    package init(_ members: [String: JSONValue], at pointer: String = "") {
        (self.members, self.pointer) = (members, pointer)
    }

    /// Whether a member is there.
    package func has(_ name: String) -> Bool { members[name].map { $0 != .null } ?? false }

    /// The unchecked value of a member; `nil` if it is missing.
    package mutating func take(_ name: String) -> JSONValue? {
        known.append(name)
        return has(name) ? members[name] : nil
    }

    /// All members, for a caller that checks them itself.
    package mutating func takeAll() -> [String: JSONValue] {
        known += members.keys
        return members
    }

    /// Reports an error in a member, or in the object itself.
    package mutating func complain(_ name: String? = nil, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        complain(at: name.map(place) ?? pointer, message, kind)
    }

    /// Reports an error at a place.
    package mutating func complain(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        problems.append(DocumentProblem(pointer: pointer, message: message, kind: kind))
    }

    /// The JSON pointer of a member.
    package func place(_ name: String) -> String {
        "\(pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
    }

    /// Reads an object inside this one; `nil` if it is missing.
    package mutating func object<Value>(
        _ name: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> Value? {
        guard let value = take(name) else { return nil }
        return try enter(value, at: place(name), read)
    }

    /// Reads a list of objects; an empty one if it is missing.
    @discardableResult
    package mutating func objects<Value>(
        _ name: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> [Value] {
        guard let value = take(name) else { return [] }
        guard let elements = value.array else {
            complain(name, "This must be a list of objects.")
            return []
        }
        return try elements.indices.compactMap { try enter(elements[$0], at: "\(place(name))/\($0)", read) }
    }

    private mutating func enter<Value>(
        _ value: JSONValue, at pointer: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> Value? {
        guard let members = value.object else {
            problems.append(DocumentProblem(pointer: pointer, message: "This must be an object."))
            return nil
        }
        var inner = DocumentObject(members, at: pointer)
        let result = try read(&inner)
        inner.complainOfUnknown()
        problems += inner.problems
        return result
    }

    /// Ends the reading.
    ///
    /// - Throws: ``DocumentRefusal`` if there was an error, or if the object has an unknown member.
    package mutating func finish() throws {
        complainOfUnknown()
        if !problems.isEmpty { throw DocumentRefusal(problems) }
    }

    private mutating func complainOfUnknown() {
        for name in members.keys.sorted() where !known.contains(name) {
            complain(
                name, "Nothing here is called '\(name.prefix(40))'\(NameSuggestion.sentence(for: name, in: known))")
        }
    }
}
