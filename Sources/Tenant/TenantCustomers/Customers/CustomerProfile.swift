// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// What a customer says of themselves on a page: the fields that a flow asks for, and what was typed into them.
struct CustomerProfile: Sendable, Hashable {
    let fields: [AttributeField]
    /// As it was typed, to be shown again.
    let typed: [String: String]
    /// What could be read, by field.
    let values: [String: AttributeValue]
    /// What must be mended first; `nil` if nothing must.
    let problem: AttributeProblem?

    /// Reads a form.
    ///
    /// - Throws: `Refusal` if a field stands twice.
    init(_ form: FormParameters, asking fields: [AttributeField]) throws {
        self.fields = fields
        typed = Dictionary(
            try fields.map { ($0.name, try form.line($0.name)) }, uniquingKeysWith: { first, _ in first })
        var values: [String: AttributeValue] = [:]
        var problem: AttributeProblem?
        for field in fields {
            do {
                values[field.name] = try field.value(of: typed[field.name] ?? "")
            } catch let error as AttributeProblem {
                problem = problem ?? error
            }
        }
        self.values = values
        self.problem = problem
    }

    /// The fields with what is known of a customer; empty ones for somebody new.
    init(of customer: Customer?, asking fields: [AttributeField]) {
        self.fields = fields
        values = Dictionary(
            fields.compactMap { field in customer?.value(of: field.name).map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        typed = values.mapValues(\.text)
        problem = nil
    }

    /// The values for the template.
    var pageValues: [[String: Any]] {
        fields.map { $0.values(typed: typed[$0.name] ?? "", wrong: problem?.field) }
    }
}

extension FormParameters {
    /// One line of text without white space around it; empty if the field is missing.
    func line(_ name: String) throws -> String {
        (try once(name) ?? "").trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    }
}
