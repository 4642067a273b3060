// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import PortableFoundation

extension DocumentObject {
    /// In characters.
    static var usualLength: Int { 256 }

    package mutating func text(_ name: String, maximum: Int = usualLength) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string else {
            complain(name, "This must be a string.")
            return nil
        }
        return checked(text, at: name, maximum: maximum)
    }

    package mutating func requiredText(_ name: String, maximum: Int = usualLength) -> String {
        let problemsBefore = problems.count
        let text = text(name, maximum: maximum)
        if let text, !text.isEmpty { return text }
        if problems.count == problemsBefore { complain(name, "'\(name)' is missing; set it to a string.") }
        return ""
    }

    package mutating func text(_ name: String, as form: String, where accepts: (String) -> Bool) -> String? {
        guard let text = text(name, maximum: 2048) else { return nil }
        guard accepts(text) else {
            complain(name, "This must be \(form).")
            return nil
        }
        return text
    }

    package mutating func texts(
        _ name: String, as form: String = "a string", maximum: Int = 2048,
        where accepts: (String) -> Bool = { _ in true }
    )
        -> [String]
    {
        guard let value = take(name) else { return [] }
        guard let elements = value.array else {
            complain(name, "This must be a list of strings.")
            return []
        }
        return elements.enumerated().compactMap { index, element in
            let place = "\(name)/\(index)"
            guard let text = element.string, accepts(text) else {
                complainInside(place, "This must be \(form).")
                return nil
            }
            return checked(text, at: place, maximum: maximum)
        }
    }

    package mutating func flag(_ name: String, or ordinary: Bool) -> Bool {
        guard let value = take(name) else { return ordinary }
        guard let flag = value.boolean else {
            complain(name, "This must be true or false.")
            return ordinary
        }
        return flag
    }

    package mutating func members(of name: String) -> [String: JSONValue] {
        guard let value = take(name) else { return [:] }
        if value.object == nil { complain(name, "This must be an object.") }
        return value.object ?? [:]
    }

    package mutating func integer(_ name: String, in bounds: ClosedRange<Int>) -> Int? {
        guard let value = take(name) else { return nil }
        guard let number = value.double.flatMap({ Int(exactly: $0) }), bounds.contains(number) else {
            complain(name, "This must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
            return nil
        }
        return number
    }

    package mutating func number(_ name: String, in bounds: ClosedRange<Double>) -> Double? {
        guard let value = take(name) else { return nil }
        guard let number = value.double, bounds.contains(number) else {
            complain(name, "This must be a number from \(bounds.lowerBound) to \(bounds.upperBound).")
            return nil
        }
        return number
    }

    package mutating func choice<Choice>(_ name: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = take(name) else { return nil }
        guard let choice = value.string.flatMap(Choice.init) else {
            let words = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            complain(name, "This must be one of \(words).")
            return nil
        }
        return choice
    }

    package mutating func identifier(_ name: String) -> String? {
        text(name, as: Self.identifierForm, where: Identifier.isWellFormed)?.lowercased()
    }

    package mutating func demand(_ named: String?, toBe id: String?, _ name: String) {
        if let id, let named, id != named {
            complain(name, "The path contains the id \(id); remove this.", .conflict)
        }
    }

    /// RFC 3339.
    package mutating func date(_ name: String) -> Date? {
        guard let value = take(name) else { return nil }
        guard let date = value.string.flatMap(DocumentDate.init)?.date else {
            complain(name, "This must be a time, such as 2026-01-31T08:00:00Z.")
            return nil
        }
        if !TenantClock.range.contains(date) {
            complain(name, TenantClock.rangeRule, .conflict)
        }
        return date
    }

    static let identifierForm = "a GUID, such as 2ee50c57-e78f-47f6-a18d-8f6aae007694"

    package mutating func complainInside(_ path: String, _ message: String) {
        complain(at: "\(pointer)/\(path)", message)
    }

    private mutating func checked(_ text: String, at path: String, maximum: Int) -> String? {
        guard text.unicodeScalars.count <= maximum else {
            complainInside(path, "This is longer than \(maximum) characters.")
            return nil
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            complainInside(path, "Control characters are not allowed here.")
            return nil
        }
        return text
    }
}
