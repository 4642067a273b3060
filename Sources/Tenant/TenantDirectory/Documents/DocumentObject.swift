// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import PortableFoundation
import TenantControl

/// Reads a JSON object of a tenant file or a request; collects all errors, and continues with default values.
///
/// Call ``finish()``, which throws them, before you use a value. A missing or `null` member is `nil` or an empty value.
package struct DocumentObject {
    package let pointer: String
    package private(set) var problems: [DocumentProblem] = []
    /// An object with this many errors is not read further: each of a million people may have the same error.
    package static let mostProblems = 100
    /// How much of a large document is read after this object, from 0 to 1; `nil` in other documents.
    package private(set) var finished: Double?
    private let members: [String: Member]
    private var known: Set<String> = []

    package init(_ members: [String: JSONValue], at pointer: String = "") {
        (self.members, self.pointer) = (members.mapValues(Member.value), pointer)
    }

    /// For a large document, whose long lists are read element by element.
    package init(_ text: JSONText) { (members, pointer) = ((text.members ?? [:]).mapValues(Member.init), "") }

    private init(_ members: [String: Member], at pointer: String) {
        (self.members, self.pointer) = (members, pointer)
    }

    package func has(_ name: String) -> Bool { members[name].map { !$0.isNull } ?? false }

    package mutating func take(_ name: String) -> JSONValue? { takeMember(name)?.value }

    package mutating func skip(_ name: String) { known.insert(name) }

    private mutating func takeMember(_ name: String) -> Member? {
        known.insert(name)
        return has(name) ? members[name] : nil
    }

    package mutating func takeAll() -> [String: JSONValue] {
        known.formUnion(members.keys)
        return members.mapValues(\.value)
    }

    package mutating func complain(_ name: String? = nil, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        complain(at: name.map(place) ?? pointer, message, kind)
    }

    package mutating func complain(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        guard !hasMostProblems else { return }
        problems.append(DocumentProblem(pointer: pointer, message: message, kind: kind))
    }

    package var hasMostProblems: Bool { problems.count >= Self.mostProblems }

    package func place(_ name: String) -> String {
        "\(pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
    }

    package mutating func object<Value>(
        _ name: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> Value? {
        guard let value = takeMember(name) else { return nil }
        return try enter(value, at: place(name), read)
    }

    @discardableResult
    package mutating func objects<Value>(
        _ name: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> [Value] {
        guard let member = takeMember(name) else { return [] }
        guard let elements = member.elements else {
            complain(name, "This must be a list of objects.")
            return []
        }
        var values: [Value] = []
        for (index, element) in elements.enumerated() {
            guard !hasMostProblems else { break }
            let value = try enter(element.member, at: "\(place(name))/\(index)", finished: element.finished, read)
            if let value { values.append(value) }
        }
        return values
    }

    private mutating func enter<Value>(
        _ member: Member, at pointer: String, finished: Double? = nil, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> Value? {
        guard let members = member.members else {
            complain(at: pointer, "This must be an object.")
            return nil
        }
        var inner = DocumentObject(members, at: pointer)
        inner.finished = finished
        let result = try read(&inner)
        inner.complainOfUnknown()
        problems += inner.problems.prefix(Self.mostProblems - problems.count)
        return result
    }

    /// Throws ``DocumentRefusal`` for any error, including unknown members.
    package mutating func finish() throws {
        complainOfUnknown()
        if !problems.isEmpty { throw DocumentRefusal(problems) }
    }

    private mutating func complainOfUnknown() {
        for name in members.keys.sorted() where !known.contains(name) {
            guard !hasMostProblems else { break }
            let hint = NameSuggestion.sentence(for: name, in: Array(known))
            complain(name, "There is no member '\(name.prefix(40))'\(hint)")
        }
    }
}

private enum Member {
    case value(JSONValue)
    case text(JSONText)

    private static let longText = 4096

    init(_ text: JSONText) { self = text.count < Self.longText ? .value(text.value) : .text(text) }

    var isNull: Bool {
        if case .value(.null) = self { true } else { false }
    }

    var value: JSONValue {
        switch self {
        case .value(let value): value
        case .text(let text): text.value
        }
    }

    var members: [String: Member]? {
        switch self {
        case .value(let value): value.object?.mapValues(Member.value)
        case .text(let text): text.members?.mapValues(Member.init)
        }
    }

    var elements: AnySequence<(member: Member, finished: Double?)>? {
        switch self {
        case .value(let value): value.array.map { AnySequence($0.lazy.map { (.value($0), nil) }) }
        case .text(let text): text.elements.map { AnySequence($0.lazy.map { (Member($0), $0.end) }) }
        }
    }
}
