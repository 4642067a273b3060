// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures

/// JSON Schema, as far as our documents use it; another keyword is a fault.
struct JSONSchemaCheck {
    let document: JSONValue

    /// The faults of a value, with their places.
    func faults(of value: JSONValue, by schema: JSONValue, at place: String = "") -> [String] {
        guard case .object(let rules) = schema else { return ["\(place): the schema is no object"] }
        return rules.sorted { $0.key < $1.key }.flatMap { keyword, rule in
            faults(of: value, by: keyword, rule, rules, at: place)
        }
    }

    /// The target of a reference, or the value itself.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value.object?["$ref"]?.string else { return value }
        let target = reference.split(separator: "/").dropFirst()
            .reduce(document as JSONValue?) { $0?.object?[String($1)] }
        return target ?? .null
    }

    private func faults(
        of value: JSONValue, by keyword: String, _ rule: JSONValue, _ rules: [String: JSONValue], at place: String
    ) -> [String] {
        func fault(unless isRight: Bool) -> [String] { isRight ? [] : ["\(place): \(keyword) of \(value)"] }
        switch keyword {
        case "description", "example", "format": return []
        case "$ref":
            return faults(of: value, by: resolved(.object(rules)), at: place)
        case "type": return fault(unless: rule.string.map { has(value, type: $0) } ?? false)
        case "enum": return fault(unless: rule.array?.contains(value) ?? false)
        case "pattern":
            // Patterns match code points; Regex compares characters.
            let isMatch = value.string.map { text in
                rule.string.map { text.range(of: $0, options: .regularExpression) != nil } ?? false
            }
            return fault(unless: isMatch ?? true)
        case "minLength", "maxLength", "minimum", "maximum", "maxProperties":
            return fault(unless: isWithin(value, keyword, rule.double ?? .nan))
        case "required":
            let present = value.object.map { Set($0.keys) }
            return fault(unless: present?.isSuperset(of: (rule.array ?? []).compactMap(\.string)) ?? true)
        case "properties":
            return (value.object ?? [:]).flatMap { name, member in
                rule.object?[name].map { faults(of: member, by: $0, at: "\(place)/\(name)") } ?? []
            }
        case "additionalProperties":
            let known = Set((rules["properties"]?.object ?? [:]).keys)
            let isClosed = rule == .boolean(false)
            return fault(unless: !isClosed || value.object.map { known.isSuperset(of: $0.keys) } ?? true)
        case "items":
            return (value.array ?? []).enumerated().flatMap { index, element in
                faults(of: element, by: rule, at: "\(place)/\(index)")
            }
        default: return ["\(place): this check does not know \(keyword)"]
        }
    }

    private func has(_ value: JSONValue, type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .boolean), ("null", .null),
            ("number", .number):
            true
        case ("integer", .number(let text)): Int(text) != nil
        default: false
        }
    }

    private func isWithin(_ value: JSONValue, _ keyword: String, _ limit: Double) -> Bool {
        switch (keyword, value) {
        case ("minLength", .string(let text)): Double(text.unicodeScalars.count) >= limit
        case ("maxLength", .string(let text)): Double(text.unicodeScalars.count) <= limit
        case ("minimum", .number): value.double ?? .nan >= limit
        case ("maximum", .number): value.double ?? .nan <= limit
        case ("maxProperties", .object(let members)): Double(members.count) <= limit
        default: !limit.isNaN
        }
    }
}
