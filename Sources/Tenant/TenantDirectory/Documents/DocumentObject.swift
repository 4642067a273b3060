// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import PortableFoundation
import TenantControl

/// A reader of a JSON object in a tenant file or a request.
///
/// It collects all errors and continues with default values. Callers call ``finish()``, which throws the errors, before
/// they use a value. A member that is `null` counts as missing.
package struct DocumentObject {
    /// The place of the object, as a JSON pointer.
    package let pointer: String
    package private(set) var problems: [DocumentProblem] = []
    /// An object with so many errors is read no further: each of a million people may have the same error.
    package static let mostProblems = 100
    /// The end of the object in a large document, from 0 to 1; `nil` in other documents.
    package private(set) var finished: Double?
    private let members: [String: Member]
    private var known: Set<String> = []

    package init(_ members: [String: JSONValue], at pointer: String = "") {
        (self.members, self.pointer) = (members.mapValues(Member.value), pointer)
    }

    /// Creates a reader of a large document, whose long lists are read element by element.
    package init(_ text: JSONText) {
        (members, pointer) = ((text.members ?? [:]).mapValues(Member.init), "")
    }

    private init(_ members: [String: Member], at pointer: String) {
        (self.members, self.pointer) = (members, pointer)
    }

    package func has(_ name: String) -> Bool { members[name].map { !$0.isNull } ?? false }

    /// The unchecked value of a member; `nil` if it is missing.
    package mutating func take(_ name: String) -> JSONValue? { takeMember(name)?.value }

    /// Leaves a member out without reading it.
    package mutating func skip(_ name: String) { known.insert(name) }

    private mutating func takeMember(_ name: String) -> Member? {
        known.insert(name)
        return has(name) ? members[name] : nil
    }

    /// All members, for a caller that checks them itself.
    package mutating func takeAll() -> [String: JSONValue] {
        known.formUnion(members.keys)
        return members.mapValues(\.value)
    }

    /// Reports an error in a member, or in the object itself.
    package mutating func complain(_ name: String? = nil, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        complain(at: name.map(place) ?? pointer, message, kind)
    }

    /// Reports an error at a place; none after ``mostProblems``.
    package mutating func complain(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        guard !hasMostProblems else { return }
        problems.append(DocumentProblem(pointer: pointer, message: message, kind: kind))
    }

    /// Whether no further error is reported.
    package var hasMostProblems: Bool { problems.count >= Self.mostProblems }

    /// The JSON pointer of a member.
    package func place(_ name: String) -> String {
        "\(pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
    }

    /// Reads an object inside this one; `nil` if it is missing.
    package mutating func object<Value>(
        _ name: String, _ read: (inout DocumentObject) throws -> Value
    ) rethrows -> Value? {
        guard let value = takeMember(name) else { return nil }
        return try enter(value, at: place(name), read)
    }

    /// Reads a list of objects; an empty one if it is missing.
    ///
    /// After ``mostProblems`` it reads no further.
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

    /// Ends the reading.
    ///
    /// - Throws: ``DocumentRefusal`` if there was an error, or if the object has an unknown member.
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

/// The value of a member: parsed, or the text of a large one.
private enum Member {
    case value(JSONValue)
    case text(JSONText)

    /// Shorter texts are parsed at once.
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

    /// The members, if this is an object.
    var members: [String: Member]? {
        switch self {
        case .value(let value): value.object?.mapValues(Member.value)
        case .text(let text): text.members?.mapValues(Member.init)
        }
    }

    /// The elements, if this is a list, and the end of each in a large document.
    var elements: AnySequence<(member: Member, finished: Double?)>? {
        switch self {
        case .value(let value): value.array.map { AnySequence($0.lazy.map { (.value($0), nil) }) }
        case .text(let text): text.elements.map { AnySequence($0.lazy.map { (Member($0), $0.end) }) }
        }
    }
}
