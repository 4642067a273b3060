// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// A customer's profile on a page: the fields that a flow asks for, and the customer's input.
struct CustomerProfile: Sendable, Hashable {
    let fields: [AttributeField]
    /// The input, to be shown again.
    let typed: [String: String]
    /// The valid values, by field.
    let values: [String: AttributeValue]
    /// The first error that the customer must fix; `nil` if there is none.
    let problem: AttributeProblem?

    /// Reads a form.
    ///
    /// - Throws: `Refusal` if a field occurs twice.
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

    /// The fields with the known values of a customer; empty fields for a new one.
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
